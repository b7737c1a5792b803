import { limits } from '@cay/contract/limits.ts'
import { expect, it } from 'vitest'
import { emptyMessage, readEnvdCall } from './envd-call.ts'
import { FrameSplitter } from './frame-splitter.ts'
import { isRetriable } from './retry.ts'

const json = ['Content-Type', 'application/json']
const daemon = limits.daemonPort

it.each([
  ['GET', 80, '/', true],
  ['HEAD', 80, '/', true],
  ['OPTIONS', 80, '/', true],
  ['PUT', 80, '/', true],
  ['DELETE', 80, '/', true],
  ['POST', 80, '/', false],
  ['PATCH', 80, '/', false],
  ['get', 80, '/', false],
  ['PROPFIND', 80, '/', false],
  ['POST', 80, '/files', false],
  ['POST', daemon, '/files?path=a', true],
  ['POST', daemon, '/files/compose', false],
  ['POST', daemon, '/process.Process/SendInput', true],
  ['POST', daemon, '/process.Process/StreamInput', false],
  ['POST', daemon, '/filesystem.Filesystem/Move', true],
  ['POST', daemon, '/other.Service/Call', false],
  ['POST', 80, '/process.Process/SendInput', false],
])('%s to port %i of %s is retriable: %s', (method, port, requestTarget, isSafe) => {
  expect(isRetriable({ method, port, requestTarget, headers: json })).toBe(isSafe)
})

it.each([
  ['application/connect+json', 'json', 'connect'],
  ['application/connect+proto', 'proto', 'connect'],
  ['application/connect+json; charset=utf-8', 'json', 'connect'],
  ['application/grpc-web+json', 'json', 'grpc-web'],
  ['application/grpc-web', 'proto', 'grpc-web'],
  ['application/grpc+proto', 'proto', 'grpc'],
  ['Application/GRPC', 'proto', 'grpc'],
  ['application/connect', undefined, undefined],
  ['application/grpc-web-text', undefined, undefined],
  ['application/json', undefined, undefined],
  ['', undefined, undefined],
])('a stream of type %j uses %s in %s', (contentType, codec, protocol) => {
  const requestTarget = '/process.Process/Start'
  const call = readEnvdCall({
    method: 'POST',
    port: daemon,
    requestTarget,
    headers: ['Content-Type', contentType],
  })
  expect(call).toEqual(codec && { kind: 'stream', source: 'process', codec, protocol })
})

it.each(['json', 'proto'] as const)('an empty message of %s is one frame', (codec) => {
  expect(new FrameSplitter(100).push(emptyMessage(codec))).toMatchObject({ count: 1, isLast: false })
})
