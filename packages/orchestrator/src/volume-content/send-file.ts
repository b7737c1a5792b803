/** Sends a file of a volume, or one range of it. */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '@cay/core/errors.ts'

const type = 'application/octet-stream'

export async function sendFile(path: string, request: IncomingMessage, response: ServerResponse) {
  // A FIFO would block the open.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = await file.stat()
    if (!stats.isFile()) throw new ServiceError('path_invalid', `'${path}' is not a file`)
    const range = readRange(request.headers.range, stats.size)
    const { first, last } = range ?? { first: 0, last: stats.size - 1 }
    response.writeHead(range === undefined ? 200 : 206, {
      'content-type': type,
      'content-length': last - first + 1,
      'accept-ranges': 'bytes',
      ...(range === undefined ? {} : { 'content-range': `bytes ${first}-${last}/${stats.size}` }),
    })
    if (last < first) {
      response.end()
      return
    }
    const bytes = file.createReadStream({ start: first, end: last, autoClose: false })
    await pipeline(bytes, response, { end: false })
    // A sandbox has made it shorter meanwhile: whoever waits for the rest is told at once.
    if (bytes.bytesRead <= last - first) response.destroy()
    else response.end()
  } finally {
    await file.close()
  }
}

interface ByteRange {
  readonly first: number
  readonly last: number
}

/** Undefined: the whole file, also for what is not one range of bytes. Throws range_unsatisfiable. */
export function readRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (first > last) throw new ServiceError('range_unsatisfiable', `the file has ${size} bytes`)
  return { first, last }
}
