/**
 * GET /files: the bytes of a file, whole or in ranges, uncompressed or gzip-compressed. HEAD: the same without the
 * bytes.
 */

import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { ServiceError } from '@cay/core/errors.ts'
import { type ByteRange, parseRanges } from '@cay/core/files/byte-range.ts'
import { decideConditions } from '@cay/core/files/conditions.ts'
import { chooseEncoding, type FileEncoding } from '@cay/core/files/content-encoding.ts'
import {
  inlineDisposition,
  octetStream,
  sniffedBytesMax,
  typeByContent,
  typeByName,
} from '@cay/core/files/content-type.ts'
import { baseName } from '@cay/core/files/path.ts'
import { openFile } from '../../app/filesystem/open-file.ts'
import type { UserDeps } from '../../app/identity/select-user.ts'
import type { FileTree, OpenFile } from '../../ports/file-tree.ts'
import { assertFileAccess } from '../identity/access.ts'
import { type Exchange, respondError } from '../respond.ts'
import { RequestCounter } from '../server/request-counter.ts'
import { fileUser, userPath } from './file-caller.ts'
import { sendRanges } from './multipart-ranges.ts'

export interface DownloadDeps extends UserDeps {
  readonly tree: FileTree
}

/** Files up to this size are read and sent in one piece. */
const smallBytesMax = 64 * 1024

export async function handleDownload(deps: DownloadDeps, exchange: Exchange): Promise<void> {
  assertFileAccess(deps.state.identity, exchange, 'read')
  const path = userPath(deps, fileUser(deps, exchange), exchange.url.searchParams.get('path') ?? '')
  exchange.response.setHeader('vary', 'Accept-Encoding')
  const file = openFile(deps.tree, path)
  try {
    await send(deps.tree, exchange, { file, path, encoding: encodingOf(exchange) })
  } finally {
    deps.tree.close(file)
  }
}

interface Download {
  readonly file: OpenFile
  readonly path: string
  readonly encoding: FileEncoding
}

const conditions = ['range', 'if-range', 'if-modified-since', 'if-none-match'] as const

/**
 * Compression takes 300 KB of memory per response; beyond this number of concurrent ones, responses are sent
 * uncompressed.
 */
const compressionsMax = 64
const compressions = new RequestCounter()

/** A range or a condition refers to the file itself, never to a compressed form of it. */
function encodingOf({ request }: Exchange): FileEncoding {
  const identityOnly =
    compressions.open >= compressionsMax || conditions.some((name) => request.headers[name] !== undefined)
  const accepted = request.headers['accept-encoding']?.toString()
  // Only an uncompressed response has a known size, and the size is what HEAD asks for.
  const sized = isHead(request) ? chooseEncoding(accepted, true) : undefined
  const encoding = sized ?? chooseEncoding(accepted, identityOnly)
  if (encoding !== undefined) return encoding
  throw new ServiceError('encoding_not_acceptable', 'no acceptable encoding: gzip and identity are served')
}

function isHead({ method }: IncomingMessage): boolean {
  return method === 'HEAD'
}

async function send(tree: FileTree, exchange: Exchange, download: Download): Promise<void> {
  const { response } = exchange
  const { file, path, encoding } = download
  response.setHeader('content-disposition', inlineDisposition(baseName(path)))
  if (encoding === 'gzip') return sendCompressed(tree, exchange, download)
  const modified = new Date(Number(file.stat.modifiedNs / 1_000_000n))
  response.setHeader('last-modified', modified.toUTCString())
  response.setHeader('accept-ranges', 'bytes')
  if (isAnsweredByCondition(exchange, modified)) return
  const type = typeByName(path) ?? sniffedType(tree, file)
  await sendIdentity(tree, exchange, { file, type, ranges: rangesOf(exchange, file, modified) })
}

function sniffedType(tree: FileTree, file: OpenFile): string {
  return typeByContent(file.stat.size === 0n ? new Uint8Array() : tree.firstBytes(file, sniffedBytesMax))
}

async function sendCompressed(
  tree: FileTree,
  { request, response }: Exchange,
  { file, path }: Download,
): Promise<void> {
  response.writeHead(200, {
    'content-encoding': 'gzip',
    'content-type': typeByName(path) ?? octetStream,
  })
  if (isHead(request)) return void response.end()
  compressions.count(response)
  const size = Number(file.stat.size)
  const gzip = createGzip({ level: constants.Z_BEST_SPEED })
  if (size === 0) gzip.end()
  await (size === 0
    ? pipeline(gzip, response)
    : pipeline(tree.bytes(file, { first: 0, last: size - 1 }), gzip, response))
}

interface IdentityDownload {
  readonly file: OpenFile
  readonly type: string
  readonly ranges: ByteRange[] | 'whole' | 'unsatisfiable'
}

async function sendIdentity(tree: FileTree, exchange: Exchange, download: IdentityDownload): Promise<void> {
  const { response } = exchange
  const { file, type, ranges } = download
  const size = Number(file.stat.size)
  if (ranges === 'unsatisfiable') {
    response.setHeader('content-range', `bytes */${size}`)
    respondError(exchange, new ServiceError('range_unsatisfiable', 'the range lies outside the file'))
    return
  }
  if (ranges !== 'whole' && ranges.length > 1) return sendRanges(tree, response, { file, type, ranges })
  const [range] = ranges === 'whole' ? [] : ranges
  if (range === undefined && size <= smallBytesMax) {
    // Files generated by the kernel report a size and hold fewer bytes.
    const bytes = size === 0 ? new Uint8Array() : tree.firstBytes(file, size)
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes)
    return
  }
  const { first, last } = range ?? { first: 0, last: size - 1 }
  if (range !== undefined) response.setHeader('content-range', `bytes ${first}-${last}/${size}`)
  response.writeHead(range === undefined ? 200 : 206, {
    'content-type': type,
    'content-length': last - first + 1,
  })
  if (isHead(exchange.request)) return void response.end()
  await pipeline(tree.promisedBytes(file, { first, last }), response)
}

/** Returns true if the response has been sent: the caller already has the file, or a precondition failed. */
function isAnsweredByCondition({ request, response }: Exchange, modified: Date): boolean {
  const { headers } = request
  const conditions = {
    ifMatch: headers['if-match'],
    ifNoneMatch: headers['if-none-match'],
    ifModifiedSinceMs: dateOf(headers['if-modified-since']),
    ifUnmodifiedSinceMs: dateOf(headers['if-unmodified-since']),
  }
  const outcome = decideConditions(conditions, modified.getTime())
  if (outcome === 'serve') return false
  response.writeHead(outcome === 'unchanged' ? 304 : 412).end()
  return true
}

function dateOf(header: string | undefined): number | undefined {
  const ms = Date.parse(header ?? '')
  return Number.isNaN(ms) ? undefined : ms
}

/** With If-Range, a range applies only if the file is the version that the caller knows. */
function rangesOf({ request }: Exchange, { stat }: OpenFile, modified: Date): IdentityDownload['ranges'] {
  // Ranges apply only to GET.
  if (isHead(request)) return 'whole'
  const condition = request.headers['if-range']
  if (condition !== undefined && condition !== modified.toUTCString()) return 'whole'
  return parseRanges(request.headers.range, Number(stat.size))
}
