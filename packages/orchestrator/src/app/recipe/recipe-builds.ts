/**
 * Builds templates that come with Cay when one is first requested, by starting the program of `cay template build` once. It
 * also rebuilds a template whose recipe has changed, beside the build that is in use.
 */
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ServiceProcess, startServiceProcess } from '@cay/kit/host/service-process.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { RecipeOutcome, Recipes } from '../../ports/recipes.ts'

export interface RecipeParts {
  readonly dataDir: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aliases of all recipes. */
  readonly recipes: () => Promise<readonly string[]>
  /** Aliases of usable templates that were built from recipes. */
  readonly ready: () => Promise<readonly string[]>
  /** A build was published. */
  readonly onChange: () => Promise<void>
  readonly log: Logger
  /** The program that builds. */
  readonly program: { readonly name: string; readonly file: string }
}

interface UnderWay {
  readonly child: ServiceProcess
  readonly end: Promise<RecipeOutcome>
  /** The latest line that the builder printed. */
  progress: string
}

/** `cay up` keeps this template up to date. */
const keptByUp = 'base'
/** The niceness of a build in the background. */
const lowPriority = 10
/** Milliseconds for a builder to clean up after SIGTERM. */
const graceMs = 30_000
/** Milliseconds that the output of a builder may be open after its end. */
const closeMsMax = 5000
/** Characters of a reason: what a tool has said may be long. */
const reasonLengthMax = 3000

export class RecipeBuilds implements Recipes {
  readonly #parts: RecipeParts
  readonly #underWay = new Map<string, UnderWay>()
  readonly #renewed = new Set<string>()
  #isClosed = false

  constructor(parts: RecipeParts) {
    this.#parts = parts
  }

  /** Resolves when the build has ended, or at the signal. */
  async build(alias: string, signal: AbortSignal): Promise<RecipeOutcome> {
    if (!(await this.#parts.recipes()).includes(alias)) return { state: 'unknown' }
    if ((await this.#parts.ready()).includes(alias)) {
      // Another process may have built or fetched it since the builds were listed.
      await this.#parts.onChange()
      return { state: 'ready' }
    }
    if (this.#isClosed) return { state: 'failed', reason: 'the node is being stopped' }
    const { end } = this.#underWay.get(alias) ?? this.#start(alias)
    return await Promise.race([end, fired(signal).then(() => ({ state: 'building' as const }))])
  }

  /**
   * Called when a template is used: once in each run of the node, it is rebuilt in the background if its recipe has changed.
   * Until then sandboxes are created from the existing build.
   */
  async renew(alias: string): Promise<void> {
    if (this.#isClosed || alias === keptByUp || this.#renewed.has(alias)) return
    this.#renewed.add(alias)
    const isOurs = (await this.#parts.recipes()).includes(alias)
    if (!isOurs || this.#isClosed || this.#underWay.has(alias)) return
    lowerPriority(this.#start(alias).child)
  }

  /** Where the build in progress is; empty if there is none, or it has said nothing. */
  progressOf(alias: string): string {
    return this.#underWay.get(alias)?.progress ?? ''
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#underWay.values()].map(({ child }) => child.stop(graceMs)))
  }

  #start(alias: string): UnderWay {
    const { log, dataDir, env, program } = this.#parts
    const lines: string[] = []
    const child = startServiceProcess({
      ...program,
      args: [alias],
      env: { ...defined(env), CAY_DATA_DIR: dataDir },
      onLine: (line, stream) => {
        log.info({ event: 'template.build.progress', alias, line }, 'building a bundled template')
        if (stream === 'stderr') lines.push(line)
        else underWay.progress = line
      },
    })
    const end = this.#finish(alias, child, lines).finally(() => this.#underWay.delete(alias))
    // Nobody waits for one that is made in the background.
    end.catch((error: unknown) =>
      log.error({ event: 'template.list.failed', err: error }, 'failed to read the templates'),
    )
    const underWay: UnderWay = { child, end, progress: '' }
    this.#underWay.set(alias, underWay)
    return underWay
  }

  async #finish(alias: string, child: ServiceProcess, complaints: readonly string[]): Promise<RecipeOutcome> {
    const { exitCode, words } = await child.exited
    if (exitCode === 0) {
      await this.#parts.onChange()
      return { state: 'ready' }
    }
    await untilClosed(child)
    if (!this.#isClosed)
      this.#parts.log.error(
        { event: 'template.build.failed', alias, exit: words, complaints },
        'failed to build a bundled template',
      )
    return {
      state: 'failed',
      reason: reasonOf({ alias, step: this.progressOf(alias), complaints, exit: words }),
    }
  }
}

/** The reason is the last that a builder writes: it may arrive after the exit. */
async function untilClosed({ closed }: ServiceProcess): Promise<void> {
  const over = new AbortController()
  const late = sleep(closeMsMax, undefined, { signal: over.signal }).catch(() => undefined)
  await Promise.race([closed, late])
  over.abort()
}

interface Failure {
  readonly alias: string
  /** The latest line of progress. */
  readonly step: string
  readonly complaints: readonly string[]
  readonly exit: string
}

/** For users: what the builder says last, without the credentials of mirrors and indexes, whose addresses tools repeat. */
function reasonOf({ alias, step, complaints, exit }: Failure): string {
  const head = `the template ${alias} could not be built: `
  const at = complaints.findLastIndex((line) => line.startsWith(head))
  const said = at < 0 ? `the builder ${exit}` : complaints.slice(at).join('\n').slice(head.length)
  const whole = `${step === '' ? '' : `at "${step}": `}${said.replace(/\/\/[^/\s@]+@/g, '//')}`
  return whole.length > reasonLengthMax ? `${whole.slice(0, reasonLengthMax)}…` : whole
}

function lowerPriority({ identity }: ServiceProcess): void {
  try {
    if (identity !== undefined) setPriority(identity.pid, lowPriority)
  } catch {
    // The process has ended already.
  }
}

function fired(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function defined(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
