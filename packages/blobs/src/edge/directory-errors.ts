/** What the system says of the store's directory, as a sentence for operators. */
import { stat } from 'node:fs/promises'
import { errnoOf, isErrno } from '@cay/kit/host/errno.ts'
import { BlobError } from '../ports/blob-error.ts'

/** Errors of anything but the file system are returned as they are. */
export async function explainDirectoryError(cause: unknown, directory: string): Promise<unknown> {
  const errno = errnoOf(cause)
  if (errno === undefined || cause instanceof BlobError) return cause
  const of = `directory ${directory} of CAY_BLOBS_URL`
  if (isErrno(cause, 'ENOENT', 'ENOTDIR') && !(await isDirectory(directory)))
    return new BlobError('bucket_missing', `the ${of} does not exist, or its file system is not mounted`, {
      cause,
    })
  if (isErrno(cause, 'EACCES', 'EPERM', 'EROFS'))
    return new BlobError('denied', `the user of this service lacks the right to use the ${of} (${errno})`, {
      cause,
    })
  if (isErrno(cause, 'ENOSPC', 'EDQUOT'))
    return new BlobError('unavailable', `the file system of the ${of} is full (${errno})`, { cause })
  return new BlobError('unavailable', `the ${of} cannot be used (${errno})`, { cause })
}

async function isDirectory(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
