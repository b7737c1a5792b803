/** Reads and writes the user extended attributes of open files and directories. */

import type { Attribute } from '../../dialect/root-changes/change-archive.ts'
import { asAnswered, minusOne } from '../libc.ts'

/** Names are bytes with a terminating NUL. */
const listAttributes = asAnswered<[number, Uint8Array, number]>(
  'intptr_t flistxattr(int descriptor, _Out_ uint8_t *names, size_t bytes)',
)
const getAttribute = minusOne<[number, Uint8Array, Uint8Array, number]>(
  'intptr_t fgetxattr(int descriptor, const uint8_t *name, _Out_ uint8_t *value, size_t bytes)',
)
const setAttribute = minusOne<[number, Uint8Array, Uint8Array, number, number]>(
  'int fsetxattr(int descriptor, const uint8_t *name, const uint8_t *value, size_t bytes, int flags)',
)
const removeAttribute = minusOne<[number, Uint8Array]>(
  'int fremovexattr(int descriptor, const uint8_t *name)',
)

/** The kernel limits the list of names and each value to this size. */
const attributeBytesMax = 64 * 1024
const scratch = Buffer.allocUnsafeSlow(attributeBytesMax)
const userPrefix = Buffer.from('user.')

/** Returns an empty list on a file system without attributes. */
export function readAttributes(descriptor: number): Attribute[] {
  const length = listAttributes(descriptor, scratch, scratch.length)
  if (length <= 0) return []
  return namesIn(Buffer.from(scratch.subarray(0, length))).map((name) => {
    const bytes = getAttribute(descriptor, withNul(name), scratch, scratch.length)
    return { name, value: Buffer.from(scratch.subarray(0, bytes)) }
  })
}

/** Replaces all attributes: those that are not in `wanted` are removed. */
export function writeAttributes(descriptor: number, wanted: readonly Attribute[]): void {
  for (const { name, value } of wanted) setAttribute(descriptor, withNul(name), value, value.length, 0)
  const length = listAttributes(descriptor, scratch, scratch.length)
  for (const name of namesIn(Buffer.from(scratch.subarray(0, Math.max(0, length))))) {
    if (!wanted.some((attribute) => attribute.name.equals(name))) removeAttribute(descriptor, withNul(name))
  }
}

function namesIn(list: Buffer): Buffer[] {
  const names: Buffer[] = []
  for (let at = 0; at < list.length; ) {
    const end = list.indexOf(0, at)
    const name = list.subarray(at, end)
    if (name.subarray(0, userPrefix.length).equals(userPrefix)) names.push(name)
    at = end + 1
  }
  return names
}

function withNul(name: Buffer): Buffer {
  return Buffer.concat([name, Buffer.alloc(1)])
}
