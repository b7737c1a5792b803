/** User name and password for a registry, also where they have to be asked for. */
import { createHash, createHmac } from 'node:crypto'
import { BuildFailure, type RegistryCredential } from '../order.ts'

const askMsMax = 30_000

export async function registryLogin(
  credential: RegistryCredential,
  signal: AbortSignal,
): Promise<{ username: string; password: string }> {
  switch (credential.kind) {
    case 'login':
      return credential
    case 'gcp':
      // The registry takes the whole key of a service account for a password.
      return { username: '_json_key', password: credential.serviceAccount }
    case 'aws':
      return await askAws(credential, signal)
  }
}

/** GetAuthorizationToken of the Elastic Container Registry, signed with version 4 of Amazon's signatures. */
async function askAws(
  credential: RegistryCredential & { kind: 'aws' },
  signal: AbortSignal,
): Promise<{ username: string; password: string }> {
  const { region } = credential
  if (!/^[a-z]{2}(-[a-z]+)+-\d$/.test(region)) throw new BuildFailure(`'${region}' is no region of AWS`)
  const host = `api.ecr.${region}.amazonaws.com`
  const body = '{}'
  const response = await fetch(`https://${host}/`, {
    method: 'POST',
    headers: signedHeaders({ credential, host, body, now: new Date() }),
    body,
    signal: AbortSignal.any([signal, AbortSignal.timeout(askMsMax)]),
  }).catch((cause: unknown) => {
    throw new BuildFailure('AWS could not be asked for a token of the registry', { cause })
  })
  const answer: unknown = await response.json().catch(() => undefined)
  const [username = '', password = ''] = tokenIn(answer).split(':')
  if (!response.ok || password === '')
    throw new BuildFailure(`AWS gave no token of the registry (${response.status})`)
  return { username, password }
}

function tokenIn(answer: unknown): string {
  const text = JSON.stringify(answer ?? {})
  const [, token = ''] = /"authorizationToken":"([A-Za-z0-9+/=]+)"/.exec(text) ?? []
  return Buffer.from(token, 'base64').toString()
}

export interface Signing {
  readonly credential: RegistryCredential & { readonly kind: 'aws' }
  readonly host: string
  readonly body: string
  readonly now: Date
}

const target = 'AmazonEC2ContainerRegistry_V20150921.GetAuthorizationToken'
const contentType = 'application/x-amz-json-1.1'

export function signedHeaders({ credential, host, body, now }: Signing): Record<string, string> {
  const { accessKeyId, secretAccessKey, region } = credential
  const instant = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const scope = `${instant.slice(0, 8)}/${region}/ecr/aws4_request`
  const names = 'content-type;host;x-amz-date;x-amz-target'
  const canonical = [
    'POST',
    '/',
    '',
    `content-type:${contentType}`,
    `host:${host}`,
    `x-amz-date:${instant}`,
    `x-amz-target:${target}`,
    '',
    names,
    sha256(body),
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', instant, scope, sha256(canonical)].join('\n')
  const key = scope
    .split('/')
    .reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`)
  const signature = hmac(key, text).toString('hex')
  return {
    'content-type': contentType,
    'x-amz-date': instant,
    'x-amz-target': target,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
