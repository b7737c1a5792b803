/** The node's builder in memory: tests determine the outcome of each build. */
import { ServiceError } from '@cay/core/errors.ts'
import { BoundedChannel } from '@cay/kit/flow/bounded-channel.ts'
import type { BuilderClient, BuildNews, BuildOnNode, MadeOnNode } from '../ports/build.ts'

interface SimulatedBuild {
  readonly order: BuildOnNode
  readonly news: BuildNews[]
  readonly watchers: Set<BoundedChannel<BuildNews>>
}

const newsMax = 10_000

export class SimulatedBuilder implements BuilderClient {
  readonly builds = new Map<string, SimulatedBuild>()
  readonly made = new Map<string, MadeOnNode>()
  readonly cancelled = new Map<string, string>()
  readonly files = new Map<string, Buffer>()
  /** Bundled templates and the outcome of building them. */
  readonly recipes = new Map<string, 'building' | 'ready' | 'failed'>()
  /** For how many milliseconds callers wanted to wait for these builds at most. */
  readonly recipeWaits: (number | undefined)[] = []
  isAway = false

  async startBuild(order: BuildOnNode): Promise<void> {
    this.#answer()
    this.builds.set(order.buildId, { order, news: [], watchers: new Set() })
  }

  /** Emits news of the build; its end closes the watches. */
  tell(buildId: string, ...all: BuildNews[]): void {
    const build = this.builds.get(buildId)
    if (build === undefined) throw new TypeError('there is no such build')
    for (const news of all) {
      build.news.push(news)
      if (news.kind === 'ready') this.made.set(buildId, { buildId, envdVersion: news.envdVersion })
      for (const watcher of build.watchers) {
        watcher.push(news)
        if (news.kind !== 'entry') watcher.close()
      }
    }
  }

  /** Simulates a restart of the node: builds are forgotten, their artifacts remain. */
  forgetBuilds(): void {
    for (const { watchers } of this.builds.values()) for (const watcher of watchers) watcher.close()
    this.builds.clear()
  }

  async *watchBuild(buildId: string, entriesSeen: number, signal: AbortSignal): AsyncGenerator<BuildNews> {
    this.#answer()
    const build = this.builds.get(buildId)
    if (build === undefined) return
    const channel = new BoundedChannel<BuildNews>(newsMax)
    const stop = () => channel.close()
    signal.addEventListener('abort', stop)
    const entries = build.news.filter(({ kind }) => kind === 'entry').slice(entriesSeen)
    for (const news of [...entries, ...build.news.filter(({ kind }) => kind !== 'entry')]) channel.push(news)
    if (build.news.some(({ kind }) => kind !== 'entry')) channel.close()
    build.watchers.add(channel)
    try {
      yield* channel
    } finally {
      build.watchers.delete(channel)
      signal.removeEventListener('abort', stop)
    }
  }

  async cancelBuild(buildId: string, reason: string): Promise<void> {
    this.#answer()
    this.cancelled.set(buildId, reason)
  }

  async acknowledgeBuilds(buildIds: readonly string[]): Promise<void> {
    this.#answer()
    for (const buildId of buildIds) this.builds.delete(buildId)
  }

  async listMade() {
    this.#answer()
    return { made: [...this.made.values()], knownBuildIds: [...this.builds.keys()] }
  }

  async deleteBuilds(buildIds: readonly string[]): Promise<void> {
    this.#answer()
    for (const buildId of buildIds) this.made.delete(buildId)
  }

  async buildRecipe(alias: string, waitMsMax?: number) {
    this.#answer()
    this.recipeWaits.push(waitMsMax)
    return { state: this.recipes.get(alias) ?? 'unknown', progress: '[3 s] downloading packages' } as const
  }

  async hasFiles(teamId: string, filesHash: string): Promise<boolean> {
    this.#answer()
    return this.files.has(`${teamId}/${filesHash}`)
  }

  async storeFiles(
    { teamId, filesHash, sizeBytes }: { teamId: string; filesHash: string; sizeBytes: number },
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    this.#answer()
    const pieces: Uint8Array[] = []
    for await (const piece of bytes) pieces.push(piece)
    const content = Buffer.concat(pieces)
    if (content.length !== sizeBytes)
      throw new ServiceError('request_invalid', 'the length of the body is not the announced one')
    this.files.set(`${teamId}/${filesHash}`, content)
  }

  #answer(): void {
    if (this.isAway) throw new ServiceError('node_unavailable', 'the node is unreachable')
  }
}
