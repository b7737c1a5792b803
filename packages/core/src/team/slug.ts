/** The slug of a team, which is the namespace of its template names. */
import { ServiceError } from '../errors.ts'

const slugPattern = /^[a-z0-9][a-z0-9_-]{0,62}$/

/** Throws request_invalid. */
export function parseSlug(text: string): string {
  if (slugPattern.test(text)) return text
  throw new ServiceError(
    'request_invalid',
    'invalid slug: it must be 1 to 63 characters of a-z, 0-9, - and _, and begin with a letter or digit',
  )
}
