/** Makes this machine a node: keys are made here, and the cluster is known by the token before it is told anything. */
import { type JoinToken, parseJoinToken } from '@cay/core/cluster/join-token.ts'
import type { ClusterDoor, Joined, Keys } from '../ports/join.ts'
import { JoinRefusedError } from '../ports/join.ts'
import type { NodeIdentity } from '../ports/node-identity.ts'

export interface JoinDeps {
  readonly door: ClusterDoor
  /** The same at each call: a join whose answer was lost is repeated with the same keys. */
  readonly keys: () => Promise<Keys>
  /** SHA-256 in hex of a certificate (PEM); throws for anything else. */
  readonly fingerprintOf: (certificate: string) => string
}

export interface JoinOptions {
  /** host:port of a control process. */
  readonly address: string
  readonly token: string
  readonly machine: {
    readonly name: string
    readonly version: string
    readonly arch: string
    readonly cpuFeatures: readonly string[]
  }
}

export interface JoinResult {
  readonly identity: NodeIdentity
  readonly settings: Joined['settings']
}

/** Throws JoinRefusedError. */
export async function joinCluster(
  { door, keys, fingerprintOf }: JoinDeps,
  { address, token: text, machine }: JoinOptions,
): Promise<JoinResult> {
  const token = parseJoinToken(text)
  if (token === undefined)
    throw new JoinRefusedError('the token is not complete: copy all of what `cay cluster token` printed')
  const authority = await findAuthority(door, address)
  expectPinned(authority, token, { address, fingerprintOf })
  const { agent, proxy } = await keys()
  const { nodeId, certificates, settings } = await door.join(
    { address, authority },
    {
      tokenId: token.id,
      secret: token.secret,
      ...machine,
      agentRequest: agent.request,
      proxyRequest: proxy.request,
    },
  )
  const identity: NodeIdentity = {
    nodeId,
    authority: certificates.authority,
    agent: { certificate: certificates.agent, key: agent.key },
    proxy: { certificate: certificates.proxy, key: proxy.key },
  }
  return { identity, settings }
}

async function findAuthority(door: ClusterDoor, address: string): Promise<string> {
  try {
    return await door.fetchAuthority(address)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new JoinRefusedError(`no control process answers at ${address} (${reason})`, { cause })
  }
}

function expectPinned(
  authority: string,
  token: JoinToken,
  { address, fingerprintOf }: { readonly address: string } & Pick<JoinDeps, 'fingerprintOf'>,
): void {
  if (authority !== '' && fingerprintOf(authority) === token.authorityHash) return
  throw new JoinRefusedError(
    `${address} is not the cluster that the token is of: its authority is another one, so nothing was sent to it`,
  )
}
