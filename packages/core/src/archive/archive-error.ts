import { ServiceError } from '../errors.ts'

/** Creates the error for an archive that is not unpacked; its message is for the client that sent the archive. */
export function refuseArchive(why: string): ServiceError {
  return new ServiceError('request_invalid', `the archive is refused: ${why}`)
}
