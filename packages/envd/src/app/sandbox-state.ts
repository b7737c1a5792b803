/** Who this sandbox is, as the node said it last. Lives in memory only, so it travels inside a checkpoint. */

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
  /** Undefined: the sandbox is open. */
  readonly accessToken: string | undefined
  /** What the node must show to change the identity; undefined until the first one was set. */
  readonly controlToken: string | undefined
  /** Variables of the sandbox, without the system's own. */
  readonly envVars: Variables
  readonly hostname: string
  readonly defaultUser: string | undefined
  readonly defaultWorkdir: string
  /** What the sandbox may use; undefined when the node did not say. */
  readonly resources: Resources | undefined
  /** PEM texts that its programs are to trust beside those of the image. */
  readonly caBundle: readonly string[]
  /** When the node said so. */
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

/** Where programs find what to trust. `additions` has the sandbox's own certificates alone. */
export const trustPaths = {
  bundle: '/etc/ssl/certs/ca-certificates.crt',
  otherBundles: [
    // Fedora and its kin, openSUSE, Arch, and what OpenSSL looks for by itself.
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

/** For programs that would not look there. Node reads its own list, so it gets what is to be added to it. */
const trustVariables: Variables = {
  NODE_EXTRA_CA_CERTS: trustPaths.additions,
  SSL_CERT_FILE: trustPaths.bundle,
  REQUESTS_CA_BUNDLE: trustPaths.bundle,
  CURL_CA_BUNDLE: trustPaths.bundle,
  GIT_SSL_CAINFO: trustPaths.bundle,
}

/** What every process of the sandbox has in its environment. */
export function variablesOf(identity: SandboxIdentity): Variables {
  const trust = identity.caBundle.length === 0 ? {} : trustVariables
  return sandboxVariables({ ...trust, ...identity.envVars }, systemVariables(identity))
}
