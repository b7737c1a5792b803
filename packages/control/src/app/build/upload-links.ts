/**
 * Signed links that allow the upload of one archive of one team for a limited time. The signature in the link
 * authenticates the upload.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { uploadArtifactId } from '@cay/blobs/app/upload-id.ts'
import { limits } from '@cay/contract/limits.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { isFilesHash } from '@cay/core/template/build-steps.ts'
import type { Team } from '../../ports/team.ts'
import type { UsedLink } from '../../ports/used-links.ts'
import { findStored } from '../artifact/find-stored.ts'
import type { Deps } from '../deps.ts'
import { findOwnTemplate } from './find-build.ts'
import { grantUploads } from './grant-uploads.ts'
import { LinkUse, usedUp } from './link-use.ts'

export type UploadDeps = Pick<Deps, 'store' | 'clock' | 'nodeRegistry' | 'placement' | 'blobs'>

const linkMs = 30 * 60_000
const linkIdBytes = 16
const keyName = 'upload-links'

export interface UploadLink {
  readonly isPresent: boolean
  /** Path and query. */
  readonly path: string
}

export const uploadPath = '/templates/uploads'

/** Throws request_invalid, template_not_found (also for a template of another team), node_unavailable. */
export async function makeUploadLink(
  deps: UploadDeps,
  team: Team,
  { templateID, hash }: { readonly templateID: string; readonly hash: string },
): Promise<UploadLink> {
  checkHash(hash)
  await findOwnTemplate(deps, team, templateID)
  const expires = String(deps.clock.nowMs() + linkMs)
  // Two links to the same archive must differ even when they are issued in the same millisecond.
  const id = randomBytes(linkIdBytes).toString('hex')
  const token = await sign(deps, { teamId: team.teamId, hash, expires, id })
  const query = new URLSearchParams({ team: team.teamId, hash, expires, id, token })
  const isPresent = await isUploaded(deps, team.teamId, hash)
  return { isPresent, path: `${uploadPath}?${query}` }
}

export interface Upload {
  readonly team: string
  readonly hash: string
  readonly expires: string
  readonly id: string
  readonly token: string
  readonly sizeBytes: number
}

/**
 * Throws request_invalid, forbidden (the link is invalid, expired or used), body_too_large, no_capacity,
 * node_unavailable. A link accepts one body; an upload that was interrupted leaves the link usable.
 */
export async function takeUpload(
  deps: UploadDeps,
  upload: Upload,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { team: teamId, hash, sizeBytes } = upload
  const link = await checkLink(deps, upload)
  if (sizeBytes > limits.uploadBytesMax)
    throw new ServiceError(
      'body_too_large',
      `an archive of files has at most ${limits.uploadBytesMax} bytes: this one has ${sizeBytes}`,
    )
  const use = new LinkUse(deps.store, link)
  // Any node: with several, the files go to the object store.
  const nodeId = deps.placement.anyNode()
  await grantUploads(deps, nodeId, { teamId, hashes: [hash] })
  try {
    await deps.nodeRegistry
      .clientsOf(nodeId)
      .builder.storeFiles({ teamId, filesHash: hash, sizeBytes }, use.around(bytes))
  } catch (error) {
    await use.undo()
    throw use.isRefused ? usedUp(error) : error
  }
}

/** In a cluster the object store has them; no node is asked, because it would have to read them. */
async function isUploaded(deps: UploadDeps, teamId: string, hash: string): Promise<boolean> {
  const { nodeRegistry, placement } = deps
  if (nodeRegistry.isCluster) return (await findStored(deps, [uploadArtifactId(teamId, hash)])).length > 0
  return await nodeRegistry.clientsOf(placement.anyNode()).builder.hasFiles(teamId, hash)
}

async function checkLink(
  deps: UploadDeps,
  { team: teamId, hash, expires, id, token }: Upload,
): Promise<UsedLink> {
  checkHash(hash)
  const expected = await sign(deps, { teamId, hash, expires, id })
  const isRight =
    token.length === expected.length && timingSafeEqual(Buffer.from(token), Buffer.from(expected))
  const nowMs = deps.clock.nowMs()
  if (!isRight || !/^\d{1,16}$/.test(expires) || Number(expires) < nowMs)
    throw new ServiceError('forbidden', 'the upload link is wrong or too old')
  const link = { id, expiresAtMs: Number(expires), nowMs }
  if (await deps.store.isLinkUsed(id)) throw usedUp()
  return link
}

function checkHash(hash: string): void {
  if (!isFilesHash(hash)) throw new ServiceError('request_invalid', 'the hash must be 64 hex digits')
}

async function sign(
  { store }: UploadDeps,
  { teamId, hash, expires, id }: { teamId: string; hash: string; expires: string; id: string },
): Promise<string> {
  const key = await store.getOrCreateSecret(keyName, () => randomBytes(32).toString('hex'))
  return createHmac('sha256', key)
    .update(JSON.stringify([teamId, hash, expires, id]))
    .digest('hex')
}
