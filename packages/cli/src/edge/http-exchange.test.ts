import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { exchange } from './http-exchange.ts'

test('an answer that never begins ends the request', async () => {
  const server = createServer(() => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await expect(exchange({ method: 'GET', url, headers: {}, beginMsMax: 10 })).rejects.toThrow(
    'no answer began within 0.01 s',
  )
})
