/**
 * The content API of one volume. The root of this process is the root of the volume, so no path and no link leads out of it,
 * whatever sandboxes do to the tree meanwhile. Who may call was decided before.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { errorTable, isServiceError, ServiceError } from '@cay/core/errors.ts'
import { drainRequest } from '@cay/kit/flow/drain-request.ts'
import { Semaphore } from '@cay/kit/flow/semaphore.ts'
import { errnoOf } from '@cay/kit/host/errno.ts'
import { changeAttributes, makeDirectory, type Ownership, writeFile } from './change-entries.ts'
import { readEntry } from './entry.ts'
import { type ListBounds, listBounds, listEntries } from './list-entries.ts'
import { removeEntry } from './remove-entry.ts'
import { sendFile } from './send-file.ts'
import { readChange, readDepth, readId, readMode, readPath } from './volume-path.ts'

/** The user whose files they are when a request names none. */
const defaultId = 9090
const directoryMode = 0o777
const fileMode = 0o666
const changeBytesMax = 65_536
/** Number of lists at once. */
const listsMax = 2

interface Volume extends ServedVolume {
  /** Of those that are made or sent. */
  readonly lists: Semaphore
  readonly bounds: ListBounds
}

interface Call extends Volume {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly query: URLSearchParams
  readonly path: string
}

type Handler = (call: Call) => Promise<void>

const handlers: Readonly<Record<string, Handler | undefined>> = {
  'GET dir': sendList,
  'POST dir': async (call) => {
    await makeDirectory(call.path, ownershipOf(call, directoryMode), isForced(call))
    await sendEntry(call, 201)
  },
  'GET path': (call) => sendEntry(call, 200),
  'PATCH path': async (call) => {
    await changeAttributes(call.path, readChange(await textOf(call.request)), call.uidBase)
    await sendEntry(call, 200)
  },
  'DELETE path': async (call) => {
    await removeEntry(call.path, () => !call.response.destroyed)
    call.response.writeHead(204).end()
  },
  'GET file': ({ path, request, response }) => sendFile(path, request, response),
  'PUT file': async (call) => {
    const ownership = ownershipOf(call, fileMode)
    // The rest of a body that does not fit is drained, and not cut off.
    const body: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => call.request.iterator({ destroyOnReturn: false }),
    }
    await writeFile(call.path, body, { ownership, force: isForced(call), top: call.top })
    await sendEntry(call, 201)
  },
}

export interface ServedVolume {
  /** The id on the node that is 0 in sandboxes. */
  readonly uidBase: number
  /** Its top directory. */
  readonly top: string
}

export function createContentServer(served: ServedVolume, bounds = listBounds): Server {
  const volume = { ...served, lists: new Semaphore(listsMax), bounds }
  const server = createServer((request, response) => {
    handle(request, response, volume).catch((error: unknown) => {
      sendError(response, error)
      drainRequest(request)
    })
  })
  // Uploads and downloads take as long as they take.
  server.requestTimeout = 0
  return server
}

async function handle(request: IncomingMessage, response: ServerResponse, volume: Volume): Promise<void> {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://volume')
  const handler = handlers[`${request.method} ${pathname.split('/').at(-1)}`]
  if (handler === undefined) throw new ServiceError('not_found', `no route ${request.method} ${pathname}`)
  await handler({ request, response, query, path: readPath(query), ...volume })
}

function ownershipOf({ query, uidBase }: Call, mode: number): Ownership {
  return {
    uid: uidBase + readId('uid', query.get('uid'), defaultId),
    gid: uidBase + readId('gid', query.get('gid'), defaultId),
    mode: readMode(query.get('mode'), mode),
  }
}

const isForced = ({ query }: Call) => query.get('force') === 'true'

async function sendEntry({ response, path, uidBase }: Call, status: number): Promise<void> {
  sendJson(response, status, await readEntry(path, uidBase))
}

/** Until the client has it, because lists are large: the others wait for theirs. */
async function sendList({ response, path, query, uidBase, lists, bounds }: Call): Promise<void> {
  const depth = readDepth(query.get('depth'))
  const isWanted = () => !response.destroyed
  await lists.run(async () => {
    if (!isWanted()) return
    const text = await listEntries({ path, depth, uidBase, isWanted }, bounds)
    if (!isWanted()) return
    const closed = once(response, 'close')
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(text)
    await closed
  })
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of request) {
    const data = Buffer.from(piece)
    bytes += data.length
    if (bytes > changeBytesMax) throw new ServiceError('body_too_large', 'the body is too large')
    pieces.push(data)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

/** What the system says about a path, as the error that callers get. */
const errnoCodes: Readonly<Record<string, keyof typeof errorTable | undefined>> = {
  ENOENT: 'not_found',
  EEXIST: 'already_exists',
  ENOTDIR: 'path_invalid',
  EISDIR: 'path_invalid',
  ELOOP: 'path_invalid',
  ENAMETOOLONG: 'path_invalid',
  ENXIO: 'path_invalid',
  EMLINK: 'path_invalid',
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
}

const messages: Readonly<Record<string, string>> = {
  not_found: 'the path does not exist',
  already_exists: 'the path already exists',
  path_invalid: 'a component of the path is not a directory, is too long, or is the wrong kind of file',
  disk_full: 'the volume, or the disk that it lies on, is full',
}

function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const shown = toServiceError(error)
  if (shown.code === 'internal') process.stderr.write(`request failed: ${String(error)}\n`)
  sendJson(response, errorTable[shown.code].http, { code: shown.code, message: shown.message })
}

function toServiceError(error: unknown): ServiceError {
  if (isServiceError(error)) return error
  const code = errnoCodes[errnoOf(error) ?? ''] ?? 'internal'
  return new ServiceError(code, messages[code] ?? 'internal error', { cause: error })
}
