/** The file of the data directory that says what this machine is in the cluster that it joined, with the settings of the cluster. */
import { type Environment, readOptional } from '@cay/kit/settings.ts'

export interface JoinedNode {
  readonly nodeId: string
  readonly name: string
  /** Empty: none. */
  readonly domain: string
  /** Without credentials; empty: artifacts are on the node alone. */
  readonly blobsUrl: string
  /** Of the tokens of users; empty: none. */
  readonly oidcIssuer: string
}

export function renderNodeFile(node: JoinedNode): string {
  return `${JSON.stringify(node, undefined, 2)}\n`
}

/** Undefined for anything else. */
export function parseNodeFile(text: string): JoinedNode | undefined {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null) return undefined
  const { nodeId, name, domain, blobsUrl, oidcIssuer = '' }: Readonly<Record<string, unknown>> = { ...value }
  if (typeof nodeId !== 'string' || typeof name !== 'string') return undefined
  if (typeof domain !== 'string' || typeof blobsUrl !== 'string') return undefined
  // Files of earlier versions do not name an issuer.
  if (typeof oidcIssuer !== 'string') return undefined
  return { nodeId, name, domain, blobsUrl, oidcIssuer }
}

/** What all nodes have in common, where the environment says nothing else. */
export function withNodeSettings(env: Environment, node: JoinedNode | undefined): Environment {
  if (node === undefined) return env
  const settings = { CAY_DOMAIN: node.domain, CAY_BLOBS_URL: node.blobsUrl, CAY_OIDC_ISSUER: node.oidcIssuer }
  const missing = Object.entries(settings).filter(
    ([name, value]) => value !== '' && readOptional(env, name) === undefined,
  )
  return { ...env, ...Object.fromEntries(missing) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the caller says so.
    return undefined
  }
}
