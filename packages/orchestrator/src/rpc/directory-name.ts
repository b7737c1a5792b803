import { ServiceError } from '@cay/core/errors.ts'
import { isEntryName } from '@cay/core/files/entry-name.ts'

/** An id of a request that becomes the name of a directory; may be empty where a request may leave it out. Throws `request_invalid`. */
export function directoryName(id: string): string {
  if (id === '' || (isEntryName(id) && !id.startsWith('.'))) return id
  throw new ServiceError('request_invalid', 'the id cannot be the name of a directory')
}
