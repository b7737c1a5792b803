/** A malformed message is an error of its sender: `invalid_argument`, whatever its encoding. */
import { Filesystem } from '@cay/contract/gen/filesystem/filesystem_pb.js'
import { Process } from '@cay/contract/gen/process/process_pb.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnDaemon, startOwnDaemon } from '../testing/own-daemon.ts'

let daemon: OwnDaemon
beforeAll(async () => {
  daemon = await startOwnDaemon()
})
afterAll(() => daemon[Symbol.asyncDispose]())

const malformed: Readonly<Record<string, readonly (readonly [string, Buffer])[]>> = {
  proto: [
    ['noise', Buffer.alloc(7, 0xff)],
    ['a field that is cut short', Buffer.from([0x0a, 0x7f, 1])],
    ['a wire type that does not exist', Buffer.from([0x0f])],
    ['the field 0', Buffer.from([0, 1])],
    ['groups that do not end', Buffer.alloc(200, 0x0b)],
    ['JSON', Buffer.from('{"path":"x"}')],
  ],
  json: [
    ['noise', Buffer.alloc(7, 0xff)],
    ['nothing', Buffer.alloc(0)],
    ['an object that does not end', Buffer.from('{')],
    ['a list', Buffer.from('[]')],
    ['a text', Buffer.from('"x"')],
    ['null', Buffer.from('null')],
  ],
}

function enveloped(message: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(message.length, 1)
  return Buffer.concat([head, message])
}

const cases = [Process, Filesystem].flatMap((service) =>
  service.methods.flatMap(({ name, methodKind }) =>
    Object.entries(malformed).flatMap(([codec, bodies]) =>
      bodies.map(([what, body]) => ({
        name: `${service.typeName}/${name}`,
        what: `${what} as ${codec}`,
        isStream: methodKind !== 'unary',
        codec,
        body,
      })),
    ),
  ),
)

const names = [...new Set(cases.map(({ name }) => name))]

test.each(names)('malformed protobuf and JSON sent to %s is invalid_argument', async (name) => {
  for (const { what, isStream, codec, body } of cases.filter((one) => one.name === name)) {
    const answer = await fetch(`${daemon.url}/${name}`, {
      method: 'POST',
      headers: { 'content-type': `application/${isStream ? 'connect+' : ''}${codec}` },
      body: new Uint8Array(isStream ? enveloped(body) : body),
    })
    const text = await answer.text()
    expect([what, answer.status]).toEqual([what, isStream ? 200 : 400])
    expect([what, text]).toEqual([what, expect.stringContaining('"code":"invalid_argument"')])
  }
})

test('a message that can be read and means nothing keeps its own error', async () => {
  const answer = await fetch(`${daemon.url}/process.Process/SendSignal`, {
    method: 'POST',
    headers: { 'content-type': 'application/proto' },
    // Selects a process by the pid 2^31 - 1.
    body: Buffer.from([0x0a, 0x06, 0x08, 0xff, 0xff, 0xff, 0xff, 0x07]),
  })
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('not_found')])
})
