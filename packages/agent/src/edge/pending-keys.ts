/** Keys of a join that is under way: when its answer is lost, it is repeated with the same keys, and gets the same node. */
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeCertificateRequest, makeRequestFor } from '@cay/kit/certificates/members.ts'
import { isErrno } from '@cay/kit/host/errno.ts'
import { writeAtomic } from '@cay/kit/host/write-atomic.ts'
import { parsePendingKeys } from '../dialect/identity-file.ts'
import type { Keys } from '../ports/join.ts'

export async function ensurePendingKeys(path: string): Promise<Keys> {
  const kept = await readPendingKeys(path)
  if (kept !== undefined) {
    const [agent, proxy] = await Promise.all([makeRequestFor(kept.agent), makeRequestFor(kept.proxy)])
    return { agent: { key: kept.agent, request: agent }, proxy: { key: kept.proxy, request: proxy } }
  }
  const [agent, proxy] = await Promise.all([makeCertificateRequest(), makeCertificateRequest()])
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeAtomic(path, `${JSON.stringify({ agent: agent.key, proxy: proxy.key })}\n`)
  return { agent, proxy }
}

export function forgetPendingKeys(path: string): Promise<void> {
  return rm(path, { force: true })
}

async function readPendingKeys(path: string) {
  try {
    return parsePendingKeys(await readFile(path, 'utf8'))
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}
