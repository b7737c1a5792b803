/**
 * `node make-image.ts`: makes a root file system (an EROFS image) of the spec on standard input, and answers with JSON on
 * standard output. It reads archives that anybody may have made: it opens its files as whoever started it, then becomes
 * a user without rights, and never makes a path out of what an archive says.
 * Exit codes: 0 made; 65 refused, standard error says why in a sentence for the user; 1 failed.
 */
import { constants, copyFileSync, openSync, unlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { isServiceError } from '@cay/core/errors.ts'
import { liveBytesOf } from './app/image/copy-contents.ts'
import { listPaths } from './app/image/list-paths.ts'
import { makeImage, type OpenImage } from './app/image/make-image.ts'
import { parseImageSpec } from './dialect/image-spec.ts'
import { readImage } from './edge/image-reader.ts'
import { checkRoom, FileImageWriter } from './edge/image-writer.ts'
import { unpackedBytes } from './edge/layer-stream.ts'

const exitCodes = { refused: 65, failed: 1 } as const
/** User and group that no account has, and that differ from `nobody`, which sentries run as, and from who pulls images. */
const unpackUser = 60_901

async function main(): Promise<void> {
  const spec = parseImageSpec(await text(process.stdin))
  const base = spec.base === undefined ? undefined : openImage(spec.base)
  const startsAsBase = base !== undefined && isMostlyAlive(base)
  if (startsAsBase) checkRoom(base.bytes, spec.roomBytes)
  if (spec.isCopied && !startsAsBase) unlinkSync(spec.output)
  // Within the kernel, and four times as fast as piece by piece.
  if (startsAsBase && !spec.isCopied)
    copyFileSync(spec.base ?? '', spec.output, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  // Closed also when it is refused: a warning of ours would stand among the reasons.
  await using output = await open(spec.output, startsAsBase ? 'r+' : 'wx+', 0o644)
  await using paths = spec.paths === undefined ? undefined : await open(spec.paths, 'wx', 0o644)
  const layers = spec.layers.map(openArchive)
  const changes = spec.changes === undefined ? undefined : openArchive(spec.changes)
  const parts = spec.parts === undefined ? undefined : openImage(spec.parts)
  dropPrivileges()
  const { bytesMax, roomBytes, entriesMax, isFinal, files } = spec
  const made = await makeImage({
    output: (from) => new FileImageWriter(output, { from, bytesMax, roomBytes }),
    uuid: Buffer.from(spec.uuid.replaceAll('-', ''), 'hex'),
    entriesMax,
    layers,
    isFinal,
    files,
    ...(changes === undefined ? {} : { changes }),
    ...(base === undefined ? {} : { base, startsAsBase }),
    ...(parts === undefined ? {} : { parts }),
  })
  await paths?.writeFile(listPaths(made.root, spec.withTimes))
  const { root: _, ...answer } = made
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}

/** Of the bytes of a base, those that no file of it has any more: what is built on what was built again and again. */
const deadShareMax = 0.2

function isMostlyAlive({ root, bytes }: OpenImage): boolean {
  return liveBytesOf(root) > (1 - deadShareMax) * bytes
}

function openImage(path: string): OpenImage {
  return { ...readImage(path), fd: openSync(path, 'r') }
}

/** Opened at once, and read when it is its turn. */
function openArchive(path: string): AsyncIterable<Uint8Array> {
  return unpackedBytes(openSync(path, 'r'))
}

/** Only root can; whoever else runs us has no more than his own rights anyway. */
function dropPrivileges(): void {
  if (process.getuid?.() !== 0) return
  process.setgroups?.([])
  process.setgid?.(unpackUser)
  process.setuid?.(unpackUser)
}

try {
  await main()
} catch (error) {
  const isRefused = isServiceError(error, 'request_invalid')
  process.stderr.write(
    `${isRefused ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  )
  process.exitCode = isRefused ? exitCodes.refused : exitCodes.failed
}
