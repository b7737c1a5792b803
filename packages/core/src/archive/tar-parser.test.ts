import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TarParser } from './tar-parser.ts'

interface Part {
  readonly name?: string
  readonly type?: string
  readonly content?: string
  /** Written unchanged into the size field. */
  readonly sizeField?: Uint8Array
  readonly linkName?: string
}

const encoder = new TextEncoder()

function header({ name = 'file', type = '0', content = '', linkName = '', sizeField }: Part): Uint8Array {
  const block = new Uint8Array(512)
  const put = (text: string, at: number) => block.set(encoder.encode(text), at)
  put(name.slice(0, 100), 0)
  put('0000644\0', 100)
  put('0001750\0', 108)
  put('0001750\0', 116)
  put(`${encoder.encode(content).length.toString(8).padStart(11, '0')}\0`, 124)
  if (sizeField !== undefined) block.set(sizeField, 124)
  put('00000000017\0', 136)
  put('        ', 148)
  put(type, 156)
  put(linkName, 157)
  put('ustar\u000000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

function archive(...parts: Part[]): Uint8Array {
  const pieces = parts.flatMap((part) => {
    const content = encoder.encode(part.content ?? '')
    const padding = new Uint8Array((512 - (content.length % 512)) % 512)
    return [header(part), content, padding]
  })
  return new Uint8Array([...pieces, new Uint8Array(1024)].flatMap((piece) => [...piece]))
}

const record = (key: string, value: string) => {
  const rest = ` ${key}=${value}\n`
  let length = encoder.encode(rest).length
  while (String(length).length + encoder.encode(rest).length !== length)
    length = String(length).length + encoder.encode(rest).length
  return `${length}${rest}`
}

function read(bytes: Uint8Array, pieces: readonly number[] = []) {
  const found: {
    name: string
    kind: string
    size: number
    mtimeSeconds: number
    content: string
    linkName: string
  }[] = []
  const parser = new TarParser({
    entry: ({ name, kind, size, mtimeSeconds, linkName }) =>
      void found.push({ name, kind, size, mtimeSeconds, content: '', linkName }),
    data: (part) => {
      const last = found.at(-1)
      if (last !== undefined) last.content += new TextDecoder('latin1').decode(part)
    },
    entryEnd: () => undefined,
  })
  const at = [
    0,
    ...[...pieces].map((piece) => piece % (bytes.length + 1)).sort((a, b) => a - b),
    bytes.length,
  ]
  for (const [index, from] of at.slice(0, -1).entries()) parser.push(bytes.subarray(from, at[index + 1]))
  parser.end()
  return found
}

test('files, links and directories come out as they went in', () => {
  const found = read(
    archive(
      { name: 'dir/', type: '5' },
      { name: 'dir/file', content: 'text' },
      { name: 'dir/link', type: '2', linkName: 'file' },
      { name: 'dir/hard', type: '1', linkName: 'dir/file' },
    ),
  )
  expect(found.map(({ kind, name, content, linkName }) => [kind, name, content, linkName])).toEqual([
    ['directory', 'dir/', '', ''],
    ['file', 'dir/file', 'text', ''],
    ['symbolic link', 'dir/link', '', 'file'],
    ['hard link', 'dir/hard', '', 'dir/file'],
  ])
})

test('the pieces that an archive comes in do not matter', () => {
  const bytes = archive({ name: 'a', content: 'x'.repeat(1300) }, { name: 'b', content: 'y' })
  const whole = read(bytes)
  fc.assert(
    fc.property(fc.array(fc.nat()), (pieces) => {
      expect(read(bytes, pieces)).toEqual(whole)
    }),
  )
})

test('long names of GNU tar and extended headers replace what the header has no room for', () => {
  const long = `${'d'.repeat(120)}/name`
  const byGnu = read(archive({ name: '././@LongLink', type: 'L', content: `${long}\0` }, { name: 'short' }))
  const pax = record('path', long) + record('mtime', '12.5') + record('size', '3')
  const byPax = read(
    archive({ type: 'x', content: pax }, { name: 'short', content: 'abc' }, { name: 'next' }),
  )
  expect(byGnu).toMatchObject([{ name: long }])
  expect(byPax).toMatchObject([
    { name: long, mtimeSeconds: 12, content: 'abc' },
    { name: 'next', mtimeSeconds: 15 },
  ])
})

test('a file with holes comes out whole', () => {
  const map = '2\n0\n3\n10\n2\n'.padEnd(512, '\0')
  const pax =
    record('GNU.sparse.major', '1') +
    record('GNU.sparse.minor', '0') +
    record('GNU.sparse.name', 'holes') +
    record('GNU.sparse.realsize', '14')
  const [file] = read(archive({ type: 'x', content: pax }, { name: 'odd', content: `${map}abcde` }), [700])
  expect(file).toMatchObject({ name: 'holes', size: 14, content: 'abc\0\0\0\0\0\0\0de\0\0' })
})

const sizeOf = (...bytes: number[]) => Uint8Array.from([...bytes, ...Array(12 - bytes.length).fill(0)])
const paxOf = (...records: string[]) => archive({ type: 'x', content: records.join('') }, { name: 'a' })

test.each<[string, Uint8Array]>([
  ['a damaged header', archive({}).fill(65, 0, 4)],
  ['no archive at all', encoder.encode('x'.repeat(600))],
  ['half a header', archive({}).subarray(0, 100)],
  ['half a file', archive({ content: 'text' }).subarray(0, 514)],
  ['a negative size', archive({ sizeField: sizeOf(0xff, 0xff) })],
  ['a size that no number holds', archive({ sizeField: sizeOf(0x80, 0xff, 0xff, 0xff) })],
  ['a size of letters', archive({ sizeField: encoder.encode('zzzzzzzzzzz\0') })],
  ['an unknown kind', archive({ type: 'S' })],
  ['an extended header without end', archive({ type: 'x', sizeField: encoder.encode('77777777777\0') })],
  ['a record that is longer than its header', paxOf('99 path=a\n')],
  ['a record without a length', paxOf('path=a\n')],
  ['a record of no length', paxOf('0 path=a\n')],
  ['a size of less than nothing', paxOf(record('size', '-1'))],
  ['a size in words', paxOf(record('size', 'ten'))],
  ['holes in an old form', paxOf(record('GNU.sparse.map', '0,1'))],
])('%s is refused', (_, bytes) => {
  expect(() => read(bytes)).toThrow('the archive is refused')
})

test.each([
  ['a map that claims more data than there is', '1\n0\n9\n', 'abc'],
  ['a map with data behind the end of the file', '1\n12\n9\n', 'abcdefghi'],
  ['a map in the wrong order', '2\n5\n1\n0\n1\n', 'ab'],
  ['more data than the map says', '1\n0\n1\n', 'abc'],
  ['a map of letters', 'x\n', ''],
])('%s is refused', (_, map, data) => {
  const pax =
    record('GNU.sparse.major', '1') + record('GNU.sparse.minor', '0') + record('GNU.sparse.realsize', '14')
  const bytes = archive({ type: 'x', content: pax }, { content: map.padEnd(512, '\0') + data })
  expect(() => read(bytes)).toThrow('the archive is refused')
})

test('whatever comes, it is read or refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 4096 }), fc.boolean(), (noise, isBehindHeader) => {
      const bytes = isBehindHeader
        ? new Uint8Array([...header({ type: 'x', content: 'abc' }), ...noise])
        : noise
      try {
        read(bytes)
      } catch (error) {
        expect(String(error)).toContain('the archive is refused')
      }
    }),
  )
})
