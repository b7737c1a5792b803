/** Routes of template builds. They decode, call and encode; they decide nothing. */
import { limits } from '@cay/contract/limits.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { clampInstant } from '@cay/core/instant.ts'
import { showsTokens } from '@cay/core/team/key-scope.ts'
import { startAfterRestorePair } from '@cay/core/template/start-time.ts'
import { readBuildLogs, readBuildStatus } from '../../app/build/read-build.ts'
import { requestBuild } from '../../app/build/request-build.ts'
import { type StartBuild, startBuild } from '../../app/build/start-build.ts'
import { makeUploadLink } from '../../app/build/upload-links.ts'
import type { Deps } from '../../app/deps.ts'
import type { RegistryCredential } from '../../ports/build.ts'
import type { Call, Routes } from '../add-operation.ts'
import { namesOf, renderBuildInfo, renderLogEntry } from '../template/render-template.ts'
import { invalid } from '../validate.ts'

type BuildRoutes = Pick<
  Routes,
  'requestBuild' | 'startBuild' | 'getUploadLink' | 'getBuildStatus' | 'getBuildLogs'
>

export function createBuildRoutes(deps: Deps): BuildRoutes {
  return {
    requestBuild: async ({ team, body }) => {
      const { template, buildId, tags } = await requestBuild(deps, team, body)
      return {
        status: 202,
        body: {
          templateID: template.templateId,
          buildID: buildId,
          public: template.isPublic,
          names: namesOf(template, team),
          tags,
          aliases: template.aliases,
        },
      }
    },
    startBuild: async (call) => {
      await startBuild(deps, call.team, orderOf(call))
      return { status: 202 }
    },
    getUploadLink: async ({ caller, team, params, origin }) => {
      // Upload links grant write access.
      if (!showsTokens(caller.scope))
        throw new ServiceError('forbidden', 'a key that only reads gets no upload links')
      const { isPresent, path } = await makeUploadLink(deps, team, params)
      return { status: 201, body: { present: isPresent, url: `${origin(deps.domain)}${path}` } }
    },
    getBuildStatus: async ({ team, params, query }) => {
      const { logsOffset = 0, limit = limits.buildLogPageSizeMax, level } = query
      const request = { offset: logsOffset, limit, levelMin: level ?? 'debug' } as const
      const { build, entries } = await readBuildStatus(deps, team, { ...params, ...request })
      return { status: 200, body: renderBuildInfo(build, entries) }
    },
    getBuildLogs: async ({ team, params, query }) => {
      const { pageCursor, cursor, limit = limits.buildLogPageSizeMax, direction, level } = query
      const { entries, nextCursor } = await readBuildLogs(deps, team, {
        ...params,
        limit,
        direction: direction ?? 'forward',
        levelMin: level ?? 'debug',
        ...(pageCursor === undefined || pageCursor === '' ? {} : { pageCursor }),
        ...(cursor === undefined ? {} : { fromMs: clampInstant(cursor) }),
      })
      const next = nextCursor === undefined ? {} : { nextCursor }
      return { status: 200, body: { logs: entries.map(renderLogEntry), source: 'persistent', ...next } }
    },
  }
}

function orderOf({ params, body, headers }: Call<'startBuild'>): StartBuild {
  const { steps = [], force = false, startCmd = '', readyCmd = '', fromImage, fromTemplate } = body
  return {
    ...params,
    fromImage,
    fromTemplate,
    force,
    credential: body.fromImageRegistry === undefined ? undefined : credentialOf(body.fromImageRegistry),
    steps: [
      ...steps.map((step) => ({
        type: step.type,
        args: step.args ?? [],
        filesHash: step.filesHash ?? '',
        force: step.force ?? false,
      })),
      ...(body.startAfterRestore === true ? [startAfterRestoreStep] : []),
    ],
    startCommand: startCmd,
    readyCommand: readyCmd,
    ignoresContext: isOldClient(String(headers['user-agent'] ?? '')),
  }
}

const startAfterRestoreStep = {
  type: 'ENV',
  args: startAfterRestorePair,
  filesHash: '',
  force: false,
} as const

/** Official clients before 2.3.0 expect sandboxes to run as `user`, whatever the build steps say. */
function isOldClient(userAgent: string): boolean {
  const [, major, minor] = /\be2b-(?:js|python)-sdk\/(\d+)\.(\d+)/.exec(userAgent) ?? []
  if (major === undefined || minor === undefined) return false
  return Number(major) < 2 || (Number(major) === 2 && Number(minor) < 3)
}

function credentialOf(
  credential: NonNullable<Call<'startBuild'>['body']['fromImageRegistry']>,
): RegistryCredential {
  const need = (name: keyof typeof credential): string => {
    const value = credential[name]
    if (value === undefined || value === '') throw invalid(`body.fromImageRegistry.${name}`, 'is required')
    return value
  }
  switch (credential.type) {
    case 'registry':
      return { kind: 'login', username: need('username'), password: need('password') }
    case 'aws':
      return {
        kind: 'aws',
        accessKeyId: need('awsAccessKeyId'),
        secretAccessKey: need('awsSecretAccessKey'),
        region: need('awsRegion'),
      }
    case 'gcp':
      return { kind: 'gcp', serviceAccount: need('serviceAccountJson') }
  }
}
