import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readClientHello } from './client-hello.ts'
import { firstBytesMax } from './first-bytes.ts'

const number = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** (bytes - 1 - i)) % 256)
const list = (lengthBytes: number, content: number[]) => [...number(content.length, lengthBytes), ...content]
const ascii = (text: string) => Array.from(text, (char) => char.charCodeAt(0))
const extension = (type: number, content: number[]) => [...number(type, 2), ...list(2, content)]
const serverName = (...names: string[]) =>
  extension(
    0,
    list(
      2,
      names.flatMap((name) => [0, ...list(2, ascii(name))]),
    ),
  )
const padding = (bytes: number) =>
  extension(
    21,
    Array.from({ length: bytes }, () => 0),
  )

function helloBody(extensions: number[] | undefined): number[] {
  const start = [
    3,
    3,
    ...Array.from({ length: 32 }, () => 7),
    ...list(1, []),
    ...list(2, [0x13, 1]),
    ...list(1, [0]),
  ]
  return extensions === undefined ? start : [...start, ...list(2, extensions)]
}

const message = (body: number[]) => [1, ...list(3, body)]
const record = (payload: number[]) => [22, 3, 1, ...list(2, payload)]

/** Splits the payload into records of the given size. */
function records(payload: number[], size: number): Uint8Array {
  const all: number[] = []
  for (let at = 0; at < payload.length; at += size) all.push(...record(payload.slice(at, at + size)))
  return Uint8Array.from(all)
}

const helloOf = (extensions: number[] | undefined, size = 16_384) =>
  records(message(helloBody(extensions)), size)
const named = (name: string, ...protocols: string[]) => ({ kind: 'name', name, protocols })
const invalid = { kind: 'invalid' }

describe('a ClientHello', () => {
  it('gives its name, in whatever records and pieces it comes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(300), (size, pad) => {
        const bytes = helloOf([...padding(pad), ...serverName('a.Example.com')], size)
        expect(readClientHello(bytes)).toEqual(named('a.Example.com'))
        for (let length = 0; length < bytes.length; length++) {
          expect(readClientHello(bytes.subarray(0, length)).kind).toBe('incomplete')
        }
      }),
      { numRuns: 30 },
    )
  })

  it('says what is to be spoken inside', () => {
    const protocols = (...names: string[]) =>
      extension(
        16,
        list(
          2,
          names.flatMap((name) => list(1, ascii(name))),
        ),
      )
    const hello = helloOf([...protocols('h2', 'http/1.1'), ...serverName('a.example')])
    expect(readClientHello(hello)).toEqual(named('a.example', 'h2', 'http/1.1'))
    const malformed = helloOf([...serverName('a.example'), ...extension(16, list(2, [9, 1]))])
    expect(readClientHello(malformed)).toEqual(named('a.example'))
  })

  it('is read the same when more bytes follow', () => {
    const bytes = helloOf(serverName('a.example'))
    expect(readClientHello(Uint8Array.from([...bytes, 23, 3, 3, 0, 1, 0]))).toEqual(named('a.example'))
  })

  it('without extensions, or without a name, names nobody', () => {
    expect(readClientHello(helloOf(undefined))).toEqual({ kind: 'none' })
    expect(readClientHello(helloOf(padding(3)))).toEqual({ kind: 'none' })
  })

  it.each<[string, number[]]>([
    ['two names in one list', serverName('a.example', 'b.example')],
    ['two lists', [...serverName('a.example'), ...serverName('b.example')]],
    ['an empty name', serverName('')],
    ['an empty list', serverName()],
    ['a NUL in the name', serverName('a.example\0.evil.net')],
    ['a line end in the name', serverName('a.example\r\n')],
    ['a name of other than ASCII', serverName('m\u00fcnchen.de')],
    ['a name of another kind', extension(0, list(2, [1, ...list(2, ascii('a.example'))]))],
    ['bytes behind the list', extension(0, [...list(2, [0, ...list(2, ascii('a.example'))]), 0])],
    ['an extension that is cut off', [...serverName('a.example'), 0, 21, 0, 9, 0]],
    ['any extension twice', [...padding(1), ...serverName('a.example'), ...padding(1)]],
  ])('with %s is invalid', (_, extensions) => expect(readClientHello(helloOf(extensions))).toEqual(invalid))

  it('that is over the bound is invalid at once, in one record or in many', () => {
    const huge = message(helloBody(padding(firstBytesMax)))
    expect(readClientHello(records(huge.slice(0, 100), 100))).toEqual(invalid)
    const many = records(message(helloBody([...padding(16_000), ...serverName('a.example')])), 64)
    expect(readClientHello(many.subarray(0, firstBytesMax - 1)).kind).toBe('incomplete')
    expect(readClientHello(many.subarray(0, firstBytesMax))).toEqual(invalid)
  })

  it('in more records than anybody needs is invalid', () => {
    const tiny = records(message(helloBody([...padding(8000), ...serverName('a.example')])), 1)
    expect(readClientHello(tiny.subarray(0, 512 * 6 - 1)).kind).toBe('incomplete')
    expect(readClientHello(tiny.subarray(0, 512 * 6))).toEqual(invalid)
  })

  it.each<[string, number[]]>([
    ['an empty record', [22, 3, 1, 0, 0]],
    ['a record over its bound', [22, 3, 1, 0x40, 1]],
    ['another kind of record', [23, 3, 1, 0, 5]],
    ['another message', [22, 3, 1, 0, 4, 2, 0, 0, 0]],
    ['another version', [22, 2]],
    ['HTTP', ascii('GET / HTTP/1.1\r\n')],
    ['SSH', ascii('SSH-2.0-x\r\n')],
    ['an alert between its records', [22, 3, 1, 0, 1, 1, 21, 3, 1, 0, 2, 1, 0]],
  ])('is not %s', (_, bytes) => expect(readClientHello(Uint8Array.from(bytes))).toEqual(invalid))

  it('has a reading whatever is changed in it, and more bytes never change one that stands', () => {
    const whole = helloOf([...serverName('a.example'), ...padding(5)], 40)
    const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255))
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), fc.nat(whole.length), (changes, cut) => {
        const bytes = Uint8Array.from(whole)
        for (const [at, value] of changes) bytes[at] = value
        const early = readClientHello(bytes.subarray(0, cut))
        const late = readClientHello(bytes)
        expect(['name', 'none', 'invalid', 'incomplete']).toContain(late.kind)
        if (early.kind !== 'incomplete') expect(late).toEqual(early)
      }),
      { numRuns: 2000 },
    )
  })

  it('has a reading for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(readClientHello(bytes).kind).not.toBe('name')
      }),
    )
  })
})
