/** The version and commit of this installation of Cay. */
import { readFile } from 'node:fs/promises'
import { isErrno } from '@cay/kit/host/errno.ts'

const ownPackage = new URL('../../../package.json', import.meta.url)
const gitDirectory = new URL('../../../../../.git/', import.meta.url)

export interface OwnVersion {
  readonly version: string
  /** `unknown` when it was not installed by git. */
  readonly commit: string
}

export async function readOwnVersion(): Promise<OwnVersion> {
  const parsed: unknown = JSON.parse(await readFile(ownPackage, 'utf8'))
  const version =
    typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : 'unknown'
  return { version, commit: (await readCommit()) ?? 'unknown' }
}

async function readCommit(): Promise<string | undefined> {
  const head = (await readIfThere('HEAD'))?.trim()
  const name = head?.match(/^ref: (.+)$/)?.[1]
  if (name === undefined) return head
  const loose = (await readIfThere(name))?.trim()
  if (loose !== undefined) return loose
  const packed = (await readIfThere('packed-refs'))?.split('\n').find((line) => line.endsWith(` ${name}`))
  return packed?.split(' ')[0]
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(new URL(path, gitDirectory), 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT') || isErrno(error, 'ENOTDIR')) return undefined
    throw error
  }
}
