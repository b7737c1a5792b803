/** The reference of a template in a request: `[namespace/]alias[:tag]`, or its id; and the lookup order of names. */
import { ServiceError } from '../errors.ts'

export interface TemplateReference {
  /** In lower case and trimmed, for error messages. */
  readonly text: string
  readonly namespace?: string
  /** An alias, or a template's id. */
  readonly name: string
  /** Defaults to `default`; may be a build's id. */
  readonly tag: string
}

/** The tag of a reference without one. */
export const defaultTag = 'default'

/** Maximum length of a reference in characters. */
const referenceLengthMax = 256
const pattern = /^(?:(?<namespace>[a-z0-9_-]+)\/)?(?<name>[a-z0-9_-]+)(?::(?<tag>[a-z0-9_.-]+))?$/

/** Throws request_invalid. */
export function parseTemplateReference(input: string): TemplateReference {
  const text = input.trim().toLowerCase()
  const groups = text.length > referenceLengthMax ? undefined : pattern.exec(text)?.groups
  const { namespace, name, tag } = groups ?? {}
  if (name === undefined) {
    throw new ServiceError(
      'request_invalid',
      `invalid template reference '${shorten(input)}': it must be [namespace/]alias[:tag] of a-z, 0-9, - and _`,
    )
  }
  return { text, name, tag: tag ?? defaultTag, ...(namespace === undefined ? {} : { namespace }) }
}

/** Parses a reference where tags are not allowed. Throws request_invalid, also for a reference with a tag. */
export function parseTemplateName(input: string): TemplateReference {
  const reference = parseTemplateReference(input)
  if (!reference.text.includes(':')) return reference
  throw new ServiceError('request_invalid', `invalid template '${shorten(input)}': it must have no tag`)
}

export type TemplateLookup =
  /** An alias in a team's namespace; null is the public namespace. */
  | { readonly by: 'alias'; readonly namespace: string | null; readonly alias: string }
  | { readonly by: 'id'; readonly templateId: string }

/**
 * An explicit namespace is used as given; a bare name is looked up in the team's namespace, then in the public one,
 * then as an id.
 */
export function lookupOrder(reference: TemplateReference, teamSlug: string): TemplateLookup[] {
  const { namespace, name } = reference
  if (namespace !== undefined) return [{ by: 'alias', namespace, alias: name }]
  return [
    { by: 'alias', namespace: teamSlug, alias: name },
    { by: 'alias', namespace: null, alias: name },
    { by: 'id', templateId: name },
  ]
}

export function templateNotFound(reference: TemplateReference, cause?: unknown): ServiceError {
  return new ServiceError('template_not_found', `template '${reference.text}' not found`, { cause })
}

/** For changes to a template that the team may use, but does not own. Templates of the installation have no team. */
export function templateNotOwned(reference: TemplateReference, ownerId: string | null): ServiceError {
  const owner = ownerId === null ? 'the installation: no team can change or delete it' : 'another team'
  return new ServiceError('forbidden', `template '${reference.text}' belongs to ${owner}`)
}

export function tagNotFound(reference: TemplateReference): ServiceError {
  const { tag, text } = reference
  return new ServiceError(
    'template_not_found',
    `tag '${tag}' of template '${text.replace(`:${tag}`, '')}' not found`,
  )
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
