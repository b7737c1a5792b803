/**
 * What is done to the files of a directory that several nodes share. It runs in a program of its own, because a file system
 * that does not respond stops whoever calls it, and the node must go on meanwhile.
 */
import { mkdir, readFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isServiceError } from '@cay/core/errors.ts'
import {
  type Attachment,
  decideAttach,
  decideDetach,
  parseAttachment,
  renderAttachment,
} from '@cay/core/volume/attachment.ts'
import { ignoreMissing, isErrno } from '@cay/kit/host/errno.ts'
import { run, ToolError } from '@cay/kit/host/run.ts'
import { writeAtomic } from '@cay/kit/host/write-atomic.ts'
import { attachmentFileOf, type ImageOutcome, type ImageRequest } from '../../dialect/shared-image.ts'
import { findMount, mount } from '../container/mounts.ts'
import { closeFile, findLoopDevice, type LockedFile, lockFile, withLoopDevice } from './loop-device.ts'
import { makeImage, prepareRoot } from './make-image.ts'

/** The kernel releases a device some milliseconds after its last mount; containers that ended need a moment for theirs. */
const releaseMsMax = 5_000
const releasePollMs = 20

export async function handleImage(request: ImageRequest): Promise<ImageOutcome> {
  switch (request.kind) {
    case 'create':
      return await create(request)
    case 'remove':
      await rm(request.image, { force: true })
      await rm(attachmentFileOf(request.image), { force: true })
      return 'done'
    case 'attach':
      return await attach(request)
    case 'detach':
      return await detach(request)
  }
}

type Request<Kind> = Extract<ImageRequest, { readonly kind: Kind }>

async function create(request: Request<'create'>): Promise<ImageOutcome> {
  try {
    await makeImage(request)
    return 'done'
  } catch (error) {
    if (isServiceError(error, 'node_disk_full')) return 'full'
    throw error
  }
}

async function attach(request: Request<'attach'>): Promise<ImageOutcome> {
  const { image, place } = request
  if ((await findMount(place)) !== undefined) return await admitMounted(request)
  const file = lockExisting(image)
  if (file === 'missing') return file
  if (file === 'locked') {
    // By a container that has outlived the mount of the node.
    const device = await findLoopDevice(image)
    return device === undefined ? 'locked' : await mountAdmitted(request, (use) => use(device))
  }
  try {
    return await mountAdmitted(request, (use) => withLoopDevice(file, use))
  } finally {
    closeFile(file)
  }
}

async function mountAdmitted(
  request: Request<'attach'>,
  withDevice: (use: (device: string) => Promise<void>) => Promise<void>,
): Promise<ImageOutcome> {
  const { place } = request
  const outcome = await admit(request)
  if (outcome !== 'done') return outcome
  await mkdir(place, { recursive: true, mode: 0o700 })
  await withDevice(async (device) => {
    await mount({ source: device, target: place, type: 'ext4', options: ['noatime', 'discard'] })
  })
  await prepareRoot(place)
  return 'done'
}

/** One that was killed may have mounted it, and no more. */
async function admitMounted(request: Request<'attach'>): Promise<ImageOutcome> {
  const outcome = await admit(request)
  if (outcome === 'done') await prepareRoot(request.place)
  return outcome
}

/** For whoever has the lock of the file. */
async function admit({ image, nodeId, epoch }: Request<'attach'>): Promise<ImageOutcome> {
  const decision = decideAttach(await readAttachment(image), { nodeId, epoch })
  if (decision.kind !== 'attach') return decision.kind
  if (decision.record !== undefined) await writeAttachment(image, decision.record)
  return 'done'
}

/** Everything that was written is in the file afterwards. */
async function detach({ image, place, epoch }: Request<'detach'>): Promise<ImageOutcome> {
  const wasMounted = (await findMount(place)) !== undefined
  if (wasMounted && !(await unmountIdle(place))) return 'busy'
  const file = await lockReleased(image, wasMounted)
  if (file === 'missing') return 'done'
  // Without a mount here, the lock is another machine's.
  if (file === 'locked') return wasMounted ? 'busy' : 'done'
  try {
    const taken = epoch === undefined ? undefined : decideDetach(await readAttachment(image), epoch)
    if (taken !== undefined) await writeAttachment(image, taken)
    return 'done'
  } finally {
    closeFile(file)
  }
}

/** False when a process has something open in it. */
async function unmountIdle(place: string): Promise<boolean> {
  try {
    await run(['umount', place])
    return true
  } catch (error) {
    // umount(8) has no exit code of its own for it.
    if (error instanceof ToolError && /busy/.test(error.stderr)) return false
    throw error
  }
}

async function lockReleased(image: string, wasMounted: boolean): Promise<LockedFile | 'missing' | 'locked'> {
  const deadlineMs = performance.now() + (wasMounted ? releaseMsMax : 0)
  for (;;) {
    const file = lockExisting(image)
    if (file !== 'locked' || performance.now() >= deadlineMs) return file
    await sleep(releasePollMs)
  }
}

function lockExisting(image: string): LockedFile | 'missing' | 'locked' {
  try {
    return lockFile(image) ?? 'locked'
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return 'missing'
    throw error
  }
}

async function readAttachment(image: string): Promise<Attachment | undefined> {
  const text = await readFile(attachmentFileOf(image), 'utf8').catch(ignoreMissing)
  return text === undefined ? undefined : parseAttachment(text)
}

async function writeAttachment(image: string, attachment: Attachment): Promise<void> {
  await writeAtomic(attachmentFileOf(image), renderAttachment(attachment))
}
