/**
 * Validates requests with the validators generated from the spec, and describes the first error: `validation error:
 * <where>.<field>: <what>`.
 */
import type { Validate, ValidationFault } from '@cay/contract/gen/control/operations.js'
import { ServiceError } from '@cay/core/errors.ts'

/** Returns the data with defaults applied. Throws request_invalid. */
export function parseAs<T>(validate: Validate<T>, where: 'params' | 'query' | 'body', data: unknown): T {
  if (validate(data)) return data
  const fault = validate.errors?.[0]
  throw fault === undefined
    ? invalid(where, 'is not valid')
    : invalid(where + renderPointer(fault), describeFault(fault))
}

/**
 * As `parseAs`, for texts that the spec defines as numbers. The validators accept a text that exceeds the range of a
 * double without checking it further, so it is rejected here.
 */
export function parseQueryAs<T>(validate: Validate<T>, data: Record<string, unknown>): T {
  const query = parseAs(validate, 'query', data)
  for (const [name, value] of Object.entries(data))
    if (typeof value === 'number' && !Number.isFinite(value))
      throw invalid(`query.${shorten(name)}`, 'must be an integer')
  return query
}

/** Undefined where the operation takes none, or none was sent and it may be absent. Throws request_invalid. */
export function parseBody<T>(
  { body, bodyUse }: { readonly body: Validate<T> | null; readonly bodyUse: string },
  data: unknown,
): T | undefined {
  if (body === null) return undefined
  if (data !== undefined) return parseAs(body, 'body', data)
  if (bodyUse === 'required') throw invalid('body', 'is required')
  return undefined
}

export function invalid(field: string, what: string): ServiceError {
  return new ServiceError('request_invalid', `validation error: ${field}: ${what}`)
}

/** `/network/allowOut/0` becomes `.network.allowOut[0]`; for a missing field, its name is added. */
function renderPointer({ instancePath, keyword, params }: ValidationFault): string {
  const steps = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (keyword === 'required') steps.push(String(params.missingProperty))
  return steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${shorten(step)}`)).join('')
}

function describeFault({ keyword, params }: ValidationFault): string {
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'type':
      return `must be ${describeTypes(params.type)}`
    case 'enum':
      return `must be one of ${Array.isArray(params.allowedValues) ? params.allowedValues.join(', ') : ''}`
    case 'minimum':
    case 'maximum':
      return `must be ${params.comparison} ${params.limit}`
    case 'minLength':
      return `must have at least ${params.limit} characters`
    case 'maxLength':
      return `must have at most ${params.limit} characters`
    case 'format':
      return params.format === 'int32' ? 'must fit 32 bits' : `must be in the format ${params.format}`
    default:
      return `breaks the rule ${keyword}`
  }
}

function describeTypes(types: unknown): string {
  const names = Array.isArray(types) ? types : String(types).split(',')
  return names.map((name) => (/^[aeio]/.test(name) ? `an ${name}` : `a ${name}`)).join(' or ')
}

/** Clients control the names in messages, so their length is limited. */
function shorten(name: string): string {
  return name.length > 64 ? `${name.slice(0, 64)}…` : name
}
