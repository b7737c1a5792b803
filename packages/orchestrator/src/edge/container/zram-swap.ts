/**
 * The swap device of an installation, a zram device of its own. It stays while the node restarts, because running sandboxes
 * have pages in it, and is removed when the machine is cleared.
 *
 * A file below /run, which is as short-lived as the device, says which device it is. It is written before the device is
 * created, with the devices that existed: so a device that a node created right before it was killed is found.
 */
import { open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { chooseCompressor, fitsIntoMemory, type SwapDevicePlan } from '@cay/core/swap/swap-device.ts'
import { isErrno } from '@cay/kit/host/errno.ts'
import { run } from '@cay/kit/host/run.ts'
import { readSwapAreas } from '@cay/kit/host/swap-support.ts'
import { writeAtomic } from '@cay/kit/host/write-atomic.ts'
import { compressorsIn, swapLabel, zramMemoryBytes } from '../../dialect/container/zram-files.ts'
import type { Swap } from '../../ports/swap.ts'

const control = '/sys/class/zram-control'
/** The highest priority: memory of sandboxes must not be swapped to a disk while this device has room. */
const priority = 32_767
/** Timeout of swapoff, which moves pages one by one: a gigabyte takes seconds. */
const swapOffMsMax = 600_000
/** A device may be opened at any moment, for example by udev. */
const removeAttempts = 50
const removeDelayMs = 100
const pageBytes = 4096

/** The content of the file. */
type Claim =
  /** With the devices that existed before. */
  | { readonly state: 'adding'; readonly others: readonly string[] }
  | { readonly state: 'preparing' | 'ready'; readonly device: string }

export type SwapDevice = Pick<Swap, 'room'>

/** Opens the device of the installation; creates it when it does not exist. */
export async function openSwapDevice(installation: number, plan: SwapDevicePlan): Promise<SwapDevice> {
  const claim = await readClaim(installation)
  if (
    claim?.state === 'ready' &&
    (await isSwapArea(claim.device)) &&
    (await isOurs(claim.device, installation))
  )
    return describe(claim.device, plan)
  await removeSwapDevice(installation)
  return describe(await makeDevice(installation, plan), plan)
}

export async function hasSwapDevice(installation: number): Promise<boolean> {
  return (await readClaim(installation)) !== undefined
}

/**
 * Swaps everything in and removes the device. False: there was none. Throws when memory does not suffice; then nothing has
 * changed.
 */
export async function removeSwapDevice(installation: number): Promise<boolean> {
  const claim = await readClaim(installation)
  if (claim === undefined) return false
  for (const device of await devicesOf(claim, installation)) {
    await switchOff(device)
    await removeDevice(device)
  }
  await rm(claimPath(installation), { force: true })
  return true
}

async function makeDevice(installation: number, plan: SwapDevicePlan): Promise<string> {
  await writeClaim(installation, { state: 'adding', others: await listDevices() })
  const device = `zram${(await readFile(`${control}/hot_add`, 'utf8')).trim()}`
  await writeClaim(installation, { state: 'preparing', device })
  const compressor = chooseCompressor(compressorsIn(await readOf(device, 'comp_algorithm')))
  if (compressor !== undefined) await writeTo(device, 'comp_algorithm', compressor)
  await writeTo(device, 'disksize', String(plan.sizeBytes))
  await writeTo(device, 'mem_limit', String(plan.memoryBytesMax))
  await run(['mkswap', '--label', labelOf(installation), `/dev/${device}`])
  await run(['swapon', '--priority', String(priority), `/dev/${device}`])
  await writeClaim(installation, { state: 'ready', device })
  return device
}

function describe(device: string, { memoryBytesMax }: SwapDevicePlan): SwapDevice {
  return {
    async room() {
      const area = (await readSwapAreas()).find(({ path }) => path === `/dev/${device}`)
      if (area === undefined) throw new Error(`${device} is not a swap area any more`)
      const memoryBytes = zramMemoryBytes(await readOf(device, 'mm_stat'))
      return { usedBytes: area.usedBytes, sizeBytes: area.sizeBytes, memoryBytes, memoryBytesMax }
    },
  }
}

/** A device whose name was not written before the node was killed has no size yet. */
async function devicesOf(claim: Claim, installation: number): Promise<string[]> {
  const present = await listDevices()
  if (claim.state === 'adding') {
    const added = present.filter((one) => !claim.others.includes(one))
    const sizes = await Promise.all(added.map(sizeOf))
    return added.filter((_, index) => sizes[index] === 0)
  }
  const { state, device } = claim
  if (!present.includes(device)) return []
  return state === 'preparing' || (await isOurs(device, installation)) ? [device] : []
}

/** Throws before anything is swapped in when it does not fit into memory. */
async function switchOff(device: string): Promise<void> {
  const usedBytes = await usedBytesOf(device)
  if (usedBytes === undefined) return
  const availableBytes = await memoryAvailableBytes()
  if (!fitsIntoMemory(usedBytes, availableBytes))
    throw new Error(
      `/dev/${device} stays a swap area: ${mib(usedBytes)} MiB are in it and ${mib(availableBytes)} MiB of memory are free`,
    )
  await run(['swapoff', `/dev/${device}`], { timeoutMs: swapOffMsMax })
}

async function removeDevice(device: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await writeFile(`${control}/hot_remove`, device.slice('zram'.length))
      return
    } catch (error) {
      if (!isErrno(error, 'EBUSY') || attempt === removeAttempts) throw error
      await sleep(removeDelayMs)
    }
  }
}

/** Another device may have got its name since. */
async function isOurs(device: string, installation: number): Promise<boolean> {
  const file = await open(`/dev/${device}`)
  try {
    const page = new Uint8Array(pageBytes)
    await file.read(page, 0, pageBytes, 0)
    return swapLabel(page) === labelOf(installation)
  } finally {
    await file.close()
  }
}

/** Undefined when it is not a swap area. */
async function usedBytesOf(device: string): Promise<number | undefined> {
  return (await readSwapAreas()).find(({ path }) => path === `/dev/${device}`)?.usedBytes
}

const isSwapArea = async (device: string) => (await usedBytesOf(device)) !== undefined

async function memoryAvailableBytes(): Promise<number> {
  return Number(/^MemAvailable:\s+(\d+) kB$/m.exec(await readFile('/proc/meminfo', 'utf8'))?.[1] ?? 0) * 1024
}

async function listDevices(): Promise<string[]> {
  return (await readdir('/sys/block')).filter((name) => /^zram\d+$/.test(name))
}

const readOf = (device: string, file: string) => readFile(`/sys/block/${device}/${file}`, 'utf8')
const writeTo = (device: string, file: string, text: string) =>
  writeFile(`/sys/block/${device}/${file}`, text)
const sizeOf = async (device: string) => Number(await readOf(device, 'disksize'))
const labelOf = (installation: number) => `cay${installation}`
const claimPath = (installation: number) => `/run/cay/swap-${installation}`
const mib = (bytes: number) => Math.ceil(bytes / 2 ** 20)

async function writeClaim(installation: number, claim: Claim): Promise<void> {
  await writeAtomic(claimPath(installation), JSON.stringify(claim))
}

async function readClaim(installation: number): Promise<Claim | undefined> {
  try {
    return JSON.parse(await readFile(claimPath(installation), 'utf8')) as Claim
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}
