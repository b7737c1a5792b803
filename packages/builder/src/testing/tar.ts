/** Tar archives for tests, good ones and others. */

export interface TarPart {
  readonly name: string
  /** The letter of the header; a file unless given. */
  readonly type?: string
  readonly content?: string
  readonly linkName?: string
  readonly mode?: number
  readonly uid?: number
  readonly gid?: number
  /** Stands in the header instead of the content's own. */
  readonly claimedSize?: number
  /** Of an extended header. */
  readonly records?: Readonly<Record<string, string>>
}

export function tarOf(parts: readonly TarPart[]): Buffer {
  const pieces = parts.flatMap((part) => {
    const content = Buffer.from(part.content ?? '', 'latin1')
    return [
      ...recordsOf(part),
      headerOf(part, content.length),
      content,
      Buffer.alloc((512 - (content.length % 512)) % 512),
    ]
  })
  return Buffer.concat([...pieces, Buffer.alloc(1024)])
}

function recordsOf({ records }: TarPart): Buffer[] {
  if (records === undefined) return []
  const content = Object.entries(records).map(([key, value]) => recordOf(key, value))
  return [tarOf([{ name: 'records', type: 'x', content: content.join('') }]).subarray(0, -1024)]
}

/** The length of a record counts its own digits. */
function recordOf(key: string, value: string): string {
  const bare = ` ${key}=${value}\n`
  const length = bare.length + String(bare.length).length
  return `${length + (String(length).length > String(bare.length).length ? 1 : 0)}${bare}`
}

function headerOf(part: TarPart, contentBytes: number): Buffer {
  const block = Buffer.alloc(512)
  const number = (value: number, at: number, digits: number) => {
    if (value < 8 ** digits) return block.write(`${value.toString(8).padStart(digits, '0')}\0`, at, 'latin1')
    block.writeUInt8(0x80, at)
    return block.writeBigUInt64BE(BigInt(value), at + digits - 7)
  }
  block.write(part.name, 0, 100, 'latin1')
  number(part.mode ?? 0o644, 100, 7)
  number(part.uid ?? 0, 108, 7)
  number(part.gid ?? 0, 116, 7)
  number(part.claimedSize ?? contentBytes, 124, 11)
  number(0, 136, 11)
  block.write(part.type ?? '0', 156, 'latin1')
  block.write(part.linkName ?? '', 157, 100, 'latin1')
  block.write('ustar\u000000', 257, 'latin1')
  block.write('        ', 148, 'latin1')
  let sum = 0
  for (const byte of block) sum += byte
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return block
}
