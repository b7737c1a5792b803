/** Responses that a well-behaved S3 server does not give; the suite and wrong credentials run on a real one. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { makeAuthority, openIssuer } from '@cay/kit/certificates/issue.ts'
import { afterEach, expect, test } from 'vitest'
import { bodyOf, bytesOf } from '../../../../test/suites/blob-store.ts'
import { httpSender } from './http-request.ts'
import { s3Store } from './s3-store.ts'

type Responder = (request: IncomingMessage, response: ServerResponse) => void

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

async function listen(server: Server): Promise<number> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const storeAt = (endpoint: string, certificates: readonly string[] = []) =>
  s3Store({
    location: { kind: 's3', endpoint, bucket: 'cay', prefix: 'p/', region: 'us-east-1', style: 'path' },
    credentials: { accessKey: 'KEY', secretKey: 'the-secret' },
    send: httpSender(certificates),
  })

async function serve(answer: Responder) {
  return storeAt(`http://127.0.0.1:${await listen(createServer(answer))}`)
}

const respond =
  (status: number, body = '', headers: Record<string, string> = {}): Responder =>
  (request, response) => {
    request.resume()
    response.writeHead(status, headers).end(body)
  }
const errorOf = (code: string, more = '') => `<Error><Code>${code}</Code>${more}</Error>`

test.each([
  [301, errorOf('PermanentRedirect'), 'wrong_region', 'another region or at another host'],
  [
    400,
    errorOf('AuthorizationHeaderMalformed', '<Region>eu-north-1</Region>'),
    'wrong_region',
    'region=eu-north-1',
  ],
  [403, errorOf('InvalidAccessKeyId'), 'credentials', 'check CAY_BLOBS_ACCESS_KEY'],
  [403, errorOf('AccessDenied'), 'denied', 'lacks the right s3:GetObject for bucket "cay"'],
  [404, errorOf('NoSuchBucket'), 'bucket_missing', 'bucket "cay" of CAY_BLOBS_URL does not exist'],
  [429, '', 'unavailable', 'HTTP 429'],
  [500, errorOf('InternalError'), 'unavailable', 'HTTP 500 (InternalError)'],
  [501, errorOf('NotImplemented'), 'unexpected', 'HTTP 501 (NotImplemented)'],
  [503, errorOf('SlowDown'), 'unavailable', 'HTTP 503 (SlowDown)'],
  [405, '<html>Not Allowed</html>', 'unexpected', 'is no object store: it answered HTTP 405'],
])('HTTP %i with %j is one sentence with its reason', async (status, body, reason, sentence) => {
  const store = await serve(respond(status, body))
  const failure = store.get('s/a/0')
  await expect(failure).rejects.toMatchObject({ reason, message: expect.stringContaining(sentence) })
})

test('a list follows its pages, and the prefix of the store is not part of the keys', async () => {
  const asked: (string | null)[] = []
  const store = await serve((request, response) => {
    const query = new URL(request.url ?? '', 'http://x').searchParams
    const token = query.get('continuation-token')
    asked.push(query.get('prefix'), token)
    const entry = `<Contents><Key>p/s/a/${token ?? 0}</Key><LastModified>2026-11-23T05:00:00Z</LastModified><Size>1</Size></Contents>`
    const next =
      token === null ? '<IsTruncated>true</IsTruncated><NextContinuationToken>1</NextContinuationToken>' : ''
    response.end(`<ListBucketResult>${next}${entry}</ListBucketResult>`)
  })
  expect((await Array.fromAsync(store.list('s/'))).map(({ key }) => key)).toEqual(['s/a/0', 's/a/1'])
  expect(asked).toEqual(['p/s/', null, 'p/s/', '1'])
})

test('an early error response to a large put is reported, and not the connection reset after it', async () => {
  const store = await serve((request, response) => {
    response.writeHead(403, { connection: 'close' }).end(errorOf('AccessDenied'))
    request.resume()
  })
  const put = store.put('s/a/0', bodyOf(randomBytes(8 * 2 ** 20)))
  await expect(put).rejects.toMatchObject({
    message: expect.stringContaining('s3:PutObject'),
  })
})

test('a truncated download is a connection error', async () => {
  const store = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('x'.repeat(500), () => response.destroy())
  })
  const download = await store.get('s/a/0')
  expect(download.bytes).toBe(1000)
  await expect(bytesOf(download)).rejects.toMatchObject({ reason: 'unreachable' })
})

test('a download of unknown length is refused: a truncated one could not be detected', async () => {
  const store = await serve((_, response) => void response.writeHead(200).end('x'))
  await expect(store.get('s/a/0')).rejects.toMatchObject({ reason: 'unexpected' })
})

test('nothing listens: the sentence names the setting', async () => {
  const server = createServer()
  const port = await listen(server)
  server.close()
  await once(server, 'close')
  servers.pop()
  const failure = storeAt(`http://127.0.0.1:${port}`).head('s/a/0')
  await expect(failure).rejects.toThrow('nothing listens there; check the host and the port in CAY_BLOBS_URL')
})

test('a host that does not resolve: the sentence names the setting', async () => {
  const failure = storeAt('http://store.invalid').head('s/a/0')
  await expect(failure).rejects.toThrow(/store\.invalid cannot be reached: the host name/)
})

test('a server that does not speak HTTP is reported as such', async () => {
  const server = createServer()
  server.on('connection', (socket) => socket.end('220 mail.example.org ESMTP\r\n'))
  const failure = storeAt(`http://127.0.0.1:${await listen(server)}`).head('s/a/0')
  await expect(failure).rejects.toThrow('answers no HTTP')
})

test('a certificate of an unknown authority is refused until CAY_BLOBS_CA_FILE names it', async () => {
  const life = { nowMs: Date.now(), days: 2 }
  const authority = await makeAuthority('Store', life)
  const leaf = await (await openIssuer(authority)).issue({ names: ['localhost'], ...life })
  const server = createTlsServer(
    { cert: leaf.certificate, key: leaf.key },
    (_, response) => void response.end(),
  )
  const endpoint = `https://localhost:${await listen(server)}`
  await expect(storeAt(endpoint).delete('s/a/0')).rejects.toMatchObject({
    reason: 'tls',
    message: expect.stringContaining('is not trusted: set CAY_BLOBS_CA_FILE'),
  })
  await storeAt(endpoint, [authority.certificate]).delete('s/a/0')
})

test('no error shows a credential', async () => {
  for (const answer of [
    respond(403, errorOf('SignatureDoesNotMatch')),
    respond(500),
    (_: unknown, r: ServerResponse) => r.destroy(),
  ]) {
    const error: unknown = await (await serve(answer as Responder))
      .get('s/a/0')
      .catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(Error)
    expect(inspect(error, { depth: 20, showHidden: true })).not.toMatch(/the-secret|Signature=|AWS4-HMAC/)
  }
})
