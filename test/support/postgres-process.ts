/** The server process of a PostgreSQL for tests: a child that ends with the test process, however this ends. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ServerOptions {
  /** `setpriv` and what it is to change, before the program. */
  readonly program: readonly string[]
  readonly args: readonly string[]
  readonly data: string
  /** The file of what it says. */
  readonly log: string
}

/** As its documentation names them: `immediate` is a crash, and with `fast` connections are told. */
const stopSignals = { immediate: 'SIGQUIT', fast: 'SIGINT' } as const
/** Which only a hang reaches: a machine may have a hundred other things to do. */
const startMsMax = 240_000
const pollEveryMs = 20
/** The line of its lock file that says whether it serves. */
const statusLine = 7

export class PostgresProcess {
  readonly #options: ServerOptions
  #child: ChildProcess | undefined

  constructor(options: ServerOptions) {
    this.#options = options
  }

  /** Resolves when it serves. */
  async start(): Promise<void> {
    const { program, args, data, log } = this.#options
    const output = openSync(log, 'a')
    const child = spawn('setpriv', ['--pdeathsig=QUIT', ...program, '-D', data, ...args], {
      cwd: '/',
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    this.#child = child
    const deadlineMs = performance.now() + startMsMax
    while (!(await isServing(data, child.pid))) {
      if (hasEnded(child) || performance.now() > deadlineMs)
        throw new Error(`PostgreSQL did not start: ${await readFile(log, 'utf8')}`)
      await sleep(pollEveryMs)
    }
  }

  /** Resolves when it has ended. */
  async stop(mode: keyof typeof stopSignals): Promise<void> {
    const child = this.#child
    if (child === undefined || hasEnded(child)) return
    const exited = once(child, 'exit')
    child.kill(stopSignals[mode])
    await exited
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** A file that a server before has left names another process. */
async function isServing(data: string, pid: number | undefined): Promise<boolean> {
  try {
    const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
    return lines[0] === String(pid) && lines[statusLine]?.trim() === 'ready'
  } catch {
    // It has not written it yet.
    return false
  }
}
