import { expect, test } from 'vitest'
import { InputQueue } from './input-queue.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('keys that are pressed while a request is in flight go out together, in their order', async () => {
  const sent: string[] = []
  const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const queue = new InputQueue(
    async (part) => {
      sent.push(new TextDecoder().decode(part))
      await held[sent.length - 1]?.promise
    },
    () => undefined,
  )
  for (const key of 'abc') queue.push(bytes(key))
  expect(sent).toEqual(['a'])
  held[0]?.resolve()
  await expect.poll(() => sent).toEqual(['a', 'bc'])
  queue.push(bytes('d'))
  held[1]?.resolve()
  await expect.poll(() => sent).toEqual(['a', 'bc', 'd'])
})

test('what was typed before a failure is not sent after it', async () => {
  const sent: string[] = []
  const failed = Promise.withResolvers<unknown>()
  const first = Promise.withResolvers<void>()
  const queue = new InputQueue(async (part) => {
    sent.push(new TextDecoder().decode(part))
    if (sent.length === 1) await first.promise
  }, failed.resolve)
  queue.push(bytes('rm'))
  queue.push(bytes(' -rf'))
  first.reject(new Error('gone'))
  expect(await failed.promise).toEqual(new Error('gone'))
  await Promise.resolve()
  queue.push(bytes('l'))
  await expect.poll(() => sent).toEqual(['rm', 'l'])
})
