import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { forEachFilePart } from './form-parts.ts'

const contentType = 'multipart/form-data; boundary=xyz'

/** Provides the form as a socket would: in chunks of 64 KiB. */
function formOf(...parts: Array<{ name: string; text: string }>): Readable {
  const body = parts.map(
    ({ name, text }) =>
      `--xyz\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${text}\r\n`,
  )
  const bytes = Buffer.from(`${body.join('')}--xyz--\r\n`)
  const chunks = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, n) =>
    bytes.subarray(n * 65_536, (n + 1) * 65_536),
  )
  return Readable.from(chunks, { objectMode: false })
}

test.each([10, 150_000, 3_000_000])(
  'a part that cannot be written ends the form with its error, also when much of it is to come (%i bytes)',
  async (size) => {
    const full = () => new Writable({ write: (_chunk, _encoding, done) => done(new Error('disk is full')) })
    const body = formOf({ name: 'a', text: 'x'.repeat(size) }, { name: 'b', text: 'b' })
    await expect(
      forEachFilePart(body, contentType, ({ content }) => pipeline(content, full())),
    ).rejects.toThrow('disk is full')
  },
)

test('parts come in order, whole, and their names keep their directories', async () => {
  const seen: string[] = []
  const big = 'y'.repeat(1_000_000)
  const body = formOf({ name: 'd/a', text: 'one' }, { name: 'd/b', text: big }, { name: 'c', text: '' })
  await forEachFilePart(body, contentType, async ({ filename, content }) => {
    const chunks: Uint8Array[] = await content.toArray()
    seen.push(`${filename} ${Buffer.concat(chunks).toString()}`)
  })
  expect(seen).toEqual(['d/a one', `d/b ${big}`, 'c '])
})

test('a form that breaks off in the middle of a part is not a form', async () => {
  const whole = Buffer.concat(await formOf({ name: 'a', text: 'x'.repeat(200_000) }).toArray())
  const body = Readable.from([whole.subarray(0, 100_000), whole.subarray(100_000, 150_000)], {
    objectMode: false,
  })
  const read = forEachFilePart(body, contentType, async ({ content }) => void (await content.toArray()))
  await expect(read).rejects.toMatchObject({ code: 'request_invalid' })
})
