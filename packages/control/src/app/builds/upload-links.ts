/** Links under which one archive of one team may be uploaded for a while: what proves the uploader is in the link. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { limits } from '@cay/contract/limits.ts'
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import { isFilesHash } from '@cay/core/template/build-steps.ts'
import { parseTemplateReference, templateNotFound } from '@cay/core/template/reference.ts'
import type { Team } from '../../ports/team.ts'
import type { Deps } from '../deps.ts'
import { findOwnTemplate } from './find-build.ts'

const linkMs = 30 * 60_000
const keyName = 'upload-links'

export interface UploadLink {
  readonly isPresent: boolean
  /** Path and query. */
  readonly path: string
}

export const uploadPath = '/templates/uploads'

/** Throws request_invalid, template_not_found (another team's as well), node_unavailable. */
export async function makeUploadLink(
  deps: Deps,
  team: Team,
  { templateID, hash }: { readonly templateID: string; readonly hash: string },
): Promise<UploadLink> {
  checkHash(hash)
  await findOwnTemplate(deps, team, templateID).catch((error: unknown) => {
    throw isServiceError(error, 'forbidden') ? templateNotFound(parseTemplateReference(templateID)) : error
  })
  const expires = String(deps.clock.nowMs() + linkMs)
  const token = await sign(deps, { teamId: team.teamId, hash, expires })
  const query = new URLSearchParams({ team: team.teamId, hash, expires, token })
  return { isPresent: await deps.builder.hasFiles(team.teamId, hash), path: `${uploadPath}?${query}` }
}

export interface Upload {
  readonly team: string
  readonly hash: string
  readonly expires: string
  readonly token: string
  readonly sizeBytes: number
}

/** Throws request_invalid, forbidden (a wrong or an old link), body_too_large, no_capacity, node_unavailable. */
export async function takeUpload(
  deps: Deps,
  upload: Upload,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { team: teamId, hash, expires, token, sizeBytes } = upload
  checkHash(hash)
  const expected = await sign(deps, { teamId, hash, expires })
  const isRight =
    token.length === expected.length && timingSafeEqual(Buffer.from(token), Buffer.from(expected))
  if (!isRight || !/^\d{1,16}$/.test(expires) || Number(expires) < deps.clock.nowMs())
    throw new ServiceError('forbidden', 'the upload link is wrong or too old')
  if (sizeBytes > limits.uploadBytesMax)
    throw new ServiceError(
      'body_too_large',
      `an archive of files has at most ${limits.uploadBytesMax} bytes: this one has ${sizeBytes}`,
    )
  await deps.builder.storeFiles({ teamId, filesHash: hash, sizeBytes }, bytes)
}

function checkHash(hash: string): void {
  if (!isFilesHash(hash)) throw new ServiceError('request_invalid', 'the hash must be 64 hex digits')
}

async function sign(
  { store }: Deps,
  { teamId, hash, expires }: { teamId: string; hash: string; expires: string },
): Promise<string> {
  const key = await store.keepSecret(keyName, () => randomBytes(32).toString('hex'))
  return createHmac('sha256', key)
    .update(JSON.stringify([teamId, hash, expires]))
    .digest('hex')
}
