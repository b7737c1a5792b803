/** Credentials for a registry, which some registries issue on request. */
import { AwsV4Signer } from 'aws4fetch'
import { BuildFailure, type RegistryCredential } from '../../ports/build-spec.ts'

export interface RegistryLoginOptions {
  /** The endpoint of AWS, without a path. Absent: the public one of the region. */
  readonly ecrEndpoint?: string
}

export interface RegistryUser {
  readonly username: string
  readonly password: string
}

/** Throws BuildFailure. The result is never logged and stays in memory. */
export type RegistryLogin = (credential: RegistryCredential, signal: AbortSignal) => Promise<RegistryUser>

export function registryLogin(options: RegistryLoginOptions): RegistryLogin {
  return async (credential, signal) => {
    switch (credential.kind) {
      case 'login':
        return credential
      case 'gcp':
        // The password is the whole key of a service account.
        return { username: '_json_key', password: credential.serviceAccount }
      case 'aws':
        return userIn(await askAws(credential, { ...options, signal }))
    }
  }
}

type AwsCredential = RegistryCredential & { readonly kind: 'aws' }

const askMsMax = 30_000
/** Bytes; a token has some two thousand. */
const answerBytesMax = 64 * 1024

/** It becomes part of a host name, and must not lead to another domain. */
const regionPattern = /^[a-z]{2}(?:-[a-z]{1,12}){1,3}-\d$/

/** GetAuthorizationToken of the Elastic Container Registry. Source: the service's API reference, version 2015-09-21. */
async function askAws(
  credential: AwsCredential,
  { ecrEndpoint, signal }: RegistryLoginOptions & { readonly signal: AbortSignal },
): Promise<unknown> {
  const { region } = credential
  if (!regionPattern.test(region)) throw new BuildFailure(`'${region}' is not an AWS region`)
  const request = await signed(credential, ecrEndpoint ?? publicEndpoint(region))
  const { isOk, status, answer } = await send(request, signal).catch((cause: unknown) => {
    signal.throwIfAborted()
    throw new BuildFailure('failed to request a registry token from AWS', { cause })
  })
  if (!isOk) throw new BuildFailure(`AWS returned no registry token (${status}${kindOf(answer)})`)
  return answer
}

function publicEndpoint(region: string): string {
  return `https://api.ecr.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
}

async function signed(
  { accessKeyId, secretAccessKey, region }: AwsCredential,
  endpoint: string,
): Promise<{ readonly url: URL; readonly headers: Headers }> {
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': 'AmazonEC2ContainerRegistry_V20150921.GetAuthorizationToken',
  }
  const request = { method: 'POST', url: `${endpoint}/`, headers, body, service: 'ecr', region }
  return await new AwsV4Signer({ ...request, accessKeyId, secretAccessKey }).sign()
}

const body = '{}'

async function send({ url, headers }: { readonly url: URL; readonly headers: Headers }, signal: AbortSignal) {
  const response = await fetch(url, {
    ...{ method: 'POST', headers, body, redirect: 'error' },
    signal: AbortSignal.any([signal, AbortSignal.timeout(askMsMax)]),
  })
  return { isOk: response.ok, status: response.status, answer: parsed(await textOf(response)) }
}

async function textOf(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    if (bytes > answerBytesMax) throw new Error(`the answer has more than ${answerBytesMax} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The response may come from a proxy: the status says more.
    return undefined
  }
}

/** Errors of AWS that are repeated to the user; other text of the response is not. */
const knownKinds: ReadonlySet<string> = new Set([
  ...['AccessDeniedException', 'ExpiredTokenException', 'IncompleteSignature', 'InvalidClientTokenId'],
  ...[
    'InvalidParameterException',
    'InvalidSignatureException',
    'MissingAuthenticationToken',
    'OptInRequired',
  ],
  ...['RequestExpired', 'ServerException', 'ThrottlingException', 'UnrecognizedClientException'],
])

function kindOf(answer: unknown): string {
  const kind = fieldOf(answer, '__type')
  const name = typeof kind === 'string' ? (kind.split('#').at(-1) ?? '') : ''
  return knownKinds.has(name) ? `: ${name}` : ''
}

/** The token is a user name, a colon and a password. */
function userIn(answer: unknown): RegistryUser {
  const entries = fieldOf(answer, 'authorizationData')
  const token = fieldOf(Array.isArray(entries) ? entries[0] : undefined, 'authorizationToken')
  const text = Buffer.from(typeof token === 'string' ? token : '', 'base64').toString()
  const colon = text.indexOf(':')
  if (colon < 1) throw new BuildFailure('AWS returned no registry token: the response has none')
  return { username: text.slice(0, colon), password: text.slice(colon + 1) }
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value).find(([key]) => key === name)?.[1]
}
