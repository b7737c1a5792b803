/** What the runtime says when open files of volumes prevent a checkpoint or a restore, in words of ours. Pure. */
import { ServiceError } from '@cay/core/errors.ts'

/** Undefined: it failed for another reason. `said`: what the checkpoint wrote. */
export function checkpointFault(said: string): ServiceError | undefined {
  const [, path] = /gofer\.dentry\("\d+\/?([^"]*)"\)\.beforeSave: deleted/.exec(said) ?? []
  if (path === undefined) return undefined
  return new ServiceError(
    'conflict',
    `a process has the file "${path}" of a volume open that was deleted, so its memory cannot be saved: close it, or pause without memory`,
  )
}

/** A checkpoint failed, and the process that serves the files of the container's volumes has ended. */
export function fileServerFault(cause: unknown): ServiceError {
  return new ServiceError(
    'conflict',
    'the process that serves the volumes of the sandbox has ended, so its memory cannot be saved: pause it without memory, and resume it',
    { cause },
  )
}

/** Undefined: the restore of a container with volumes failed for another reason. */
export function restoreFault(said: string): ServiceError | undefined {
  if (!/restoring container .*no such file or directory/.test(said)) return undefined
  return new ServiceError(
    'precondition_failed',
    'the snapshot cannot be restored: a file of a volume that a process had open is gone; its files may still be had without its memory',
  )
}
