/** Template records. */
import type { NodeTemplate, Resources } from './orchestrator.ts'

export interface TemplateRecord {
  readonly templateId: string
  /** Null for a public template. */
  readonly teamId: string | null
  /** Its first alias. */
  readonly alias: string | null
  readonly source: TemplateSource
  /** Other teams may create sandboxes from it. */
  readonly isPublic: boolean
}

/** The origin of a template: a recipe, or the capture of a sandbox. */
export type TemplateSource = 'template' | 'snapshot'

export interface BuildRecord {
  readonly buildId: string
  readonly templateId: string
  readonly resources: Resources
  readonly envdVersion: string
}

/** A build of a removed template, and the node that made it. */
export interface RemovedBuild {
  readonly buildId: string
  readonly nodeId: string | null
}

/** Whether a template was removed: it is kept while a sandbox that has not ended uses it, and it may be missing. */
export type Removal =
  | { readonly kind: 'removed'; readonly builds: readonly RemovedBuild[] }
  | { readonly kind: 'inUse'; readonly sandboxId: string }
  | { readonly kind: 'missing' }

export interface TemplateStore {
  /**
   * Records templates that come with Cay, as a node lists them. A complete list replaces the former one: builds that are no
   * longer in it are not found any more.
   */
  syncTemplates(
    templates: readonly NodeTemplate[],
    options?: { readonly isComplete?: boolean },
  ): Promise<void>
  /** A null namespace is the public one. */
  findTemplateByAlias(namespace: string | null, alias: string): Promise<TemplateRecord | undefined>
  findTemplate(templateId: string): Promise<TemplateRecord | undefined>
  /** The latest build of the tag that is on the node, or the build with that id. */
  findBuild(templateId: string, tagOrBuildId: string): Promise<BuildRecord | undefined>
  /** Also removes its aliases, tags and builds. */
  removeTemplate(templateId: string): Promise<Removal>
}
