/**
 * A static ELF executable with one segment that maps the whole file; its entry point directly follows the headers.
 */

export const elfMachines = { x64: 62, arm64: 183 } as const
export type ElfArchitecture = keyof typeof elfMachines

const headerBytes = 64
const segmentBytes = 56
const fileAddress = 0x400000
const protections = { execute: 1, write: 2, read: 4 } as const

/** The address in memory of the first byte after the headers. */
export const codeAddress = fileAddress + headerBytes + segmentBytes

export interface ElfFile {
  readonly architecture: ElfArchitecture
  /** Instructions, followed by data if there is any. */
  readonly content: Uint8Array
  readonly isWritable: boolean
}

export function elfFile({ architecture, content, isWritable }: ElfFile): Uint8Array {
  const bytes = BigInt(headerBytes + segmentBytes + content.length)
  const file = new Uint8Array(Number(bytes))
  const view = new DataView(file.buffer)
  // ELF magic, 64 bits, little endian, version 1.
  file.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1])
  view.setUint16(16, 2, true)
  view.setUint16(18, elfMachines[architecture], true)
  view.setUint32(20, 1, true)
  view.setBigUint64(24, BigInt(codeAddress), true)
  view.setBigUint64(32, BigInt(headerBytes), true)
  view.setUint16(52, headerBytes, true)
  view.setUint16(54, segmentBytes, true)
  view.setUint16(56, 1, true)
  view.setUint32(64, 1, true)
  view.setUint32(68, protections.read | protections.execute | (isWritable ? protections.write : 0), true)
  view.setBigUint64(80, BigInt(fileAddress), true)
  view.setBigUint64(88, BigInt(fileAddress), true)
  view.setBigUint64(96, bytes, true)
  view.setBigUint64(104, bytes, true)
  view.setBigUint64(112, 0x1000n, true)
  file.set(content, headerBytes + segmentBytes)
  return file
}
