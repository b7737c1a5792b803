/** Whether a later policy would still allow an established connection. */
import { decideSandboxUrl, decideTcp } from './decide.ts'
import { hasName } from './domain-name.ts'
import type { EgressPolicy } from './policy.ts'

export interface EstablishedFlow {
  /** The allowed name, in its normal form; undefined when the address was allowed. */
  readonly name: string | undefined
  /** The address of the other end; undefined where only a proxy knows it. */
  readonly address: string | undefined
  readonly port: number
  /** Of the URL of a sandbox of this installation; the address is the one that the caller used. */
  readonly sandboxUrl?: { readonly name: string; readonly address: string } | undefined
}

/**
 * A flow that was allowed by its name goes to an address that the node resolved, so the name suffices. Any other flow
 * is decided by its address, whatever name it had, because the node did not resolve that name.
 */
export function allowsEstablished(
  policy: EgressPolicy,
  { name, address, port, sandboxUrl }: EstablishedFlow,
): boolean {
  if (sandboxUrl !== undefined) return decideSandboxUrl(policy, sandboxUrl).kind === 'dial'
  if (name !== undefined && hasName(policy.domains, name)) return true
  // Where nothing is denied, the address does not matter.
  if (address === undefined) return policy.deniedEntries.length === 0
  return decideTcp(policy, { address, port }).kind === 'dial'
}
