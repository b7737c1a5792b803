/**
 * A loop device frees its number with its last user, and another volume may get that number next: whoever mounts a device once
 * more keeps it open from before the look at whose it is.
 */
import { open } from 'node:fs/promises'
import { isErrno } from '@cay/kit/host/errno.ts'
import type { HeldDevice } from '../../ports/volume.ts'
import { findMount } from '../container/mounts.ts'

/** Of the file system that is mounted there. Undefined: it was unmounted. */
export async function holdDevice(place: string): Promise<HeldDevice | undefined> {
  const seen = await findMount(place)
  const file = seen === undefined ? undefined : await openDevice(seen.device)
  if (seen === undefined || file === undefined) return undefined
  // It is mounted still, so the device that is open is this one.
  if ((await findMount(place))?.device === seen.device)
    return { path: seen.device, close: () => file.close() }
  await file.close()
  return undefined
}

async function openDevice(path: string) {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENXIO')) return undefined
    throw error
  }
}
