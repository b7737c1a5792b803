/**
 * Finds the data extents of a file and reads them. gVisor does not distinguish holes from written zeros (`SEEK_DATA`
 * fails with EINVAL, and the block count is that of a file without holes), so holes can be found only by reading. A
 * file whose samples contain no zeros is not scanned.
 */

import { readSync } from 'node:fs'
import { setImmediate as breathe } from 'node:timers/promises'
import { type Extent, extentsMax } from '../../dialect/root-changes/sparse-map.ts'
import type { FileContent } from '../../ports/root-files.ts'

/** A smaller file is not worth a map. */
const sparseBytesMin = 1024 * 1024
const samples = 16
const sampleBytes = 4096
/** Granularity in bytes at which zeros are left out. */
const grainBytes = 64 * 1024
const readBytesMax = 1024 * 1024
/** A map is made only if at least this share of the file is zeros. */
const holeShareMin = 0.1

const zeros = Buffer.alloc(grainBytes)

/** The caller keeps ownership of the file descriptor. */
export function fileContent(descriptor: number, size: number): FileContent {
  return {
    extents: () => dataExtents(descriptor, size),
    read: (extents) => readExtents(descriptor, extents),
  }
}

async function dataExtents(descriptor: number, size: number): Promise<Extent[] | undefined> {
  if (size < sparseBytesMin || !hasZeroSample(descriptor, size)) return undefined
  const extents: Extent[] = []
  let dataBytes = 0
  const buffer = Buffer.allocUnsafeSlow(readBytesMax)
  for (let at = 0; at < size; at += readBytesMax) {
    const bytes = buffer.subarray(0, readSync(descriptor, buffer, 0, Math.min(readBytesMax, size - at), at))
    for (let from = 0; from < bytes.length; from += grainBytes) {
      const grain = bytes.subarray(from, from + grainBytes)
      if (isZero(grain)) continue
      dataBytes += grain.length
      addTo(extents, { offset: at + from, length: grain.length })
    }
    if (extents.length > extentsMax) return undefined
    await breathe()
  }
  return dataBytes > size * (1 - holeShareMin) ? undefined : extents
}

/** Throws if the file is shorter than its stated size. */
async function* readExtents(descriptor: number, extents: readonly Extent[]): AsyncGenerator<Buffer> {
  for (const { offset, length } of extents) {
    for (let at = offset; at < offset + length; ) {
      const wanted = Math.min(readBytesMax, offset + length - at)
      // Each piece is in flight for a while, so it needs memory of its own.
      const buffer = Buffer.allocUnsafeSlow(wanted)
      const count = readSync(descriptor, buffer, 0, wanted, at)
      if (count === 0) throw new Error('a file became shorter while it was read')
      yield buffer.subarray(0, count)
      at += count
    }
  }
}

function hasZeroSample(descriptor: number, size: number): boolean {
  const buffer = Buffer.allocUnsafe(sampleBytes)
  for (let index = 0; index < samples; index++) {
    const at = Math.floor((index * (size - sampleBytes)) / (samples - 1))
    readSync(descriptor, buffer, 0, sampleBytes, at)
    if (isZero(buffer)) return true
  }
  return false
}

function isZero(bytes: Buffer): boolean {
  return zeros.compare(bytes, 0, bytes.length, 0, bytes.length) === 0
}

function addTo(extents: Extent[], next: Extent): void {
  const last = extents.at(-1)
  if (last !== undefined && last.offset + last.length === next.offset) {
    extents[extents.length - 1] = { offset: last.offset, length: last.length + next.length }
  } else extents.push(next)
}
