/** Every call of process.Process, in each protocol and codec that the library supports over HTTP/1.1. */

import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { Process, Signal } from '@cay/contract/gen/process/process_pb.js'
import { createClient, type Transport } from '@connectrpc/connect'
import { createConnectTransport, createGrpcWebTransport } from '@connectrpc/connect-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OwnDaemon, startOwnDaemon } from '../testing/own-daemon.ts'

let daemon: OwnDaemon
beforeAll(async () => {
  daemon = await startOwnDaemon()
})
afterAll(() => daemon[Symbol.asyncDispose]())

const options = (useBinaryFormat: boolean) =>
  ({ httpVersion: '1.1', baseUrl: daemon.url, useBinaryFormat }) as const

const transports: readonly (readonly [string, () => Transport])[] = [
  ['Connect with JSON', () => createConnectTransport(options(false))],
  ['Connect with protobuf', () => createConnectTransport(options(true))],
  ['gRPC-web with JSON', () => createGrpcWebTransport(options(false))],
  ['gRPC-web with protobuf', () => createGrpcWebTransport(options(true))],
]

describe.each(transports)('%s', (_, transport) => {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()

  test('start, list, sendInput, streamInput, closeStdin and the end', async () => {
    const client = createClient(Process, transport())
    let printed = ''
    let exitCode: number | undefined
    for await (const { event } of client.start({ process: { cmd: 'cat' }, stdin: true })) {
      const happening = event?.event
      if (happening?.case === 'start') {
        const { pid } = happening.value
        const process = { selector: { case: 'pid' as const, value: pid } }
        expect((await client.list({})).processes.map((each) => each.pid)).toContain(pid)
        await client.sendInput({ process, input: { input: { case: 'stdin', value: Buffer.from('one ') } } })
        await client.streamInput(
          (async function* () {
            yield { event: { case: 'start' as const, value: { process } } }
            const input = { input: { case: 'stdin' as const, value: Buffer.from('two ') } }
            for (let count = 0; count < 3; count++)
              yield { event: { case: 'data' as const, value: { input } } }
          })(),
        )
        await client.closeStdin({ process })
      }
      if (happening?.case === 'data') printed += text(happening.value.output.value ?? new Uint8Array())
      if (happening?.case === 'end') exitCode = happening.value.exitCode
    }
    expect([printed, exitCode]).toEqual(['one two two two ', 0])
  })

  test('connect, update, sendSignal and the end they lead to', async () => {
    const client = createClient(Process, transport())
    const started = client.start({
      process: { cmd: '/bin/sh', args: ['-c', 'sleep 60'] },
      pty: { size: { cols: 80, rows: 24 } },
    })
    for await (const { event } of started) {
      if (event?.event.case !== 'start') continue
      const process = { selector: { case: 'pid' as const, value: event.event.value.pid } }
      await client.update({ process, pty: { size: { cols: 100, rows: 50 } } })
      const cases: (string | undefined)[] = []
      for await (const { event: seen } of client.connect({ process })) {
        cases.push(seen?.event.case)
        if (seen?.event.case === 'start') await client.sendSignal({ process, signal: Signal.SIGKILL })
      }
      expect(cases).toEqual(['start', 'end'])
    }
  })

  test('a time limit of a month passed at once', async () => {
    const client = createClient(Process, transport())
    const headers = { 'connect-timeout-ms': String(30 * 24 * 3_600_000), 'grpc-timeout': '720H' }
    const cases: (string | undefined)[] = []
    const process = { cmd: 'sleep', args: ['0.2'] }
    for await (const { event } of client.start({ process }, { headers })) cases.push(event?.event.case)
    expect(cases).toEqual(['start', 'end'])
  })

  test('an error has its code', async () => {
    const client = createClient(Process, transport())
    const process = { selector: { case: 'pid' as const, value: 999_999_999 } }
    await expect(client.sendSignal({ process, signal: Signal.SIGKILL })).rejects.toThrow('[not_found]')
    await expect(client.connect({ process })[Symbol.asyncIterator]().next()).rejects.toThrow('[not_found]')
  })
})

/**
 * The library's gRPC client supports only HTTP/2, and the daemon only HTTP/1.1; the message format is the same for
 * both.
 */
describe.each([
  ['application/grpc+proto', Uint8Array.of(10, 2, 8, 7)],
  ['application/grpc+json', Buffer.from('{"process":{"pid":7000000}}')],
])('%s', (type, selection) => {
  const call = async (method: string, message: Uint8Array) => {
    const head = Buffer.alloc(5)
    head.writeUInt32BE(message.length, 1)
    const outgoing = request(`${daemon.url}/process.Process/${method}`, {
      method: 'POST',
      headers: { 'content-type': type, te: 'trailers' },
    })
    outgoing.end(Buffer.concat([head, message]))
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    for await (const _ of answer);
    return { ...answer.headers, ...answer.trailers, status: answer.statusCode }
  }

  test('a call ends with its status in the trailers', async () => {
    const empty = type.endsWith('json') ? Buffer.from('{}') : new Uint8Array()
    expect(await call('List', empty)).toMatchObject({ status: 200, 'content-type': type, 'grpc-status': '0' })
    expect(await call('CloseStdin', selection)).toMatchObject({ status: 200, 'grpc-status': '5' })
  })
})
