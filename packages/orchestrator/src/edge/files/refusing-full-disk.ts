import { ServiceError } from '@cay/core/errors.ts'
import { isErrno } from '@cay/kit/host/errno.ts'

/** Throws ServiceError `disk_full` when the disk has no room for what the task writes, for example `the snapshot`. */
export async function refusingFullDisk<T>(what: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (cause) {
    if (!isErrno(cause, 'ENOSPC', 'EDQUOT')) throw cause
    throw new ServiceError('disk_full', `the disk of the node has no room for ${what}`, { cause })
  }
}
