/**
 * Runs inside a sandbox that a template is being built in, as root, by the daemon's own Node: `node steps.mjs REQUEST` does
 * what a step says without needing any tool of the image. REQUEST is JSON; the result is JSON on standard output.
 * Exit codes: 0 done; 65 cannot be done, standard error says why; 1 failed.
 */
import { mkdirSync, openSync, rmSync, statfsSync } from 'node:fs'
import { totalmem } from 'node:os'
import { isServiceError } from '@cay/core/errors.ts'
import { ensureUser, findAccount, resolveOwner } from './app/step/accounts.ts'
import { copyStep } from './app/step/copy-step.ts'
import { makeWorkdir } from './app/step/make-workdir.ts'
import { StepFailure } from './app/step/step-failure.ts'
import { unpackArchive } from './app/step/unpack.ts'
import { unpackedBytes } from './edge/layer-stream.ts'

export type StepRequest =
  | { readonly kind: 'user'; readonly name: string; readonly mayBecomeRoot: boolean }
  /** Relative to the user's home unless absolute. */
  | { readonly kind: 'workdir'; readonly path: string; readonly user: string }
  | {
      readonly kind: 'copy'
      readonly archive: string
      readonly source: string
      readonly destination: string
      /** Where a relative destination begins; empty: the user's home. */
      readonly workdir: string
      readonly user: string
      /** `USER[:GROUP]`; empty: the user. */
      readonly owner: string
      readonly mode?: number
      /** Bytes that may be written to the sandbox's disk, those that are there counted. */
      readonly diskBytes: number
    }

export interface StepResult {
  /** Whether the sandbox's files are other ones now. */
  readonly hasChanged: boolean
}

const ofTheDisk: ReadonlySet<string> = new Set([
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'ELOOP', 'ENAMETOOLONG', 'ENOTDIR', 'EISDIR'],
  ...['ENOENT', 'EEXIST', 'EPERM', 'EACCES', 'EBUSY', 'EINVAL'],
])

const exitCodes = { impossible: 65, failed: 1 } as const
const umask = 0o022

async function run(request: StepRequest): Promise<StepResult> {
  switch (request.kind) {
    case 'user':
      return { hasChanged: ensureUser(request.name, request.mayBecomeRoot) }
    case 'workdir':
      return { hasChanged: makeWorkdir(request.path, resolveOwner(request.user)) }
    case 'copy':
      await copy(request)
      return { hasChanged: true }
  }
}

async function copy(request: StepRequest & { kind: 'copy' }): Promise<void> {
  const unpacked = `${request.archive}.unpacked`
  const { destination, source, mode } = request
  const isAbsolute = destination.startsWith('/')
  try {
    mkdirSync(unpacked, { mode: 0o700 })
    const archive = () => unpackedBytes(openSync(request.archive, 'r'))
    await unpackArchive(archive, unpacked, { bytesMax: freeBytes(request.diskBytes), entriesMax })
    copyStep({
      unpacked,
      source,
      destination: isAbsolute ? destination : `${request.workdir || homeOf(request.user)}/${destination}`,
      ...resolveOwner(request.owner || request.user),
      ...(mode === undefined ? {} : { mode }),
    })
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
    rmSync(request.archive, { force: true })
  }
}

/** As many as a template may hold, where the sandbox has the memory: the runtime keeps some KiB for each file. */
const entriesMax = Math.min(1_000_000, Math.floor(totalmem() / 4096))

/** In gVisor the blocks in use are those of the writable layer; the size is that of no disk. */
function freeBytes(diskBytes: number): number {
  const { blocks, bfree, bsize } = statfsSync('/')
  return Math.max(0, diskBytes - (blocks - bfree) * bsize)
}

function homeOf(user: string): string {
  const account = findAccount(user)
  if (account === undefined) throw new StepFailure(`invalid username: '${user}'`)
  return account.home
}

try {
  process.umask(umask)
  const answer = await run(JSON.parse(process.argv[2] ?? '') as StepRequest)
  process.stdout.write(`${JSON.stringify(answer)}\n`)
} catch (error) {
  const isTheirs =
    error instanceof StepFailure || isServiceError(error, 'request_invalid') || isOfTheDisk(error)
  process.stderr.write(`${isTheirs ? String((error as Error).message) : String(error)}\n`)
  process.exitCode = isTheirs ? exitCodes.impossible : exitCodes.failed
}

/** The sandbox's own disk, and what lies on it: a step may copy onto anything. */
function isOfTheDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ofTheDisk.has(String(error.code))
}
