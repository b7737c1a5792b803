/** Renders builds, templates and tags as the hosted product's dashboard reads them. */
import { hash } from 'node:crypto'
import type { components } from '@cay/contract/gen/control/api.js'
import { dashboardStatus } from '@cay/core/dashboard/build-status.ts'
import { formatInstant } from '@cay/core/instant.ts'
import type { TagGroup } from '../../app/dashboard/template-tags.ts'
import type { BuildDetail, ListedTemplate, TemplateDetail } from '../../ports/build.ts'
import type { TagAssignment, TeamBuild } from '../../ports/dashboard.ts'
import type { Team } from '../../ports/team.ts'
import { namesOf, noBuildId } from '../template/render-template.ts'

type Schemas = components['schemas']

const instantOrNull = (atMs: number | null) => (atMs === null ? null : formatInstant(atMs))

export function renderListedBuild(build: TeamBuild): Schemas['DashboardListedBuild'] {
  const { templateId, alias, createdAtMs, resources, envdVersion } = build
  return {
    ...renderStatus(build),
    template: alias ?? templateId,
    templateId,
    createdAt: formatInstant(createdAtMs),
    cpuCount: resources.cpuCount,
    memoryMB: resources.memoryMb,
    diskSizeMB: resources.diskSizeMb,
    envdVersion: envdVersion || null,
  }
}

export function renderStatus({
  buildId,
  state,
  finishedAtMs,
  reason,
}: BuildDetail): Schemas['DashboardBuildStatusItem'] {
  const status = dashboardStatus(state)
  return {
    id: buildId,
    status,
    finishedAt: instantOrNull(finishedAtMs),
    statusMessage: status === 'failed' ? reason : null,
  }
}

export function renderDashboardBuild(
  build: BuildDetail,
  names: readonly string[],
): Schemas['DashboardBuild'] {
  const { id: _, ...status } = renderStatus(build)
  return { names: [...names], createdAt: formatInstant(build.createdAtMs), ...status }
}

export function renderListed(template: ListedTemplate, team: Team): Schemas['DashboardListedTemplate'] {
  const { cpuCount, memoryMb, diskSizeMb } = (template.build ?? template.newest)?.resources ?? noSizes
  return {
    ...renderCommon(template, team),
    cpuCount,
    memoryMB: memoryMb,
    diskSizeMB: diskSizeMb,
    createdBy: null,
    isDefault: template.teamId === null,
  }
}

/** Stands in for a template without any build, which requests cannot create. */
const noSizes = { cpuCount: 0, memoryMb: 0, diskSizeMb: 0 }

export function renderOne(template: ListedTemplate, team: Team): Schemas['DashboardTemplate'] {
  const sizes = template.build?.resources
  return {
    ...renderCommon(template, team),
    cpuCount: sizes?.cpuCount ?? null,
    memoryMB: sizes?.memoryMb ?? null,
    diskSizeMB: sizes?.diskSizeMb ?? null,
  }
}

function renderCommon(template: ListedTemplate, team: Team) {
  const { templateId, isPublic, aliases, createdAtMs, updatedAtMs, lastSpawnedAtMs } = template
  return {
    templateID: templateId,
    buildID: template.build?.buildId ?? noBuildId,
    public: isPublic,
    aliases: [...aliases],
    names: fullNames(template, team),
    createdAt: formatInstant(createdAtMs),
    updatedAt: formatInstant(updatedAtMs),
    lastSpawnedAt: instantOrNull(lastSpawnedAtMs),
    spawnCount: template.spawnCount,
    buildCount: template.buildCount,
    envdVersion: template.build?.envdVersion || null,
  }
}

/** Templates that come with Cay are in no team's namespace. */
function fullNames(template: TemplateDetail, team: Team): string[] {
  return template.teamId === null ? [...template.aliases] : namesOf(template, team)
}

/** Undefined while none of its builds is ready. */
export function renderDefault(template: ListedTemplate): Schemas['DefaultTemplate'] | undefined {
  const { build, templateId, aliases, createdAtMs, isPublic, buildCount, spawnCount } = template
  if (build === undefined) return undefined
  return {
    id: templateId,
    aliases: aliases.map((alias) => ({ alias, namespace: null })),
    buildId: build.buildId,
    ramMb: build.resources.memoryMb,
    vcpu: build.resources.cpuCount,
    totalDiskSizeMb: build.resources.diskSizeMb,
    envdVersion: build.envdVersion || null,
    createdAt: formatInstant(createdAtMs),
    public: isPublic,
    ...{ buildCount, spawnCount },
  }
}

export function renderGroup({ tag, assignments, hasMore }: TagGroup): Schemas['TagGroup'] {
  return { tag, assignments: assignments.map(renderAssignment), hasMore }
}

export function renderAssignment(assignment: TagAssignment): Schemas['TagAssignment'] {
  const { tag, buildId, assignedAtMs, buildCreatedAtMs, buildFinishedAtMs } = assignment
  return {
    assignmentId: idOf(`${tag} ${buildId}`),
    buildId,
    assignedAt: formatInstant(assignedAtMs),
    buildCreatedAt: formatInstant(buildCreatedAtMs),
    buildFinishedAt: instantOrNull(buildFinishedAtMs),
  }
}

/** A build has a tag once, so both together name the assignment; clients expect a UUID. */
function idOf(text: string): string {
  const digits = hash('sha256', text, 'hex')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`
}
