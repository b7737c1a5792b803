import { ServiceError } from '../errors.ts'

/** What makes an archive one that is not unpacked; the sentence is for whoever sent it. */
export function refuseArchive(why: string): ServiceError {
  return new ServiceError('request_invalid', `the archive is refused: ${why}`)
}
