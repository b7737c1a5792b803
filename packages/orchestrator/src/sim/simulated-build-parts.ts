/**
 * What building takes, without a machine: sandboxes that write down what they are asked for and answer as a test has said,
 * and stores in memory. Time passes only during a sleep.
 */
import { createLogger } from '@cay/kit/log.ts'
import type { BuildParts } from '../app/template-build/parts.ts'
import { BuildFailure, type RegistryCredential } from '../ports/build-spec.ts'
import type { RecipeOutcome, Recipes } from '../ports/recipes.ts'
import type { TemplateBuild } from '../ports/template.ts'
import type {
  BuildGuest,
  CachedLayer,
  CommandEnd,
  LayerFiles,
  OnOutput,
  PulledImage,
  SandboxOptions,
} from '../ports/template-build.ts'

export const resources = { cpuCount: 2, memoryMb: 1024, diskSizeMb: 10_240 }

const traits = { envdVersion: '0', createdAtMs: 0, resources }

/** The template that comes with Cay. */
export const baseBuild: TemplateBuild & { key: string } = {
  ...{ ...traits, templateId: 'base-template', buildId: 'base-build', alias: 'base', key: 'base-key' },
  ...{ rootfs: '/base/rootfs.erofs', checkpoint: '/base/checkpoint' },
}

type Layer = CachedLayer & { readonly files?: LayerFiles }

/** What a command does; `never` goes on until its sandbox is gone. */
export type CommandOutcome =
  | 'never'
  | { readonly exitCode: number; readonly stdout?: string }
  /** It cannot be started. */
  | { readonly refusal: string }

export class SimulatedBuildParts implements BuildParts {
  /** What was asked of sandboxes and stores, in order. */
  readonly asked: string[] = []
  readonly outcomes = new Map<string, CommandOutcome>()
  readonly images = new FakeImages(this.asked)
  readonly builds: (TemplateBuild & { key: string })[] = [baseBuild]
  /** Archives by team and hash. */
  readonly archives = new Set<string>()
  /** Where something breaks that no user has a hand in, and with what. */
  readonly broken = new Map<'open' | 'save' | 'make' | 'check' | 'publish', Error>()
  openSandboxes = 0
  scratches = 0
  /** Number of evictions that were requested. */
  tidied = 0
  #nowMs = 0
  readonly #layers = new Map<string, Layer>()
  readonly #bases = new Map<string, { variables: Readonly<Record<string, string>> }>()

  readonly log = createLogger('simulated builds', 'silent')
  readonly tidy = () => void this.tidied++
  readonly nowMs = () => this.#nowMs
  readonly recipes = new FakeRecipes()

  readonly sleep = async (ms: number) => {
    this.asked.push(`sleep ${ms / 1000} s`)
    this.#nowMs += ms
    await new Promise<void>((resolve) => setImmediate(resolve))
  }

  readonly scratch = async () => {
    this.scratches += 1
    const remove = async () => {
      this.scratches -= 1
    }
    return { directory: '/scratch', remove }
  }

  readonly sandboxes: BuildParts['sandboxes'] = {
    open: async (options) => {
      this.#breakAt('open')
      return this.#open(options)
    },
    check: async ({ saved }) => {
      this.asked.push(`check ${saved?.checkpoint}`)
      this.#breakAt('check')
    },
  }

  readonly rootfs: BuildParts['rootfs'] = {
    copyBase: async () => true,
    make: async ({ base, layers = [], changes, parts }) => {
      const from = [base, ...layers, changes, parts === undefined ? undefined : `parts ${parts}`]
      this.asked.push(`make of ${from.filter((one) => one !== undefined).join(', ')}`)
      this.#breakAt('make')
      return []
    },
  }

  readonly layers: BuildParts['layers'] = {
    find: async (teamId, key) => this.#layers.get(`${teamId}/${key}`),
    hold: async (teamId, key) => this.#layers.get(`${teamId}/${key}`)?.files,
    begin: async (teamId, key) => {
      const checkpoint = `/layers/${teamId}/${key}`
      return {
        checkpoint,
        keep: async (layer, made) => {
          this.#layers.set(`${teamId}/${key}`, { ...layer, files: { ...made, checkpoint } })
        },
        discard: async () => undefined,
      }
    },
    keep: async (teamId, key, layer) => void this.#layers.set(`${teamId}/${key}`, layer),
  }

  readonly bases: BuildParts['bases'] = {
    find: async (teamId, key) => {
      const kept = this.#bases.get(`${teamId}/${key}`)
      return kept === undefined ? undefined : { ...kept, rootfs: `/bases/${teamId}` }
    },
    begin: async (teamId, key) => {
      const rootfs = `/bases/${teamId}`
      return {
        rootfs,
        keep: async ({ variables }) => {
          this.#bases.set(`${teamId}/${key}`, { variables })
          return { variables, rootfs }
        },
        discard: async () => undefined,
      }
    },
  }

  readonly files: BuildParts['files'] = {
    find: async (teamId, hash) => (this.archives.has(`${teamId}/${hash}`) ? `/files/${hash}` : undefined),
  }

  readonly artifacts: BuildParts['artifacts'] = {
    list: async () => [...this.builds].reverse(),
    begin: async (buildId) => {
      const directory = `/making/${buildId}`
      return { directory, rootfs: `${directory}/rootfs.erofs`, checkpoint: `${directory}/checkpoint` }
    },
    settle: () => undefined,
    publish: async ({ made, ...facts }) => {
      this.#breakAt('publish')
      this.asked.push(`publish ${facts.buildId}`)
      const place = { rootfs: `/made/${facts.buildId}`, checkpoint: `/made/${facts.buildId}/checkpoint` }
      const { defaults } = made
      this.builds.push({
        ...{ ...traits, ...facts, ...place, alias: '', made },
        ...(defaults === undefined ? {} : { defaults }),
      })
    },
    publishAgain: async (facts, same) => {
      this.asked.push(`publish ${facts.buildId} as ${same.buildId}`)
      this.builds.push({ ...same, ...facts })
    },
    linkRootfs: async (rootfs) => void this.asked.push(`link ${rootfs}`),
    hold: async (files) => files,
    discard: async (buildId) => void this.asked.push(`discard ${buildId}`),
    remove: async () => undefined,
  }

  #open(options: SandboxOptions) {
    this.asked.push(`open ${options.saved?.checkpoint ?? options.rootfs}`)
    this.openSandboxes += 1
    const gone = Promise.withResolvers<never>()
    gone.promise.catch(() => undefined)
    let isOpen = true
    return {
      guest: this.#guest(gone.promise),
      controlToken: 'token',
      warmUp: async () => undefined,
      save: async (directory: string) => {
        this.#breakAt('save')
        this.asked.push(`save ${directory}`)
      },
      close: async () => {
        if (isOpen) this.openSandboxes -= 1
        isOpen = false
        gone.reject(new Error('the sandbox is gone'))
      },
    }
  }

  #guest(gone: Promise<never>): BuildGuest {
    return {
      start: ({ command, user, workdir, variables }, onOutput) => {
        this.asked.push(`run ${JSON.stringify([command, user, workdir ?? '~', variables])}`)
        const answer = this.outcomes.get(command) ?? { exitCode: 0 }
        const end = answer === 'never' ? gone : ended(answer, onOutput)
        return { end, leave: () => undefined }
      },
      step: async (options) => {
        this.asked.push(`step ${JSON.stringify(options)}`)
        return { hasChanged: true }
      },
      upload: async (path, file) => void this.asked.push(`upload ${file} to ${path}`),
      exportChanges: async (file) => void this.asked.push(`export to ${file}`),
    }
  }

  #breakAt(place: 'open' | 'save' | 'make' | 'check' | 'publish'): void {
    const error = this.broken.get(place)
    if (error !== undefined) throw error
  }
}

/** A moment later, as over a wire. */
async function ended(answer: Exclude<CommandOutcome, 'never'>, onOutput: OnOutput): Promise<CommandEnd> {
  await new Promise<void>((resolve) => setImmediate(resolve))
  if ('refusal' in answer) throw new BuildFailure(answer.refusal)
  const { exitCode, stdout } = answer
  if (stdout !== undefined) onOutput('stdout', stdout)
  return { exitCode, status: `exit status ${exitCode}` }
}

class FakeImages {
  readonly known = new Map<string, PulledImage>()
  readonly #asked: string[]

  constructor(asked: string[]) {
    this.#asked = asked
  }

  async pull({ teamId, image, credential }: PullOptions): Promise<PulledImage> {
    this.#asked.push(`pull ${image} for ${teamId}${credential === undefined ? '' : ' with a credential'}`)
    const found = this.known.get(image)
    if (found === undefined) throw new BuildFailure(`failed to pull image '${image}': there is no such image`)
    return found
  }
}

/** Templates that come with Cay: each is there, unless a test has said what its build does. */
class FakeRecipes implements Recipes {
  /** Aliases of the builds that were asked for. */
  readonly asked: string[] = []
  /** How the builds end. */
  readonly ends = new Map<string, Promise<RecipeOutcome>>()
  /** Where a build is at each look; it stays where it was last. */
  readonly progress: string[] = []

  async build(alias: string, signal: AbortSignal): Promise<RecipeOutcome> {
    this.asked.push(alias)
    const { promise, resolve } = Promise.withResolvers<RecipeOutcome>()
    signal.addEventListener('abort', () => resolve({ state: 'building' }))
    const end = this.ends.get(alias)
    return end === undefined ? { state: 'ready' } : await Promise.race([end, promise])
  }

  progressOf(): string {
    const [now = '', ...later] = this.progress
    if (later.length > 0) this.progress.shift()
    return now
  }
}

interface PullOptions {
  readonly teamId: string
  readonly image: string
  readonly credential: RegistryCredential | undefined
}
