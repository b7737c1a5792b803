/** Translates between protocol messages and records of builds. Pure. */
import {
  BuildRecipeResponse_State,
  LogEntry_Level,
  type WatchBuildResponse,
} from '@cay/contract/gen/build/build_pb.js'
import type { LogLevel } from '@cay/core/logs/entry.ts'
import type { BuildNews, BuildOnNode } from '../ports/build.ts'

export const recipeStates = {
  [BuildRecipeResponse_State.UNSPECIFIED]: 'unknown',
  [BuildRecipeResponse_State.UNKNOWN]: 'unknown',
  [BuildRecipeResponse_State.BUILDING]: 'building',
  [BuildRecipeResponse_State.READY]: 'ready',
  [BuildRecipeResponse_State.FAILED]: 'failed',
} as const

export function toBuildMessage({ source, steps, ...build }: BuildOnNode) {
  return {
    ...build,
    steps: steps.map(({ type, args, filesHash, force }) => ({ type, args: [...args], filesHash, force })),
    source: toSource(source),
  }
}

function toSource(source: BuildOnNode['source']) {
  switch (source.kind) {
    case 'build':
      return { case: 'fromBuildId' as const, value: source.buildId }
    case 'recipe':
      return { case: 'fromRecipe' as const, value: source.alias }
    case 'image': {
      const { image, credential } = source
      return { case: 'image' as const, value: { image, credential: toCredential(credential) } }
    }
  }
}

type Credential = (BuildOnNode['source'] & { kind: 'image' })['credential']

function toCredential(credential: Credential) {
  switch (credential?.kind) {
    case 'login':
      return {
        case: 'login' as const,
        value: { username: credential.username, password: credential.password },
      }
    case 'aws': {
      const { accessKeyId, secretAccessKey, region } = credential
      return { case: 'aws' as const, value: { accessKeyId, secretAccessKey, region } }
    }
    case 'gcp':
      return { case: 'gcp' as const, value: credential.serviceAccount }
    default:
      return { case: undefined }
  }
}

const levels: Readonly<Record<LogEntry_Level, LogLevel>> = {
  [LogEntry_Level.UNSPECIFIED]: 'info',
  [LogEntry_Level.DEBUG]: 'debug',
  [LogEntry_Level.INFO]: 'info',
  [LogEntry_Level.WARN]: 'warn',
  [LogEntry_Level.ERROR]: 'error',
}

export function toNews({ event }: WatchBuildResponse): BuildNews | undefined {
  if (event.case === 'entry') {
    const { timestampMs, level, message, step } = event.value
    return { kind: 'entry', entry: { timestampMs: Number(timestampMs), level: levels[level], message, step } }
  }
  if (event.case !== 'outcome') return undefined
  const { outcome } = event.value
  if (outcome.case === 'failed') return { kind: 'failed', ...outcome.value }
  if (outcome.case !== 'ready') return undefined
  const { envdVersion, resources } = outcome.value
  const { cpuCount = 0, memoryMb = 0, diskSizeMb = 0 } = resources ?? {}
  return { kind: 'ready', envdVersion, resources: { cpuCount, memoryMb, diskSizeMb } }
}
