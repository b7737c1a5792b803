/** Sends several ranges of one file in one response: `multipart/byteranges`. */

import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ByteRange } from '@cay/core/files/byte-range.ts'
import type { FileTree, OpenFile } from '../../ports/file-tree.ts'

interface RangesDownload {
  readonly file: OpenFile
  readonly type: string
  readonly ranges: readonly ByteRange[]
}

export async function sendRanges(tree: FileTree, response: ServerResponse, download: RangesDownload) {
  const { file, type, ranges } = download
  const boundary = randomBytes(15).toString('hex')
  const head = ({ first, last }: ByteRange) =>
    `\r\n--${boundary}\r\nContent-Range: bytes ${first}-${last}/${file.stat.size}\r\nContent-Type: ${type}\r\n\r\n`
  const tail = `\r\n--${boundary}--\r\n`
  const length = ranges.reduce(
    (sum, range) => sum + head(range).length + range.last - range.first + 1,
    tail.length,
  )
  response.writeHead(206, {
    'content-type': `multipart/byteranges; boundary=${boundary}`,
    'content-length': length,
  })
  async function* parts() {
    for (const range of ranges) {
      yield Buffer.from(head(range))
      yield* tree.promisedBytes(file, range)
    }
    yield Buffer.from(tail)
  }
  await pipeline(Readable.from(parts()), response)
}
