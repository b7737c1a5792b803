/** POST /files: one file as the raw body, or several files as parts of a form. */

import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ServiceError } from '@cay/core/errors.ts'
import { type Metadata, uploadMetadata } from '@cay/core/files/metadata.ts'
import { baseName } from '@cay/core/files/path.ts'
import { failureCode } from '../../app/filesystem/system-failure.ts'
import { type WriteDeps, writeFile } from '../../app/filesystem/write-file.ts'
import type { UserDeps } from '../../app/identity/select-user.ts'
import type { User } from '../../ports/user.ts'
import { assertFileAccess } from '../identity/access.ts'
import { type Exchange, respondJson } from '../respond.ts'
import { fileUser, userPath } from './file-caller.ts'
import { forEachFilePart } from './form-parts.ts'

export type UploadDeps = UserDeps & WriteDeps

/** One item of the response. */
interface Written {
  readonly name: string
  readonly path: string
  readonly type: 'file'
  readonly metadata?: Metadata
}

interface Upload {
  readonly user: User
  readonly metadata: Metadata
  readonly body: Readable
  /** From the query; undefined if absent or empty. */
  readonly path: string | undefined
  readonly bytesExpected: number | undefined
}

export async function handleUpload(deps: UploadDeps, exchange: Exchange): Promise<void> {
  const { request, response, url } = exchange
  assertFileAccess(deps.state.identity, exchange, 'write')
  const body = decodedBody(exchange)
  const upload: Upload = {
    user: fileUser(deps, exchange),
    metadata: uploadMetadata(request.rawHeaders),
    body,
    path: url.searchParams.get('path') || undefined,
    bytesExpected: body === request ? lengthOf(request.headers['content-length']) : undefined,
  }
  const type = request.headers['content-type'] ?? ''
  try {
    respondJson(response, 200, await uploadBody(deps, upload, type))
  } catch (error) {
    throw isBadCompression(error) ? new ServiceError('request_invalid', 'the body is not valid gzip') : error
  }
}

async function uploadBody(deps: UploadDeps, upload: Upload, contentType: string): Promise<Written[]> {
  const [mediaType = ''] = contentType.toLowerCase().split(';', 1)
  if (mediaType.trim() === 'application/octet-stream') return [await uploadRaw(deps, upload)]
  if (mediaType.trim().startsWith('multipart/')) return uploadForm(deps, upload, contentType)
  throw new ServiceError('request_invalid', `unsupported content type '${contentType}'`)
}

async function uploadRaw(deps: UploadDeps, upload: Upload): Promise<Written> {
  if (upload.path === undefined) throw new ServiceError('request_invalid', 'path is required')
  return writeOne(deps, upload, { path: userPath(deps, upload.user, upload.path), content: upload.body })
}

async function uploadForm(deps: UploadDeps, upload: Upload, contentType: string): Promise<Written[]> {
  const written: Written[] = []
  await forEachFilePart(upload.body, contentType, async ({ filename, content }) => {
    const target = upload.path ?? filename
    if (target === undefined || target === '')
      throw new ServiceError('request_invalid', 'file part has no filename')
    // The parser substitutes U+FFFD for invalid UTF-8. A file whose name really contains that character can be named
    // by the path parameter.
    if (upload.path === undefined && target.includes('\ufffd'))
      throw new ServiceError('request_invalid', 'the name of a file part is not valid UTF-8')
    const path = userPath(deps, upload.user, target)
    if (written.some((before) => before.path === path)) {
      throw new ServiceError('request_invalid', `path '${path}' is uploaded more than once`)
    }
    written.push(await writeOne(deps, { ...upload, bytesExpected: undefined }, { path, content }))
  })
  return written
}

async function writeOne(
  deps: UploadDeps,
  { user, metadata, bytesExpected }: Upload,
  { path, content }: { readonly path: string; readonly content: Readable },
): Promise<Written> {
  const stored = await writeFile(deps, { path, owner: user, metadata, content, bytesExpected })
  const hasMetadata = Object.keys(stored).length > 0
  return { name: baseName(path), path, type: 'file', ...(hasMetadata ? { metadata: stored } : {}) }
}

function decodedBody({ request }: Exchange): Readable {
  const encoding = (request.headers['content-encoding'] ?? '').trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') return request
  if (encoding !== 'gzip')
    throw new ServiceError('request_invalid', `unsupported content encoding '${encoding}'`)
  const gunzip = createGunzip()
  // The consumer of the decoded body receives the failure.
  pipeline(request, gunzip, () => undefined)
  return gunzip
}

function isBadCompression(error: unknown): boolean {
  const cause = error instanceof ServiceError ? error.cause : error
  return failureCode(cause)?.startsWith('Z_') === true
}

function lengthOf(header: string | undefined): number | undefined {
  return header === undefined ? undefined : Number(header)
}
