/** Renders templates and builds in the wire format. */
import type { components } from '@cay/contract/gen/control/api.js'
import { formatInstant } from '@cay/core/instant.ts'
import type {
  BuildDetail,
  BuildLogEntry,
  ListedTemplate,
  TagRecord,
  TemplateDetail,
} from '../../ports/build.ts'
import type { Team } from '../../ports/team.ts'

type Schemas = components['schemas']

/** Stands in where the response requires a build id and there is no build. */
export const noBuildId = '00000000-0000-0000-0000-000000000000'
/** Stands in for a template without any build, which requests cannot create. */
const unknownSizes = { cpuCount: 0, memoryMb: 0, diskSizeMb: 0 }
const numberDigits = 10

export function namesOf({ aliases }: TemplateDetail, team: Team): string[] {
  return aliases.map((alias) => `${team.slug}/${alias}`)
}

export function renderTemplate(template: ListedTemplate, team: Team): Schemas['Template'] {
  const { build, newest, newestState = 'waiting', buildCount } = template
  // Without a ready build, the newest build gives the sizes.
  const { cpuCount, memoryMb, diskSizeMb } = (build ?? newest)?.resources ?? unknownSizes
  return {
    ...common(template, team),
    buildID: build?.buildId ?? noBuildId,
    cpuCount,
    memoryMB: memoryMb,
    diskSizeMB: diskSizeMb,
    createdBy: null,
    buildCount,
    envdVersion: build?.envdVersion ?? '',
    buildStatus: newestState,
  }
}

export function renderTemplateWithBuilds(
  template: TemplateDetail,
  { team, builds }: { team: Team; builds: readonly BuildDetail[] },
): Schemas['TemplateWithBuilds'] {
  return { ...common(template, team), builds: builds.map(renderBuild) }
}

function common(template: TemplateDetail, team: Team) {
  const { templateId, isPublic, aliases, createdAtMs, updatedAtMs, lastSpawnedAtMs, spawnCount } = template
  return {
    templateID: templateId,
    public: isPublic,
    aliases: [...aliases],
    names: namesOf(template, team),
    createdAt: formatInstant(createdAtMs),
    updatedAt: formatInstant(updatedAtMs),
    lastSpawnedAt: lastSpawnedAtMs === null ? null : formatInstant(lastSpawnedAtMs),
    spawnCount,
  }
}

function renderBuild(build: BuildDetail): Schemas['TemplateBuild'] {
  const { buildId, state, createdAtMs, updatedAtMs, finishedAtMs, resources, envdVersion } = build
  return {
    buildID: buildId,
    status: state,
    createdAt: formatInstant(createdAtMs),
    updatedAt: formatInstant(updatedAtMs),
    ...(finishedAtMs === null ? {} : { finishedAt: formatInstant(finishedAtMs) }),
    cpuCount: resources.cpuCount,
    memoryMB: resources.memoryMb,
    diskSizeMB: resources.diskSizeMb,
    ...(envdVersion === '' ? {} : { envdVersion }),
  }
}

export function renderBuildInfo(
  build: BuildDetail,
  entries: readonly BuildLogEntry[],
): Schemas['TemplateBuildInfo'] {
  const { templateId, buildId, state, reason, reasonStep } = build
  const known = {
    logs: [],
    logEntries: entries.map(renderLogEntry),
    templateID: templateId,
    buildID: buildId,
    status: state,
  }
  if (reason === null) return known
  const ofStep = entries.filter(
    ({ step, level }) => step === reasonStep && (level === 'warn' || level === 'error'),
  )
  const step = reasonStep === null ? {} : { step: reasonStep }
  return { ...known, reason: { message: reason, ...step, logEntries: ofStep.map(renderLogEntry) } }
}

export function renderLogEntry({
  number,
  timestampMs,
  message,
  level,
  step,
}: BuildLogEntry): Schemas['BuildLogEntry'] {
  return {
    id: String(number).padStart(numberDigits, '0'),
    timestamp: formatInstant(timestampMs),
    message,
    level,
    ...(step === '' ? {} : { step }),
  }
}

export function renderTag({ tag, buildId, assignedAtMs }: TagRecord): Schemas['TemplateTag'] {
  return { tag, buildID: buildId, createdAt: formatInstant(assignedAtMs) }
}
