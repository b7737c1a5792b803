import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstBytesMax } from './first-bytes.ts'
import { type GuardOutcome, HostGuard } from './host-guard.ts'

const bytesOf = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const textOf = (pieces: readonly Uint8Array[]) =>
  pieces.map((piece) => String.fromCharCode(...piece)).join('')
const head = (...fields: string[]) =>
  `POST /x HTTP/1.1\r\nHost: a.example\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n`
const plain = head()
const withLength = `${head('Content-Length: 5')}hello`
const chunked = `${head('Transfer-Encoding: chunked')}5\r\nhello\r\n1;x=y\r\n!\r\n0\r\nTrailer: z\r\n\r\n`
const evil = 'GET / HTTP/1.1\r\nHost: evil.net\r\n\r\n'

/** Returns the part of a chunked text that is forwarded, and the reason why the rest is not. */
function guard(pieces: readonly string[], host = 'a.example') {
  const watched = new HostGuard(host)
  const outcomes = pieces.map((piece) => watched.push(bytesOf(piece)))
  return {
    passed: textOf(outcomes.flatMap(({ pass }) => pass)),
    refused: outcomes.at(-1)?.refused,
    watched,
  }
}

function cutAt(text: string, cuts: readonly number[]): string[] {
  const at = [...new Set(cuts.map((cut) => cut % text.length))].sort((a, b) => a - b)
  return [0, ...at].map((from, index) => text.slice(from, at[index]))
}

describe('requests to the host of the connection', () => {
  it('go on untouched, in whatever pieces they come', () => {
    const request = fc.constantFrom(plain, withLength, chunked)
    fc.assert(
      fc.property(
        fc.array(request, { minLength: 1, maxLength: 5 }),
        fc.array(fc.nat(2000), { maxLength: 30 }),
        (requests, cuts) => {
          const text = requests.join('')
          expect(guard(cutAt(text, cuts))).toMatchObject({ passed: text, refused: undefined })
        },
      ),
    )
  })

  it('have bodies that go on as they come', () => {
    expect(guard([head('Content-Length: 1000000'), 'x', 'y']).passed).toBe(
      `${head('Content-Length: 1000000')}xy`,
    )
    expect(guard([head('Transfer-Encoding: chunked'), 'fffff\r\nab']).passed).toMatch(/ab$/)
  })
})

describe('a later request to another host', () => {
  it('does not go on, nor does anything after it, in whatever pieces it comes', () => {
    const before = fc.constantFrom(plain, withLength, chunked)
    fc.assert(
      fc.property(before, fc.array(fc.nat(2000), { maxLength: 30 }), (first, cuts) => {
        const { passed, refused } = guard(cutAt(`${first}${evil}${plain}`, cuts))
        expect(passed).toBe(first)
        expect(refused).toBe('request to another host on the same connection')
      }),
    )
  })

  it('is also one without a host, or one that differs in its last dot', () => {
    expect(guard([plain, 'GET / HTTP/1.0\r\n\r\n']).refused).toContain('another host')
    expect(guard([plain, plain.replace('a.example', 'a.example.')]).refused).toContain('another host')
  })
})

it.each([
  ['a bare line end behind a chunk', `${head('Transfer-Encoding: chunked')}1\r\na\n`],
  ['a size that is none', `${head('Transfer-Encoding: chunked')}-1\r\n`],
  ['a size with a space', `${head('Transfer-Encoding: chunked')}1 \r\na\r\n`],
  ['a size over its bound', `${head('Transfer-Encoding: chunked')}fffffffffffff\r\n`],
  ['a bare CR in an extension', `${head('Transfer-Encoding: chunked')}1;\rx\r\n`],
  ['an endless size line', `${head('Transfer-Encoding: chunked')}1;${'x'.repeat(2000)}`],
  ['more data than the size', `${head('Transfer-Encoding: chunked')}1\r\nab\r\n`],
  ['a trailer that is none', `${head('Transfer-Encoding: chunked')}0\r\nGET / HTTP/1.1\r\n`],
])('a body with %s ends it', (_, text) => {
  const { refused, watched } = guard([text])
  expect(refused).toBe('chunked body not in order')
  expect(watched.push(bytesOf(plain))).toEqual({ pass: [], refused })
})

it('a head that is not in order, or never ends, goes nowhere', () => {
  expect(guard([plain, 'garbage\r\n\r\n'])).toMatchObject({
    passed: plain,
    refused: 'request head not in order',
  })
  const endless = guard(
    Array.from({ length: 20 }, (_, i) => (i === 0 ? 'GET / HTTP/1.1\r\nX: ' : 'x'.repeat(1000))),
  )
  expect(endless).toMatchObject({ passed: '', refused: 'request head not in order' })
})

describe('a switch of protocols', () => {
  const upgrade = head('Upgrade: websocket', 'Connection: Upgrade')

  function answered(answer: string, early: string): { watched: HostGuard; outcome: GuardOutcome } {
    const { passed, watched } = guard([upgrade, early])
    expect(passed).toBe(upgrade)
    expect(watched.isSwitching).toBe(true)
    return { watched, outcome: watched.onAnswer(bytesOf(answer)) }
  }

  it('to websocket opens the connection once the server agrees', () => {
    const { watched, outcome } = answered('HTTP/1.1 101 Switching Protocols\r\n', 'frame')
    expect(textOf(outcome.pass)).toBe('frame')
    expect(textOf(watched.push(bytesOf(evil)).pass)).toBe(evil)
  })

  it('that the server does not agree to leaves the rule in force', () => {
    const { outcome } = answered('HTTP/1.1 200 OK\r\n', evil)
    expect(outcome).toMatchObject({ pass: [], refused: 'request to another host on the same connection' })
  })

  it('is refused to other protocols, behind other requests, and with a body', () => {
    expect(guard([head('Upgrade: h2c')]).refused).toBe('upgrade to other than websocket')
    expect(guard([head('Upgrade: websocket, h2c')]).refused).toBe('upgrade to other than websocket')
    expect(guard([plain, upgrade]).refused).toBe('upgrade after other requests')
    expect(guard([head('Upgrade: websocket', 'Content-Length: 3')]).refused).toBe('upgrade with a body')
  })

  it('holds back a bounded number of bytes until the answer is there', () => {
    expect(guard([upgrade, 'x'.repeat(firstBytesMax + 1)]).refused).toContain('too much')
  })
})

describe('where fields are to be set', () => {
  const fields = [
    { name: 'authorization', value: 'mine' },
    { name: 'x-new', value: 'one' },
  ]
  const mine = 'authorization: mine\r\nx-new: one\r\n\r\n'
  const rewritten = (text: string) =>
    text.replace(/Authorization: \w+\r\n/gi, '').replace(/(POST(?:.+\r\n)+)\r\n/g, `$1${mine}`)

  it('each request has them in the place of its own, and bodies go on untouched', () => {
    const request = fc.constantFrom(
      plain,
      withLength,
      chunked,
      `${head('Authorization: theirs', 'Content-Length: 3', 'AUTHORIZATION: again')}abc`,
    )
    fc.assert(
      fc.property(
        fc.array(request, { minLength: 1, maxLength: 5 }),
        fc.array(fc.nat(2000), { maxLength: 30 }),
        (requests, cuts) => {
          const text = requests.join('')
          const watched = new HostGuard('a.example', { setsFields: true })
          const passed: Uint8Array[] = []
          for (const piece of cutAt(text, cuts)) {
            passed.push(...watched.push(bytesOf(piece)).pass)
            while (watched.isWaitingForFields) passed.push(...watched.onFields(fields).pass)
          }
          expect(textOf(passed)).toBe(rewritten(text))
        },
      ),
    )
  })

  it('nothing of a request goes on before they are there', () => {
    const watched = new HostGuard('a.example', { setsFields: true })
    expect(watched.push(bytesOf(withLength)).pass).toEqual([])
    expect(watched.isWaitingForFields).toBe(true)
  })

  it.each(['TRACE', 'Trace', 'TRACK'])('%s, which would show them, does not go on', (method) => {
    const echo = `${method} / HTTP/1.1\r\nHost: a.example\r\n\r\n`
    const watched = new HostGuard('a.example', { setsFields: true })
    expect(watched.push(bytesOf(echo))).toMatchObject({ pass: [], refused: expect.stringContaining('show') })
    expect(new HostGuard('a.example').push(bytesOf(echo)).refused).toBeUndefined()
  })

  it('a request to another host does not wait for them, and does not go on', () => {
    const watched = new HostGuard('a.example', { setsFields: true })
    expect(watched.push(bytesOf(evil)).refused).toContain('another host')
    expect(watched.isWaitingForFields).toBe(false)
  })
})
