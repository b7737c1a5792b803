/**
 * The identity of this sandbox as the node set it last. It is kept in memory only, so it is part of every checkpoint.
 */

import { guestHelperAddress, guestVariables } from '@cay/contract/names.ts'
import { sandboxVariables, type Variables } from '@cay/core/process/environment.ts'

export interface Resources {
  readonly cpuCount: number
  readonly memoryMb: number
  readonly diskSizeMb: number
}

export interface SandboxIdentity {
  readonly sandboxId: string
  readonly templateId: string
  /** If undefined, the sandbox accepts calls without a token. */
  readonly accessToken: string | undefined
  /** The token that the node must present to change the identity; undefined until the first identity was set. */
  readonly controlToken: string | undefined
  /** Variables of the sandbox, without those that the system adds. */
  readonly envVars: Variables
  readonly hostname: string
  readonly defaultUser: string | undefined
  readonly defaultWorkdir: string
  /** The resource limits of the sandbox; undefined if the node did not state them. */
  readonly resources: Resources | undefined
  /** PEM certificates that programs of the sandbox trust in addition to those of the image. */
  readonly caBundle: readonly string[]
  /** When the node set the identity, in milliseconds since 1970. */
  readonly timestampMs: number
}

export interface SandboxState {
  identity: SandboxIdentity
}

const nobody: SandboxIdentity = {
  sandboxId: '',
  templateId: '',
  accessToken: undefined,
  controlToken: undefined,
  envVars: {},
  hostname: '',
  defaultUser: undefined,
  defaultWorkdir: '',
  resources: undefined,
  caBundle: [],
  timestampMs: 0,
}

export function createSandboxState(): SandboxState {
  return { identity: nobody }
}

const eventsAddress = `http://${guestHelperAddress}`

export function systemVariables(identity: SandboxIdentity): Variables {
  return {
    [guestVariables.isSandbox]: 'true',
    ...(identity.sandboxId === '' ? {} : { [guestVariables.sandboxId]: identity.sandboxId }),
    ...(identity.templateId === '' ? {} : { [guestVariables.templateId]: identity.templateId }),
    [guestVariables.eventsAddress]: eventsAddress,
  }
}

/** The paths at which programs find trusted certificates. `additions` holds only the sandbox's own certificates. */
export const trustPaths = {
  bundle: '/etc/ssl/certs/ca-certificates.crt',
  otherBundles: [
    // In order: Fedora and derivatives, openSUSE, Arch, and OpenSSL's default.
    '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
    '/etc/pki/tls/certs/ca-bundle.crt',
    '/var/lib/ca-certificates/ca-bundle.pem',
    '/etc/ca-certificates/extracted/tls-ca-bundle.pem',
    '/etc/ssl/ca-bundle.pem',
    '/etc/ssl/cert.pem',
  ],
  localDirectory: '/usr/local/share/ca-certificates',
  otherLocalDirectories: [
    '/etc/pki/ca-trust/source/anchors',
    '/etc/pki/trust/anchors',
    '/etc/ca-certificates/trust-source/anchors',
  ],
  additions: '/usr/local/share/ca-certificates/cay.pem',
} as const

/**
 * For programs that do not read these paths by default. Node has a built-in list, so its variable names only the
 * certificates to add.
 */
const trustVariables: Variables = {
  NODE_EXTRA_CA_CERTS: trustPaths.additions,
  SSL_CERT_FILE: trustPaths.bundle,
  REQUESTS_CA_BUNDLE: trustPaths.bundle,
  CURL_CA_BUNDLE: trustPaths.bundle,
  GIT_SSL_CAINFO: trustPaths.bundle,
}

/** The variables in the environment of every process of the sandbox. */
export function variablesOf(identity: SandboxIdentity): Variables {
  const trust = identity.caBundle.length === 0 ? {} : trustVariables
  return sandboxVariables({ ...trust, ...identity.envVars }, systemVariables(identity))
}
