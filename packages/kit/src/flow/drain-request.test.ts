import { PassThrough, Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { drainBody } from './drain-request.ts'

test('what was left of a body that had been piped somewhere was not read', async () => {
  const body = new PassThrough()
  body.pipe(new PassThrough({ highWaterMark: 1 }))
  const cutOff = vi.fn()
  drainBody(body, cutOff)
  for (let count = 0; count < 10; count++) body.write(Buffer.alloc(100_000))
  const read = new Promise((resolve) => body.on('end', resolve))
  body.end()
  await read
  expect(cutOff).not.toHaveBeenCalled()
})

test('a body that goes on for too long is cut off', async () => {
  const body = Readable.from(endless())
  await new Promise<void>((resolve) =>
    drainBody(body, () => {
      body.destroy()
      resolve()
    }),
  )
  expect(body.destroyed).toBe(true)
})

async function* endless(): AsyncGenerator<Buffer> {
  for (;;) yield Buffer.alloc(1024 * 1024)
}
