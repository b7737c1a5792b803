/**
 * Templates that come with Cay and that are built when somebody first asks for one. The program that `cay template build`
 * starts does it; this only sees to it that it runs once. It also knows whether what a template was made from is still the
 * same: where it is not, the template is made anew beside what is in use.
 */
import { setPriority } from 'node:os'
import { type ServiceProcess, startServiceProcess } from '@cay/kit/host/service-process.ts'
import type { Logger } from '@cay/kit/log.ts'

export type RecipeState = 'unknown' | 'building' | 'ready' | 'failed'

export interface RecipeParts {
  readonly dataDir: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aliases of all recipes. */
  readonly recipes: () => Promise<readonly string[]>
  /** Aliases of the templates that are usable and were made of recipes. */
  readonly ready: () => Promise<readonly string[]>
  /** A build was published. */
  readonly onChange: () => Promise<void>
  readonly log: Logger
  /** The program that builds. */
  readonly program: { readonly name: string; readonly file: string }
}

interface UnderWay {
  readonly child: ServiceProcess
  readonly end: Promise<RecipeState>
}

/** `cay up` keeps it as it should be. */
const keptByUp = 'base'
/** Of a build that nobody waits for. */
const lowPriority = 10
/** Milliseconds that a builder has to give back what it holds of the machine. */
const graceMs = 30_000

export class RecipeBuilds {
  readonly #parts: RecipeParts
  readonly #underWay = new Map<string, UnderWay>()
  readonly #renewed = new Set<string>()
  #isClosed = false

  constructor(parts: RecipeParts) {
    this.#parts = parts
  }

  /** Waits until the build has ended, or until the signal. */
  async build(alias: string, signal: AbortSignal): Promise<RecipeState> {
    if (!(await this.#parts.recipes()).includes(alias)) return 'unknown'
    if ((await this.#parts.ready()).includes(alias)) return 'ready'
    if (this.#isClosed) return 'failed'
    const { end } = this.#underWay.get(alias) ?? this.#start(alias)
    return await Promise.race([end, fired(signal).then(() => 'building' as const)])
  }

  /**
   * Somebody uses it: once in the life of a node, what it was made from is looked at, and it is made anew where that has
   * changed. Nobody waits: until then sandboxes are made of the build that is there.
   */
  async renew(alias: string): Promise<void> {
    if (this.#isClosed || alias === keptByUp || this.#renewed.has(alias)) return
    this.#renewed.add(alias)
    const isOurs = (await this.#parts.recipes()).includes(alias)
    if (!isOurs || this.#isClosed || this.#underWay.has(alias)) return
    standBack(this.#start(alias).child)
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
        log.info({ alias, line }, 'building a template')
        if (stream === 'stderr') lines.push(line)
      },
    })
    const end = this.#finish(alias, child, lines).finally(() => this.#underWay.delete(alias))
    const underWay = { child, end }
    this.#underWay.set(alias, underWay)
    return underWay
  }

  async #finish(alias: string, child: ServiceProcess, complaints: readonly string[]): Promise<RecipeState> {
    const { exitCode, words } = await child.exited
    if (exitCode === 0) {
      await this.#parts.onChange()
      return 'ready'
    }
    if (!this.#isClosed)
      this.#parts.log.error({ alias, exit: words, complaints }, 'a template could not be built')
    return 'failed'
  }
}

function standBack({ identity }: ServiceProcess): void {
  try {
    if (identity !== undefined) setPriority(identity.pid, lowPriority)
  } catch {
    // It has ended already.
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
