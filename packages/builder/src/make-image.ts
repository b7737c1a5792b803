/**
 * `node make-image.ts`: makes a root file system (an EROFS image) of the order on standard input, and answers with JSON on
 * standard output. It reads archives that anybody may have made: it opens its files as whoever started it, then becomes
 * nobody, and never makes a path out of what an archive says.
 * Exit codes: 0 made; 65 refused, standard error says why in a sentence for the user; 1 failed.
 */
import { openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { isServiceError } from '@cay/core/errors.ts'
import { makeImage, type OpenImage, pathsOf } from './app/make-image.ts'
import { readImage } from './edge/image-reader.ts'
import { parseOrder } from './order.ts'

const exitCodes = { refused: 65, failed: 1 } as const
const nobody = 65_534

async function main(): Promise<void> {
  const order = parseOrder(await text(process.stdin))
  const output = await open(order.output, 'wx+', 0o644)
  const paths = order.paths === undefined ? undefined : await open(order.paths, 'wx', 0o644)
  const layers = order.layers.map((path) => openSync(path, 'r'))
  const changes = order.changes === undefined ? undefined : openSync(order.changes, 'r')
  const base = order.base === undefined ? undefined : openImage(order.base)
  const parts = order.parts === undefined ? undefined : openImage(order.parts)
  becomeNobody()
  const { bytesMax, entriesMax, isFinal, files } = order
  const made = await makeImage({
    output,
    uuid: Buffer.from(order.uuid.replaceAll('-', ''), 'hex'),
    bytesMax,
    entriesMax,
    layers,
    isFinal,
    files,
    ...(changes === undefined ? {} : { changes }),
    ...(base === undefined ? {} : { base }),
    ...(parts === undefined ? {} : { parts }),
  })
  await output.sync()
  await paths?.writeFile(pathsOf(made.root))
  const { root: _, ...answer } = made
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}

function openImage(path: string): OpenImage {
  return { ...readImage(path), fd: openSync(path, 'r') }
}

/** Only root can; whoever else runs us has no more than his own rights anyway. */
function becomeNobody(): void {
  if (process.getuid?.() !== 0) return
  process.setgroups?.([])
  process.setgid?.(nobody)
  process.setuid?.(nobody)
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
