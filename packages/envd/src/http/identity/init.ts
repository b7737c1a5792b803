/** POST /init: the node sets the identity of this sandbox. Internal: the proxy never forwards this path. */

import { limits } from '@cay/contract/limits.ts'
import { envdVersion, headers } from '@cay/contract/names.ts'
import { ServiceError } from '@cay/core/errors.ts'
import type { LogText } from '@cay/core/logs/entry.ts'
import { receiptOf, unseal } from '@cay/kit/sealed-identity.ts'
import { type AnnounceDeps, announceRestore } from '../../app/identity/announce-restore.ts'
import { type RestoreHookDeps, runRestoreHooks } from '../../app/identity/run-restore-hooks.ts'
import type { SandboxIdentity } from '../../app/identity/sandbox-state.ts'
import {
  type AdoptIdentityDeps,
  adoptIdentity,
  type IdentityChange,
  type NamedIdentity,
  type ShowIdentityDeps,
  showIdentity,
} from '../../app/identity/set-identity.ts'
import { runStartCommand, type StartCommand, type StartCommandDeps } from '../../app/process/start-command.ts'
import { pemBlocks } from '../../dialect/identity/trust-bundle.ts'
import type { VolumeMounts } from '../../ports/identity.ts'
import type { EventLoop } from '../../ports/runtime.ts'
import { renewPlaceholders } from '../../rpc/output-json.ts'
import { isRecord, parseJson, readBody, readJson } from '../json-body.ts'
import type { Exchange } from '../respond.ts'

export interface InitDeps
  extends AdoptIdentityDeps,
    ShowIdentityDeps,
    AnnounceDeps,
    RestoreHookDeps,
    StartCommandDeps {
  readonly eventLoop: EventLoop
  readonly volumeMounts: VolumeMounts
}

export async function handleInit(deps: InitDeps, exchange: Exchange): Promise<void> {
  const body = await readIdentity(deps, exchange)
  const start = startCommandOf(body)
  const volumePaths = volumePathsOf(body)
  const change = adoptIdentity(deps, parseIdentity(body), isRestored(body))
  if (change === undefined) answer(exchange)
  else await become(deps, exchange, { change, start, volumePaths })
  // The node sends the identity after every restore, so this is the time to repair the event loop.
  await deps.eventLoop.heal()
}

async function readIdentity({ state }: InitDeps, exchange: Exchange): Promise<Record<string, unknown>> {
  const mark = exchange.request.headers[headers.sealed]
  if (mark === undefined) return await readJson(exchange)
  const body = await readBody(exchange, limits.requestBodyBytesMax)
  const { controlToken = '' } = state.identity
  const text = unseal(controlToken, { mark: String(mark), body })
  if (text === undefined) throw new ServiceError('credential_unknown', 'the identity cannot be decrypted')
  exchange.response.setHeader(headers.daemonProof, receiptOf(controlToken, String(mark)))
  return parseJson(text)
}

interface Becoming {
  readonly change: IdentityChange
  readonly start: StartCommand | undefined
  /** Mount points of volumes, by index. Undefined: the sandbox has no directory of volumes. */
  readonly volumePaths: readonly string[] | undefined
}

/**
 * Keeps the node waiting as briefly as possible: what processes read is written while the response is being sent, in
 * the same turn of the event loop, and therefore before any other request is handled.
 */
async function become(deps: InitDeps, exchange: Exchange, becoming: Becoming): Promise<void> {
  const { change, start, volumePaths } = becoming
  renewPlaceholders()
  const generation = announceRestore(deps, change)
  const paths = deps.restoreHooks.list()
  const isAnsweredAhead = paths.length === 0 && start === undefined && volumePaths === undefined
  if (isAnsweredAhead) answer(exchange)
  try {
    showIdentity(deps, change)
  } catch (error) {
    if (!isAnsweredAhead) throw error
    deps.log.add(notShownEntry(error))
  }
  if (volumePaths !== undefined) deps.volumeMounts.mount(volumePaths)
  await runRestoreHooks(deps, { paths, generation })
  if (start !== undefined) await runStartCommand(deps, start)
  if (!isAnsweredAhead) answer(exchange)
}

function answer({ response }: Exchange): void {
  response.writeHead(204, { 'x-envd-version': envdVersion }).end()
}

function notShownEntry(error: unknown): LogText {
  const message = `failed to publish the identity of the sandbox: ${String(error)}`
  return { level: 'warn', message, fields: { logger: 'envd' } }
}

/** A node that omits the field may have restored the sandbox. */
function isRestored({ restored }: Record<string, unknown>): boolean {
  if (restored !== undefined && typeof restored !== 'boolean') throw invalid('restored', 'true or false')
  return restored !== false
}

function parseIdentity(body: Record<string, unknown>): NamedIdentity {
  return {
    sandboxId: text(body, 'sandboxId') ?? '',
    templateId: text(body, 'templateId') ?? '',
    accessToken: text(body, 'accessToken'),
    controlToken: text(body, 'controlToken'),
    ...variables(body),
    ...certificates(body),
    hostname: text(body, 'hostname') ?? '',
    defaultUser: text(body, 'defaultUser'),
    defaultWorkdir: text(body, 'defaultWorkdir') ?? '',
    resources: resources(body),
    timestampMs: number(body, 'timestampMs'),
  }
}

function startCommandOf({ start }: Record<string, unknown>): StartCommand | undefined {
  if (start === undefined) return undefined
  if (!isRecord(start)) throw invalid('start', 'an object')
  return {
    command: text(start, 'command') ?? '',
    readyCommand: text(start, 'readyCommand') ?? '',
    user: text(start, 'user') ?? '',
    workdir: text(start, 'workdir'),
    variables: variablesIn(start, 'variables') ?? {},
  }
}

function volumePathsOf({ volumePaths }: Record<string, unknown>): readonly string[] | undefined {
  if (volumePaths === undefined) return undefined
  const isText = (item: unknown): item is string => typeof item === 'string' && item.startsWith('/')
  if (!Array.isArray(volumePaths) || !volumePaths.every(isText))
    throw invalid('volumePaths', 'a list of absolute paths')
  return volumePaths
}

/** An empty value counts as absent. */
function text(body: Record<string, unknown>, field: string): string | undefined {
  const value = body[field] ?? ''
  if (typeof value !== 'string') throw invalid(field, 'a string')
  return value === '' ? undefined : value
}

function number(body: Record<string, unknown>, field: string): number {
  const value = body[field] ?? 0
  if (typeof value !== 'number') throw invalid(field, 'a number')
  return value
}

function variables(body: Record<string, unknown>): Pick<NamedIdentity, 'envVars'> {
  const envVars = variablesIn(body, 'envVars')
  return envVars === undefined ? {} : { envVars }
}

function variablesIn(body: Record<string, unknown>, field: string): Record<string, string> | undefined {
  const value = body[field] ?? undefined
  if (value === undefined) return undefined
  if (!isRecord(value)) throw invalid(field, 'an object of strings')
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (typeof item !== 'string') throw invalid(`${field}.${key}`, 'a string')
      return [key, item]
    }),
  )
}

function certificates(body: Record<string, unknown>): Pick<NamedIdentity, 'caBundle'> {
  const value: unknown = body.caBundle ?? undefined
  if (value === undefined) return {}
  if (!Array.isArray(value)) throw invalid('caBundle', 'a list of certificates in PEM')
  const caBundle = value.map((item: unknown) => {
    if (typeof item !== 'string' || pemBlocks(item).length === 0)
      throw invalid('caBundle', 'a list of certificates in PEM')
    return item
  })
  return { caBundle }
}

/** Returns undefined if the node did not state them. */
function resources(body: Record<string, unknown>): SandboxIdentity['resources'] {
  const value = body.resources ?? undefined
  if (value === undefined) return undefined
  if (!isRecord(value)) throw invalid('resources', 'an object of numbers')
  return {
    cpuCount: number(value, 'cpuCount'),
    memoryMb: number(value, 'memoryMb'),
    diskSizeMb: number(value, 'diskSizeMb'),
  }
}

function invalid(field: string, expected: string): ServiceError {
  return new ServiceError('request_invalid', `${field} must be ${expected}`)
}
