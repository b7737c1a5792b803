import { readFileSync } from 'node:fs'
import { isErrno } from '@cay/kit/host/errno.ts'
import { writeAtomic } from '@cay/kit/host/write-atomic.ts'
import {
  type ClusterSettings,
  parseClusterFile,
  renderClusterFile,
} from '../../dialect/cluster/cluster-file.ts'

/** Empty when there is no such file, or none for our eyes: whoever is not root starts no services. */
export function readClusterFile(path: string): ClusterSettings {
  try {
    const settings = parseClusterFile(readFileSync(path, 'utf8'))
    if (settings !== undefined) return settings
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'EACCES', 'ENOTDIR')) return {}
    throw error
  }
  throw new Error(
    `${path} is damaged: remove it, and set CAY_DATABASE_URL, and CAY_BLOBS_URL if there was one, in the environment`,
  )
}

/** It holds passwords: nobody but root reads it. */
export function writeClusterFile(path: string, settings: ClusterSettings): Promise<void> {
  return writeAtomic(path, renderClusterFile(settings))
}
