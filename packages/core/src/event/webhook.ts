/** Rules of webhooks: what may be registered, which events one gets, and when a failed delivery is tried again. */
import { isClosed } from '../egress/closed-ranges.ts'
import { parseAddress } from '../egress/ipv4.ts'
import { hasAddress, type RangeSet } from '../egress/range-set.ts'
import { ServiceError } from '../errors.ts'

export const webhookBounds = {
  /** Maximum number per team. */
  countMax: 20,
  nameLengthMax: 250,
  urlLengthMax: 2048,
  secretLengthMin: 8,
  secretLengthMax: 256,
} as const

export const retryModes = ['day', 'hosted'] as const
export type RetryMode = (typeof retryModes)[number]

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Delays after the first, second, … failed attempt. */
const delays: Readonly<Record<RetryMode, readonly number[]>> = {
  day: [
    ...[5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour],
    ...[4 * hour, 4 * hour, 4 * hour, 4 * hour, 4 * hour],
  ],
  hosted: [10 * second, 10 * second, 10 * second],
}

/** A tenth of a delay is random, so that deliveries that failed together are not retried together. */
const jitter = 0.1

/**
 * In the mode `day`, an attempt that fails when a delivery is older is its last, whatever attempts are left: deliveries of one
 * sandbox wait for each other, and a day for each would let them pile up behind a receiver that is down.
 */
const dayMs = 24 * hour

interface FailedAttempts {
  readonly attempts: number
  /** When the event happened, or the delivery was asked for again by hand. */
  readonly sinceMs: number
  readonly nowMs: number
  /** At least 0 and below 1. */
  readonly random: number
}

/** When a delivery is tried again after `attempts` failed ones; undefined when it has become a dead letter. */
export function nextAttemptAt(
  mode: RetryMode,
  { attempts, sinceMs, nowMs, random }: FailedAttempts,
): number | undefined {
  const delay = delays[mode][attempts - 1]
  if (delay === undefined || (mode === 'day' && nowMs - sinceMs >= dayMs)) return undefined
  return nowMs + Math.round(mode === 'hosted' ? delay : delay * (1 + jitter * random))
}

/** The parts of a parsed URL. */
export interface WebhookTarget {
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly hostname: string
}

/** Throws request_invalid; undefined stands for a text that is no URL. */
export function checkTarget(target: WebhookTarget | undefined, allowed: RangeSet): void {
  if (target === undefined || (target.protocol !== 'http:' && target.protocol !== 'https:'))
    throw invalid('url', 'must begin with http:// or https://')
  if (target.username !== '' || target.password !== '')
    throw invalid('url', 'must have no user name and password')
  const refusal = refusedHost(target.hostname, allowed)
  if (refusal !== undefined) throw invalid('url', refusal)
}

/** Why a host is refused before its name is resolved; undefined when it is not. */
export function refusedHost(hostname: string, allowed: RangeSet): string | undefined {
  if (hostname.startsWith('[')) return 'must have a name or an IPv4 address as its host'
  const address = parseAddress(hostname)
  if (address === undefined || !isRefusedAddress(address, allowed)) return undefined
  return `the address ${hostname} is private or reserved`
}

export function isRefusedAddress(address: number, allowed: RangeSet): boolean {
  return isClosed(address) && !hasAddress(allowed, address)
}

const standardPrefix = 'whsec_'
const standardKeyBytesMin = 8

/**
 * Behind `whsec_` there is a key in base64, of either alphabet: anything else would be read as a short key or an empty one,
 * with which everybody can sign. Throws request_invalid.
 */
export function checkSecret(secret: string): void {
  if (!secret.startsWith(standardPrefix)) return
  const digits = /^([\w+/-]+)={0,2}$/.exec(secret.slice(standardPrefix.length))?.[1] ?? ''
  if (Math.floor((digits.length * 6) / 8) < standardKeyBytesMin)
    throw invalid(
      'signatureSecret',
      `must have base64 of at least ${standardKeyBytesMin} bytes after ${standardPrefix}`,
    )
}

export function webhookNotFound(): ServiceError {
  return new ServiceError('not_found', 'Webhook not found')
}

/** What is shown of a secret: enough to tell two of them apart. */
export function maskSecret(secret: string): string {
  return `…${secret.length >= 16 ? secret.slice(-4) : ''}`
}

function invalid(field: string, why: string): ServiceError {
  return new ServiceError('request_invalid', `validation error: body.${field}: ${why}`)
}
