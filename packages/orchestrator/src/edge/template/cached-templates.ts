/** The builds of the data directory, which are listed regularly instead of at each create. */
import type { Logger } from '@cay/kit/log.ts'
import type { NodeTraits, TemplateBuild, Templates } from '../../ports/template.ts'
import { listTemplates } from './list-templates.ts'

export interface CachedTemplatesOptions {
  readonly log: Logger
  readonly fetch?: (buildId: string) => Promise<boolean>
  readonly noteUse?: NonNullable<Templates['noteUse']>
}

export class CachedTemplates implements Templates {
  readonly #dataDir: string
  readonly #node: NodeTraits
  readonly #log: Logger
  #builds: readonly TemplateBuild[] = []
  #refused = ''
  readonly fetch?: (buildId: string) => Promise<boolean>
  readonly noteUse?: NonNullable<Templates['noteUse']>

  /** `fetch`: gets a build from the object store. */
  constructor(dataDir: string, node: NodeTraits, options: CachedTemplatesOptions) {
    this.#dataDir = dataDir
    this.#node = node
    this.#log = options.log
    const { fetch, noteUse } = options
    if (noteUse !== undefined) this.noteUse = noteUse
    if (fetch === undefined) return
    this.fetch = async (buildId) => {
      const isHere = await fetch(buildId)
      if (isHere) await this.refresh()
      return isHere
    }
  }

  async list(): Promise<TemplateBuild[]> {
    return [...this.#builds]
  }

  /** Lists the directory again; resolves with whether the builds have changed. */
  async refresh(): Promise<boolean> {
    const listed = await listTemplates(this.#dataDir, this.#node)
    const refused = listed.refused.map((one) => `${one.directory}: ${one.reason}`).join('; ')
    if (refused !== '' && refused !== this.#refused)
      this.#log.warn(
        { event: 'template.builds.refused', refused },
        'some template builds cannot be used on this node',
      )
    this.#refused = refused
    const before = ids(this.#builds)
    this.#builds = [...listed.builds, ...listed.foreign].sort((a, b) => b.createdAtMs - a.createdAtMs)
    return ids(this.#builds) !== before
  }
}

function ids(builds: readonly TemplateBuild[]): string {
  return builds.map((build) => build.buildId).join()
}
