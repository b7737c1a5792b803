/**
 * A sandbox that calls the public URL of another one, as anybody outside may. The URL leads to an address of this node or of a
 * private network, which is closed to sandboxes. So the connection goes to the proxy of this node instead, when its first bytes
 * name a sandbox, and to nothing else: never to the address, and never to the API, which may share the port.
 */
import { closedRangeOf } from '@cay/core/egress/closed-ranges.ts'
import { decideSandboxUrl, type TcpDecision } from '@cay/core/egress/decide.ts'
import { normalizeName } from '@cay/core/egress/domain-name.ts'
import { parseAddress } from '@cay/core/egress/ipv4.ts'
import { isSandboxHost } from '@cay/core/egress/sandbox-host.ts'
import { closedBy } from '../dns/dial-name.ts'
import type { EgressContext } from '../egress-context.ts'
import type { Flow } from './flow.ts'

/** What is spoken at the port, if the connection may be for the URL of a sandbox. */
export function sandboxUrlProtocol({ context, destination }: Flow): 'http' | 'tls' | undefined {
  const protocol = context.sandboxUrls?.protocols.get(destination.port)
  return protocol !== undefined && closedBy(context, destination.address) !== undefined ? protocol : undefined
}

export interface SandboxUrlTarget {
  /** In its normal form. */
  readonly name: string
  readonly port: number
  readonly proxyHost: string
}

/** Undefined for every other connection. `name`: as in its first bytes. */
export function sandboxUrlTarget(flow: Flow, name: string | undefined): SandboxUrlTarget | undefined {
  const { sandboxUrls } = flow.context
  const normal = name === undefined ? undefined : normalizeName(name)
  if (sandboxUrls === undefined || normal === undefined || sandboxUrlProtocol(flow) === undefined)
    return undefined
  if (!isSandboxHost(normal, sandboxUrls.domain)) return undefined
  return { name: normal, port: flow.destination.port, proxyHost: sandboxUrls.proxyHost }
}

/** By the policy in force now. */
export function decideSandboxUrlFlow(
  { sandbox, destination }: Flow,
  { name }: SandboxUrlTarget,
): TcpDecision {
  return decideSandboxUrl(sandbox.policy, { address: destination.address, name })
}

/** An address of the node or of a private network may be told, because nothing else there can be reached. */
export function isSandboxUrlAddress(
  { sandboxUrls }: Pick<EgressContext, 'sandboxUrls'>,
  { name, address }: { readonly name: string; readonly address: string },
): boolean {
  return sandboxUrls !== undefined && isSandboxHost(name, sandboxUrls.domain) && isBeyondSandbox(address)
}

/** Addresses that never leave a sandbox lead nowhere. */
function isBeyondSandbox(address: string): boolean {
  const number = parseAddress(address)
  return number !== undefined && !inward.has(closedRangeOf(number) ?? '')
}

const inward: ReadonlySet<string> = new Set(['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/3'])
