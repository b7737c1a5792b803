/** A node of the rig: a machine with a data directory, on which the commands of Cay are run as a user runs them. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { findInstallation } from '@cay/kit/host/installation-number.ts'
import { endContainers } from './end-containers.ts'
import { processesOf } from './leftovers.ts'
import { type Machine, startMachine } from './machine.ts'
import type { RigNetwork } from './network.ts'

const execute = promisify(execFile)
const clone = fileURLToPath(new URL('../../..', import.meta.url))

/** Milliseconds for a command to say "ready", which only a hang reaches. */
const readyMsMax = 600_000
/** A command that moves many sandboxes takes minutes. */
const commandMsMax = 600_000

export interface CommandResult {
  readonly stdout: string
  readonly stderr: string
  readonly code: number
}

interface UpRecord {
  readonly supervisor: { readonly pid: number }
  readonly services: Readonly<Record<string, { readonly pid: number } | undefined>>
}

export interface NodeOptions {
  /** From 1. */
  readonly index: number
  /** Its data directory is below it. */
  readonly directory: string
  readonly network: RigNetwork
  readonly env: Readonly<Record<string, string>>
  /** The clone of Cay that it runs. Default: this one. */
  readonly clone?: string | undefined
}

export class RigNode {
  readonly name: string
  readonly dataDir: string
  readonly address: string
  /** Those that its installation has had on this machine. */
  readonly numbers = new Set<number>()
  readonly #options: NodeOptions
  #machine: Machine | undefined
  #more: Readonly<Record<string, string>> = {}
  #clone: string
  #output = ''
  #foreground: ChildProcess | undefined

  constructor(options: NodeOptions) {
    const { index, directory, network } = options
    this.#options = options
    this.#clone = options.clone ?? clone
    this.name = `node-${index}`
    this.dataDir = join(directory, this.name)
    this.address = network.addressOf(index)
  }

  get apiUrl(): string {
    return `http://${this.address}:3000`
  }

  get proxyUrl(): string {
    return `http://${this.address}:3002`
  }

  /** What the foreground command has printed. */
  get output(): string {
    return this.#output
  }

  get machine(): Machine {
    if (this.#machine === undefined) throw new Error(`${this.name} has no power`)
    return this.#machine
  }

  async powerOn(): Promise<void> {
    const { directory, index, network } = this.#options
    await mkdir(this.dataDir, { recursive: true })
    this.#machine = await startMachine({ ...{ directory, index, network }, name: this.name })
  }

  get hasPower(): boolean {
    return this.#machine !== undefined
  }

  /** Everything on it ends at once. `disk`: what becomes of its data directory. */
  async cutPower({ disk }: { readonly disk: 'kept' | 'lost' }): Promise<void> {
    const machine = this.#machine
    await this.#noteNumber()
    await machine?.cutPower()
    await endContainers(this.dataDir, () => machine?.isOn() === true)
    this.#machine = undefined
    if (disk === 'lost') await rm(this.dataDir, { recursive: true, force: true })
  }

  /** Ends what a test run that was killed has left of it, with its disk. */
  async removeEarlier(): Promise<void> {
    await endContainers(this.dataDir, () => processesOf(this.dataDir).length > 0)
    await rm(this.dataDir, { recursive: true, force: true })
  }

  async #noteNumber(): Promise<void> {
    const number = await findInstallation(this.dataDir)
    if (number !== undefined) this.numbers.add(number)
  }

  /** Settings from the next command on. */
  configure(env: Readonly<Record<string, string>>): void {
    this.#more = { ...this.#more, ...env }
  }

  /** Another version, from the next command on. Default: the one of this clone. */
  useClone(path = clone): void {
    this.#clone = path
  }

  /** `cay ARGS`, to its end. */
  async cay(...args: string[]): Promise<CommandResult> {
    const [program = '', ...rest] = [...this.#command, ...args]
    return await runToEnd(program, rest, this.#env())
  }

  /** `cay up` or `cay join …`, which stay in the foreground; resolves when it says "ready". */
  async foreground(...args: string[]): Promise<void> {
    const [program = '', ...rest] = [...this.#command, ...args]
    this.#output = ''
    const child = spawn(program, rest, { env: this.#env(), stdio: ['ignore', 'pipe', 'pipe'] })
    this.#foreground = child
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string) =>
        reject(new Error(`cay ${args[0]} on ${this.name} ${why}:\n${this.#output}`))
      const late = setTimeout(() => fail('was not ready in time'), readyMsMax)
      const listen = (text: string) => {
        this.#output = (this.#output + text).slice(-100_000)
        if (!/^ready$/m.test(this.#output)) return
        clearTimeout(late)
        resolve()
      }
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', listen)
      child.once('exit', (code) => {
        clearTimeout(late)
        fail(`ended with ${code}`)
      })
    })
    await this.#noteNumber()
  }

  /** Stops the services as Ctrl-C does: sandboxes go on. */
  async stop(): Promise<void> {
    const child = this.#foreground
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = new Promise((resolve) => child.once('exit', resolve))
    const { supervisor } = await this.record()
    await this.signal(supervisor.pid, 'TERM')
    await exited
  }

  /** To a process of the machine, by its number there. */
  async signal(pid: number, name: 'TERM' | 'KILL' | 'STOP' | 'CONT'): Promise<void> {
    const [program = '', ...rest] = [...this.machine.enter, 'kill', `-${name}`, String(pid)]
    await execute(program, rest)
  }

  /** Which processes run, by their numbers on the machine. */
  async record(): Promise<UpRecord> {
    return JSON.parse(await readFile(`${this.dataDir}/run/up.json`, 'utf8')) as UpRecord
  }

  /** The names of those that are kept running: what builds a template has ended. */
  async services(): Promise<readonly string[]> {
    return Object.keys((await this.record()).services).filter((name) => name !== 'template builder')
  }

  /** In the cluster. */
  async nodeId(): Promise<string> {
    const identity = await readFile(`${dataLayout(this.dataDir).nodeIdentity}/identity.json`, 'utf8')
    return (JSON.parse(identity) as { nodeId: string }).nodeId
  }

  get #command(): readonly string[] {
    return [...this.machine.enter, process.execPath, join(this.#clone, 'packages/cli/src/main.ts')]
  }

  #env(): Record<string, string> {
    return { ...this.#options.env, ...this.#more, CAY_DATA_DIR: this.dataDir, CAY_BIND: this.address }
  }
}

async function runToEnd(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<CommandResult> {
  try {
    return { ...(await execute(program, [...args], { env, timeout: commandMsMax })), code: 0 }
  } catch (error) {
    const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number }
    return { stdout, stderr, code }
  }
}

/** The directory of the programs that run this: nodes need the same Node. */
export function pathWithNode(): string {
  return `${dirname(process.execPath)}:${process.env.PATH ?? ''}`
}
