/** What the open dashboard of the hosted product lists beside the rest. */
import type { Cursor } from '@cay/core/page.ts'
import type { BuildState } from '@cay/core/template/build-state.ts'
import type { BuildDetail, ListedTemplate } from './build.ts'

export interface TeamBuild extends BuildDetail {
  /** The first alias of its template; null without one. */
  readonly alias: string | null
}

export interface TemplateQuery {
  readonly teamId: string
  readonly isPublic?: boolean | undefined
  /** A part of an alias, of a name or of the id; in lower case. */
  readonly search?: string
  readonly column: 'created' | 'updated'
  readonly order: 'asc' | 'desc'
  readonly after?: Cursor
  readonly limit: number
}

export interface TagQuery {
  readonly templateId: string
  readonly search?: string
  readonly column: 'latest' | 'name'
  readonly order: 'asc' | 'desc'
  /** `id` is the tag. */
  readonly after?: Cursor
  readonly limit: number
  /** Assignments of each tag. */
  readonly assignmentLimit: number
}

/** A ready build that has a tag, or had it before a newer build got it. */
export interface TagAssignment {
  readonly tag: string
  readonly buildId: string
  readonly assignedAtMs: number
  readonly buildCreatedAtMs: number
  readonly buildFinishedAtMs: number | null
}

export interface TagGroupRecord {
  readonly tag: string
  readonly latestAtMs: number
  readonly assignments: readonly TagAssignment[]
}

export interface DashboardStore {
  /** Newest first. */
  listTeamBuilds(query: {
    readonly teamId: string
    readonly templateId?: string
    readonly buildId?: string
    readonly states?: readonly BuildState[]
    readonly after?: Cursor
    readonly limit: number
  }): Promise<TeamBuild[]>
  /** Those of the team among these. */
  findTeamBuilds(teamId: string, buildIds: readonly string[]): Promise<BuildDetail[]>
  /** Templates of the team, and those that come with Cay and are on a node. */
  listVisibleTemplates(query: TemplateQuery): Promise<ListedTemplate[]>
  findListedTemplate(templateId: string): Promise<ListedTemplate | undefined>
  listTagGroups(query: TagQuery): Promise<TagGroupRecord[]>
  countReadyTags(templateId: string): Promise<number>
  /** The latest first. */
  listTagAssignments(query: {
    readonly templateId: string
    readonly tag: string
    readonly after?: Cursor
    readonly limit: number
  }): Promise<TagAssignment[]>
}
