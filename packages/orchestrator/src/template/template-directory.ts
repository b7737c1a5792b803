import type { TemplateBuild, Templates } from '../ports.ts'
import { listTemplates, type RefusedBuild } from './list-templates.ts'
import type { NodeTraits } from './manifest.ts'

/** The node's templates as they lie on its disk; each refused build is told once. */
export class TemplateDirectory implements Templates {
  readonly #dataDir: string
  readonly #node: NodeTraits
  readonly #onRefused: (refused: RefusedBuild) => void
  #told = new Set<string>()

  constructor(dataDir: string, node: NodeTraits, onRefused: (refused: RefusedBuild) => void) {
    this.#dataDir = dataDir
    this.#node = node
    this.#onRefused = onRefused
  }

  async list(): Promise<TemplateBuild[]> {
    const { builds, refused } = await listTemplates(this.#dataDir, this.#node)
    for (const one of refused) if (!this.#told.has(one.directory)) this.#onRefused(one)
    this.#told = new Set(refused.map(({ directory }) => directory))
    return [...builds]
  }
}
