/** Templates by their names. */
import type { NodeTemplate, Resources } from './orchestrator.ts'

export interface TemplateRecord {
  readonly templateId: string
  /** Null: everybody's. */
  readonly teamId: string | null
  /** Its first alias. */
  readonly alias: string | null
  readonly source: TemplateSource
  /** Other teams may make sandboxes from it. */
  readonly isPublic: boolean
}

/** What a template was made from: a recipe, or a sandbox as it was at one moment. */
export type TemplateSource = 'template' | 'snapshot'

export interface BuildRecord {
  readonly buildId: string
  readonly templateId: string
  readonly resources: Resources
  readonly envdVersion: string
}

/** Whether a template could be removed: a sandbox that has not ended stands on it, or it was gone before. */
export type Removal =
  | { readonly kind: 'removed'; readonly buildIds: readonly string[] }
  | { readonly kind: 'inUse'; readonly sandboxId: string }
  | { readonly kind: 'missing' }

export interface TemplateStore {
  /** What the node has from now on; builds it has no more are not found any longer. */
  syncTemplates(templates: readonly NodeTemplate[]): Promise<void>
  /** A null namespace is the one of everybody. */
  findTemplateByAlias(namespace: string | null, alias: string): Promise<TemplateRecord | undefined>
  findTemplate(templateId: string): Promise<TemplateRecord | undefined>
  /** The latest build of the tag that the node has, or the build of that id. */
  findBuild(templateId: string, tagOrBuildId: string): Promise<BuildRecord | undefined>
  /** With its aliases, tags and builds. */
  removeTemplate(templateId: string): Promise<Removal>
}
