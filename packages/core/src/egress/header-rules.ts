/**
 * Headers that egress sets in requests to certain hosts, validated. A rule does not allow a host.
 */
import { ServiceError } from '../errors.ts'
import { utf8Bytes } from '../text.ts'
import { normalizePattern } from './domain-name.ts'
import { type HeaderValue, isHeaderText, parseHeaderValue, placeholdersOf } from './header-value.ts'

/** By host, as in the API. */
export type HeaderRulesSpec = Readonly<
  Record<
    string,
    readonly {
      readonly transform?: GivenTransform | undefined
    }[]
  >
>

interface GivenTransform {
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly allowHttp?: boolean | undefined
}

export interface HeaderField {
  /** In lower case. */
  readonly name: string
  readonly value: HeaderValue
}

export interface HeaderRule {
  /** A normalized name, or `*.` before one for everything below it. */
  readonly pattern: string
  /** They replace fields of the same name in a request. */
  readonly fields: readonly HeaderField[]
  /** Whether the fields may be sent unencrypted, over plain HTTP. */
  readonly allowsHttp: boolean
}

export const ruleBounds = {
  domainsMax: 10,
  patternLengthMax: 128,
  fieldsMax: 20,
  fieldNameLengthMax: 64,
  fieldValueBytesMax: 2048,
  /** Distinct secrets, per domain. */
  secretsMax: 32,
} as const

/** Throws request_invalid for the first rule that is wrong. */
export function parseHeaderRules(spec: HeaderRulesSpec): HeaderRule[] {
  const entries = Object.entries(spec)
  if (entries.length > ruleBounds.domainsMax) throw invalid(`at most ${ruleBounds.domainsMax} domains`)
  const rules = entries.map(([domain, [rule, ...more]]) => {
    const at = `[${JSON.stringify(domain.slice(0, ruleBounds.patternLengthMax))}]`
    if (more.length > 0) throw invalid('at most one rule for a domain', at)
    const { headers = {}, allowHttp = false } = rule?.transform ?? {}
    return { pattern: readPattern(domain, at), fields: readFields(headers, at), allowsHttp: allowHttp }
  })
  const twice = rules.find(({ pattern }, index) => rules.findIndex((one) => one.pattern === pattern) < index)
  if (twice !== undefined) throw invalid(`${twice.pattern} is given twice`)
  return rules
}

/** The rule for a normalized host: an exact match, or else the longest matching wildcard. Rules are not merged. */
export function findRule(rules: readonly HeaderRule[], host: string): HeaderRule | undefined {
  const matching = rules.filter(
    ({ pattern }) => pattern === host || (pattern.startsWith('*.') && host.endsWith(pattern.slice(1))),
  )
  return matching.find(({ pattern }) => pattern === host) ?? matching.sort(longestFirst)[0]
}

function longestFirst(a: HeaderRule, b: HeaderRule): number {
  return b.pattern.length - a.pattern.length
}

function readPattern(domain: string, at: string): string {
  const isShort = domain.length >= 1 && domain.length <= ruleBounds.patternLengthMax
  const pattern = isShort ? normalizePattern(domain) : undefined
  if (pattern !== undefined && pattern !== '*') return pattern
  throw invalid(
    `is not a domain name of at most ${ruleBounds.patternLengthMax} characters, nor *. before one`,
    at,
  )
}

function readFields(headers: Readonly<Record<string, string>>, at: string): HeaderField[] {
  const entries = Object.entries(headers)
  if (entries.length > ruleBounds.fieldsMax) throw invalid(`at most ${ruleBounds.fieldsMax} headers`, at)
  const fields = entries.map(([name, value]) => readField(name, value, at))
  const twice = fields.find(({ name }, index) => fields.findIndex((one) => one.name === name) < index)
  if (twice !== undefined) throw invalid(`header ${twice.name} is given twice`, at)
  const secrets = fields.flatMap(({ value }) => placeholdersOf(value)).filter(({ kind }) => kind === 'secret')
  if (new Set(secrets.map(({ name }) => name)).size > ruleBounds.secretsMax)
    throw invalid(`at most ${ruleBounds.secretsMax} different secrets`, at)
  return fields
}

function readField(spec: string, text: string, at: string): HeaderField {
  const name = spec.toLowerCase()
  const shown = JSON.stringify(spec.slice(0, ruleBounds.fieldNameLengthMax))
  if (!shapeOfFieldName.test(name) || name.length > ruleBounds.fieldNameLengthMax) {
    throw invalid(`${shown} is not a header name of at most ${ruleBounds.fieldNameLengthMax} characters`, at)
  }
  if (framingFields.has(name)) {
    throw invalid(`header ${name} cannot be set: it says for whom a request is, or where it ends`, at)
  }
  if (utf8Bytes(text) > ruleBounds.fieldValueBytesMax || !isHeaderText(text)) {
    throw invalid(
      `the value of header ${name} must be at most ${ruleBounds.fieldValueBytesMax} bytes without control characters`,
      at,
    )
  }
  const value = parseHeaderValue(text)
  if (value === undefined) throw invalid(`the value of header ${name} has a malformed placeholder`, at)
  return { name, value }
}

const shapeOfFieldName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/

/**
 * Fields that define the framing of the request: if a rule set them, two servers could read the request differently.
 */
const framingFields: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

function invalid(what: string, at = ''): ServiceError {
  return new ServiceError('request_invalid', `network.rules${at}: ${what}`)
}
