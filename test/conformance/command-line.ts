/**
 * The official command line as its users run it: a process with the variables that they set, in a home of its own, so
 * that nobody's login on this machine is read or changed. What still runs when the test file ends is ended.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, inject } from 'vitest'
import { noteCall } from '../compatibility/record-calls.ts'
import type { Endpoints } from '../support/installation.ts'
import { programEnvironment } from '../support/program-environment.ts'
import { Output } from './output.ts'

const manifest = createRequire(import.meta.url).resolve('@e2b/cli/package.json')
const program = join(dirname(manifest), 'dist/index.js')

/** Of the terminals that commands are started in. */
const terminalSize = { cols: 100, rows: 30 }

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface Settings {
  /** Beside or instead of the usual variables; undefined: not set. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** What it reads: a pipe with a text in it, or nothing. Absent: a pipe that stays open, or nothing if it runs to its end. */
  readonly input?: 'none' | { readonly text: string }
}

/** One started command. Colours are taken out of what it prints. */
export class Invocation {
  readonly out = new Output()
  readonly err = new Output()
  readonly ended: Promise<Ended>
  readonly #child: ChildProcess

  constructor(command: string, child: ChildProcess) {
    this.#child = child
    child.on('close', (code) => noteCall(command, code === 0))
    // A command that has ended reads no more.
    child.stdin?.on('error', (error) => this.err.onText(`\nnot read: ${error.message}\n`))
    child.stdout?.setEncoding('utf8').on('data', (text: string) => this.out.onText(plain(text)))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => this.err.onText(plain(text)))
    this.ended = new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code) => {
        const why = `it ended with ${code}: ${this.err.text}`
        for (const output of [this.out, this.err]) output.close(why)
        resolve({ code, out: this.out.text, err: this.err.text })
      })
    })
  }

  type(text: string): void {
    this.#child.stdin?.write(text)
  }

  endInput(): void {
    this.#child.stdin?.end()
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }

  /** A terminal that loses its master hangs up what runs in it, so this ends that as well. */
  async end(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.ended
  }
}

export interface CommandLine {
  /** Runs `e2b COMMAND ARGS` to its end. */
  readonly e2b: (command: string, args?: readonly string[], settings?: Settings) => Promise<Ended>
  /** Starts it, with its input open. */
  readonly begin: (command: string, args?: readonly string[], settings?: Settings) => Invocation
  /** Starts it in a terminal, whose name is the first line that it prints. */
  readonly inTerminal: (command: string, args?: readonly string[], settings?: Settings) => Invocation
}

/** Call at the top of a file. `endpoints` is asked when a command is started; absent: those that everybody shares. */
export function commandLineOfThisFile(
  endpoints: () => Endpoints = () => inject('installation'),
): CommandLine {
  const started: Invocation[] = []
  let home: string
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'cay-e2b-home-'))
  })
  afterAll(async () => {
    await Promise.all(started.map((each) => each.end()))
    await rm(home, { recursive: true, force: true })
  })
  const start = (command: string, [file = '', ...args]: readonly string[], settings: Settings) => {
    const child = spawn(file, args, {
      cwd: home,
      env: { ...usualVariables(home, endpoints()), ...settings.env },
      stdio: [settings.input === 'none' ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    })
    const invocation = new Invocation(command, child)
    started.push(invocation)
    return invocation
  }
  return {
    e2b: (command, args = [], settings = {}) => {
      const { input = 'none' } = settings
      const invocation = start(command, argvOf(command, args), { ...settings, input })
      if (input !== 'none') {
        invocation.type(input.text)
        invocation.endInput()
      }
      return invocation.ended
    },
    begin: (command, args = [], settings = {}) => start(command, argvOf(command, args), settings),
    inTerminal: (command, args = [], settings = {}) => {
      const { cols, rows } = terminalSize
      const line = `tty; stty cols ${cols} rows ${rows}; exec ${argvOf(command, args).map(quoted).join(' ')}`
      return start(command, ['script', '-qefc', line, '/dev/null'], settings)
    },
  }
}

const argvOf = (command: string, args: readonly string[]) => [
  process.execPath,
  program,
  ...command.split(' '),
  ...args,
]

function usualVariables(home: string, endpoints: Endpoints): Record<string, string | undefined> {
  const { apiKey, apiUrl, proxyUrl } = endpoints
  return {
    ...programEnvironment(),
    HOME: home,
    // Without it the command line asks a package registry for a newer version of itself.
    NO_UPDATE_NOTIFIER: '1',
    E2B_API_KEY: apiKey,
    E2B_API_URL: apiUrl,
    E2B_SANDBOX_URL: proxyUrl,
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

const plain = (text: string) => stripVTControlCharacters(text)
