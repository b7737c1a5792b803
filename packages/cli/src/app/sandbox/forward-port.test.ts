import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { forwardConnection } from './forward-port.ts'

test('a connection that the sandbox did not answer kept a port from the end of its forwarding', async () => {
  const stop = new AbortController()
  const lines: string[] = []
  const connection = new PassThrough()
  const closed = once(connection, 'close')
  const connectTcp = (_: unknown, signal?: AbortSignal) =>
    new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  const deps = { daemon: { connectTcp }, printError: (line: string) => lines.push(line), signal: stop.signal }
  const forwarded = forwardConnection(deps, { host: '127.0.0.1', port: 1 }, connection)
  stop.abort()
  await Promise.all([forwarded, closed])
  expect(lines).toEqual([])
})
