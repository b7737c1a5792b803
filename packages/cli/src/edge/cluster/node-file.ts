import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isErrno } from '@cay/kit/host/errno.ts'
import { writeAtomic } from '@cay/kit/host/write-atomic.ts'
import { type JoinedNode, parseNodeFile, renderNodeFile } from '../../dialect/cluster/node-file.ts'

/** Undefined when there is no such file, or none for our eyes: whoever is not root starts no services. */
export function readNodeFile(path: string): JoinedNode | undefined {
  try {
    const node = parseNodeFile(readFileSync(path, 'utf8'))
    if (node !== undefined) return node
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'EACCES', 'ENOTDIR')) return undefined
    throw error
  }
  throw new Error(`${path} is damaged: remove the data directory and join the cluster again`)
}

export async function writeNodeFile(path: string, node: JoinedNode): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o711 })
  await writeAtomic(path, renderNodeFile(node))
}
