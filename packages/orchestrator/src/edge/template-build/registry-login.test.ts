import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { RegistryCredential } from '../../ports/build-spec.ts'
import { registryLogin } from './registry-login.ts'

const aws = {
  kind: 'aws',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'eu-central-1',
} as const satisfies RegistryCredential

const never = new AbortController().signal

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const tokenOf = (user: string) => ({
  authorizationData: [{ authorizationToken: Buffer.from(user).toString('base64'), expiresAt: 1.7e9 }],
})

test('a key of a service account is the password of its registry', async () => {
  const serviceAccount = '{"type":"service_account","private_key":"-----BEGIN\\n"}'
  expect(await registryLogin({})({ kind: 'gcp', serviceAccount }, never)).toEqual({
    username: '_json_key',
    password: serviceAccount,
  })
})

test('AWS is asked for a token, with a signature that it can check and without the secret', async () => {
  let seen: { request: IncomingMessage; body: string } | undefined
  const ecrEndpoint = await serve(async (request, response) => {
    seen = { request, body: await text(request) }
    response.end(JSON.stringify(tokenOf('AWS:a:token')))
  })
  expect(await registryLogin({ ecrEndpoint })(aws, never)).toEqual({ username: 'AWS', password: 'a:token' })
  const { request, body } = seen ?? expect.fail('nobody asked')
  expect(request.headers['x-amz-target']).toBe('AmazonEC2ContainerRegistry_V20150921.GetAuthorizationToken')
  expect(JSON.stringify(request.rawHeaders) + body).not.toContain(aws.secretAccessKey)
  expect(request.headers.authorization).toBe(authorizationOf(request, body))
})

/** As the server reckons it. Source: AWS, "Create a signed AWS API request", version 4. */
function authorizationOf({ headers, method, url }: IncomingMessage, body: string): string {
  const names = ['host', 'x-amz-date', 'x-amz-target']
  const sha = (data: string) => createHash('sha256').update(data).digest('hex')
  const mac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
  const lines = names.map((name) => `${name}:${String(headers[name])}\n`).join('')
  const canonical = [method, url, '', lines, names.join(';'), sha(body)].join('\n')
  const instant = String(headers['x-amz-date'])
  const scope = `${instant.slice(0, 8)}/${aws.region}/ecr/aws4_request`
  const key = scope.split('/').reduce<string | Buffer>(mac, `AWS4${aws.secretAccessKey}`)
  const signature = mac(key, ['AWS4-HMAC-SHA256', instant, scope, sha(canonical)].join('\n')).toString('hex')
  return `AWS4-HMAC-SHA256 Credential=${aws.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`
}

test.each<[string, RequestListener, string]>([
  [
    'refuses the key',
    (_, response) =>
      response
        .writeHead(400)
        .end('{"__type":"com.amazon#UnrecognizedClientException","message":"no wJalrXUt"}'),
    'AWS returned no registry token (400: UnrecognizedClientException)',
  ],
  [
    'answers with words of its own',
    (_, response) => response.writeHead(400).end('{"__type":"words.of.somebody"}'),
    'AWS returned no registry token (400)',
  ],
  [
    'answers with something else',
    (_, response) => response.end('<html>'),
    'AWS returned no registry token: the response has none',
  ],
  [
    'answers without end',
    (_, response) => response.end('x'.repeat(200_000)),
    'failed to request a registry token from AWS',
  ],
  [
    'sends callers elsewhere',
    (_, response) => response.writeHead(307, { location: 'http://127.0.0.2/' }).end(),
    'failed to request a registry token from AWS',
  ],
])('when AWS %s, the build is told in words', async (_, answer, message) => {
  const ecrEndpoint = await serve(answer)
  await expect(registryLogin({ ecrEndpoint })(aws, never)).rejects.toMatchObject({ message })
})

test.each([
  ['eu-central-1', 'https://api.ecr.eu-central-1.amazonaws.com/'],
  ['us-gov-west-1', 'https://api.ecr.us-gov-west-1.amazonaws.com/'],
  ['cn-north-1', 'https://api.ecr.cn-north-1.amazonaws.com.cn/'],
])('AWS is asked at the public address of %s', async (region, url) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (to: URL, { headers }: { headers: Headers }) => {
    asked.push(String(to), headers.get('authorization') ?? '')
    return Response.json(tokenOf('AWS:token'))
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(await registryLogin({})({ ...aws, region }, never)).toEqual({ username: 'AWS', password: 'token' })
  expect(asked).toEqual([url, expect.stringContaining(`/${region}/ecr/aws4_request, `)])
})

test.each([
  ...[
    'x.evil.example/',
    'eu-central-1.evil.example',
    'evil.example#-1',
    'me@127.0.0.1',
    '127.0.0.1',
    'localhost',
  ],
  ...['eu-central-1\n', 'eu-central-1:80', 'eu_central-1', '', `eu-${'a'.repeat(70)}-1`],
])('a region is never part of a host by accident: %j', async (region) => {
  vi.stubGlobal('fetch', () => expect.fail('somebody is asked'))
  onTestFinished(() => void vi.unstubAllGlobals())
  await expect(registryLogin({})({ ...aws, region }, never)).rejects.toThrow('is not an AWS region')
})
