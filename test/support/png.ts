/** Reads pictures of screens: PNG with 8 bits a channel, RGB or RGBA, not interlaced. */
import { inflateSync } from 'node:zlib'

export interface Picture {
  readonly width: number
  readonly height: number
  /** `#rrggbb`. */
  readonly colourAt: (x: number, y: number) => string
}

const signature = '89504e470d0a1a0a'
const channelsOf: Readonly<Record<number, number>> = { 2: 3, 6: 4 }

export function readPng(bytes: Uint8Array): Picture {
  const file = Buffer.from(bytes)
  if (file.subarray(0, 8).toString('hex') !== signature) throw new Error('not a PNG')
  const chunks = [...chunksOf(file)]
  const header = chunks.find(({ type }) => type === 'IHDR')?.data
  if (header === undefined) throw new Error('a PNG without a header')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const channels = channelsOf[header[9] ?? 0]
  if (header[8] !== 8 || channels === undefined || header[12] !== 0) throw new Error('another kind of PNG')
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data))
  const pixels = unfilter(inflateSync(data), width * channels, channels)
  const colourAt = (x: number, y: number) => {
    const at = (y * width + x) * channels
    return `#${pixels.subarray(at, at + 3).toString('hex')}`
  }
  return { width, height, colourAt }
}

function* chunksOf(file: Buffer) {
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at)
    yield { type: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, at + 8 + length) }
    at += length + 12
  }
}

/** Each row begins with the number of its filter, which says what was taken from each byte. */
function unfilter(rows: Buffer, rowBytes: number, pixelBytes: number): Buffer {
  const height = rows.length / (rowBytes + 1)
  const pixels = Buffer.alloc(height * rowBytes)
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * (rowBytes + 1)]
    for (let x = 0; x < rowBytes; x += 1) {
      const at = y * rowBytes + x
      const left = x < pixelBytes ? 0 : (pixels[at - pixelBytes] ?? 0)
      const up = y === 0 ? 0 : (pixels[at - rowBytes] ?? 0)
      const upLeft = x < pixelBytes || y === 0 ? 0 : (pixels[at - rowBytes - pixelBytes] ?? 0)
      pixels[at] = (rows[at + y + 1] ?? 0) + predicted(filter, left, up, upLeft)
    }
  }
  return pixels
}

function predicted(filter: number | undefined, left: number, up: number, upLeft: number): number {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter === 4) return paeth(left, up, upLeft)
  throw new Error(`a PNG with the filter ${filter}`)
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft
  const distances = [left, up, upLeft].map((each) => ({ each, distance: Math.abs(estimate - each) }))
  return distances.reduce((best, next) => (next.distance < best.distance ? next : best)).each
}
