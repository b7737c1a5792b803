/**
 * An installation of its own for tests: `cay up` in a data directory below `.cay/`, on free ports, with the base template
 * that the set-up built. Ended with `cay down`, which also clears what an earlier run that was killed has left.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { printComplaints } from './complaints.ts'

const execute = promisify(execFile)
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
/** Its templates are kept from run to run and lent to the others. */
const shared = testDataDir(process.env.CAY_TEST_NAME)

const cli = 'packages/cli/src/main.ts'

/** Milliseconds for `up` to say "ready"; a template that is not built yet takes two minutes. */
const readyMsMax = 280_000

/** The data directory of a test installation; the one without a name is that of `npm test`. */
export function testDataDir(name?: string): string {
  return join(root, name === undefined ? '.cay/test' : `.cay/test-${name}`)
}

export interface Endpoints {
  readonly apiUrl: string
  readonly proxyUrl: string
  readonly apiKey: string
  readonly dataDir: string
}

export interface UpRecord {
  readonly supervisor: { readonly pid: number }
  readonly services: Readonly<
    Record<'orchestrator' | 'egress' | 'control' | 'proxy', { readonly pid: number }>
  >
  readonly listening: { readonly api: string; readonly proxy: string }
}

export class Installation {
  readonly dataDir: string
  readonly #env: Record<string, string>
  readonly #clone: string
  readonly #cli: string
  #up: ChildProcess | undefined
  #output = ''

  private constructor(dataDir: string, env: Record<string, string>, clone: string) {
    this.dataDir = dataDir
    this.#env = env
    this.#clone = clone
    this.#cli = join(clone, cli)
  }

  /**
   * `name` is part of the data directory; the one without a name shares that of `npm test`. `clone` is another path of this
   * clone to start it from.
   */
  static async prepare(name?: string, env: Record<string, string> = {}, clone = root): Promise<Installation> {
    const dataDir = testDataDir(name)
    const settings = { ...defaults(env), ...env, CAY_DATA_DIR: dataDir }
    const installation = new Installation(dataDir, { ...withoutUndefined(process.env), ...settings }, clone)
    // Of one that is not there nothing is on the machine.
    if (existsSync(dataDir)) await installation.down()
    await installation.#emptyExceptTemplates()
    if (dataDir === shared) await removeOrderedTemplates(`${dataDir}/templates`)
    else if (existsSync(`${shared}/templates`)) {
      await mkdir(dataDir, { recursive: true })
      await copyBaseTemplate(shared, dataDir)
    }
    return installation
  }

  /** Starts `cay up ARGS`; resolves when it said "ready". `more` holds until the next start. */
  async up(more: Record<string, string> = {}, args: readonly string[] = []): Promise<void> {
    this.#output = ''
    const env = { ...this.#env, ...more }
    const child = spawn(process.execPath, [this.#cli, 'up', ...args], {
      ...{ cwd: this.#clone, env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#up = child
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`cay up was not ready in time:\n${this.#output}`)),
        readyMsMax,
      )
      const listen = (text: string) => {
        this.#output = (this.#output + text).slice(-100_000)
        if (/^ready$/m.test(this.#output)) resolve()
      }
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', listen)
      child.on('exit', (code) => reject(new Error(`cay up ended with ${code}:\n${this.#output}`)))
      child.on('exit', () => clearTimeout(late))
      child.stdout.on('data', () => /^ready$/m.test(this.#output) && clearTimeout(late))
    })
  }

  /** What `up` has printed since it was started. */
  get output(): string {
    return this.#output
  }

  async record(): Promise<UpRecord> {
    return JSON.parse(await readFile(`${this.dataDir}/run/up.json`, 'utf8')) as UpRecord
  }

  async endpoints(): Promise<Endpoints> {
    const { listening } = await this.record()
    const apiKey = (await readFile(dataLayout(this.dataDir).apiKeyFile, 'utf8')).trim()
    return { apiUrl: listening.api, proxyUrl: listening.proxy, apiKey, dataDir: this.dataDir }
  }

  /** Resolves with the exit code; sends the signal first when one is given. */
  async exited(signal?: NodeJS.Signals): Promise<number | null> {
    const child = this.#up
    if (child === undefined || child.exitCode !== null || child.signalCode !== null)
      return child?.exitCode ?? null
    const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
    if (signal !== undefined) child.kill(signal)
    return await exit
  }

  /** `cay ARGS` for this installation. */
  async cay(...args: string[]): Promise<{ stdout: string; stderr: string; code: number }> {
    try {
      return { ...(await execute(process.execPath, [this.#cli, ...args], { env: this.#env })), code: 0 }
    } catch (error) {
      const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number }
      return { stdout, stderr, code }
    }
  }

  async down(): Promise<string> {
    const { stdout, stderr, code } = await this.cay('down')
    if (code !== 0) throw new Error(`cay down failed: ${stdout}${stderr}`)
    await this.exited()
    return stdout
  }

  /** Ends everything and removes the data directory, when it is not the shared one. */
  async remove(): Promise<void> {
    await this.down()
    await printComplaints(this.dataDir)
    if (this.dataDir !== shared) await rm(this.dataDir, { recursive: true, force: true })
  }

  async #emptyExceptTemplates(): Promise<void> {
    const gone = [
      'control',
      // Where an earlier version kept them.
      'cay.db',
      'cay.db-wal',
      'cay.db-shm',
      'api-key',
      'ended',
      'paused',
      'snapshots',
      'runtimes',
      'logs',
      'containers',
    ]
    if (this.dataDir !== shared) gone.push('templates')
    for (const name of gone) await rm(join(this.dataDir, name), { recursive: true, force: true })
  }
}

/** Ports that are free, and few containers made ahead: a machine has more to do than to fill pools for tests. */
function defaults({ CAY_POOL_SIZE = '1' }: Record<string, string>): Record<string, string> {
  const created = CAY_POOL_SIZE === '0' ? '0' : '2'
  return { CAY_API_PORT: '0', CAY_PROXY_PORT: '0', CAY_POOL_SIZE, CAY_POOL_CREATED: created }
}

/**
 * Of one data directory to another. Hard links: the same files under another directory cost nothing and are found up to
 * date. Other templates stay where they are: tests that run at the same time may be building them.
 */
export async function copyBaseTemplate(from: string, to: string): Promise<void> {
  await mkdir(`${to}/templates`, { mode: 0o700 })
  await copyLinked(from, to, 'aliases.json')
  await copyTemplate(from, to, 'base')
}

/** One more, when `copyBaseTemplate` has copied the names. */
export async function copyTemplate(from: string, to: string, alias: string): Promise<void> {
  await copyLinked(from, to, await templateIdOf(`${from}/templates`, alias))
}

async function copyLinked(from: string, to: string, name: string): Promise<void> {
  const isHere = (await stat(from)).dev === (await stat(to)).dev
  await execute('cp', [isHere ? '-al' : '-a', `${from}/templates/${name}`, `${to}/templates`])
}

/**
 * What the base template is made from, of the set-up's data directory: a build of it takes seconds there, and nothing is downloaded.
 * Hard links: a build replaces files, and changes none. Throws where the set-up has none.
 */
export async function copyBaseTree(to: string): Promise<void> {
  const trees = existsSync(`${shared}/cache`) ? await readdir(`${shared}/cache`) : []
  const tree = trees.find((name) => /^base-[0-9a-f]{32}$/.test(name))
  if (tree === undefined) throw new Error(`${shared} has no tree of the base template: \`npm test\` makes it`)
  await mkdir(`${to}/cache`, { recursive: true, mode: 0o700 })
  await execute('cp', ['-al', `${shared}/cache/${tree}`, `${to}/cache`])
}

/** Templates that tests of an earlier run have built: each would have its share of the pool. Those of recipes stay. */
async function removeOrderedTemplates(templates: string): Promise<void> {
  if (!existsSync(templates)) return
  for (const templateId of (await readdir(templates)).filter((name) => !name.includes('.'))) {
    const directory = `${templates}/${templateId}`
    const manifests = (await readdir(directory)).map((buildId) => `${directory}/${buildId}/manifest.json`)
    if ((await Promise.all(manifests.map(isOrdered))).every(Boolean))
      await rm(directory, { recursive: true, force: true })
  }
}

/** Also where there is no whole manifest: nobody can use such a build. */
async function isOrdered(manifest: string): Promise<boolean> {
  if (!existsSync(manifest)) return true
  return 'made' in (JSON.parse(await readFile(manifest, 'utf8')) as object)
}

/** Of the base template below a directory of templates: others may lie there as well. */
export function baseTemplateId(templates: string): Promise<string> {
  return templateIdOf(templates, 'base')
}

async function templateIdOf(templates: string, alias: string): Promise<string> {
  const aliases = JSON.parse(await readFile(`${templates}/aliases.json`, 'utf8')) as Record<string, string>
  const templateId = aliases[alias]
  if (templateId === undefined) throw new Error(`${templates} has no template ${alias}`)
  return templateId
}

function withoutUndefined(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
