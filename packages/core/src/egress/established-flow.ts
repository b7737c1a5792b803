/** Whether a connection that is open would still be let out by a policy that came later. */
import { decideTcp } from './decide.ts'
import { hasName } from './domain-name.ts'
import type { EgressPolicy } from './policy.ts'

export interface EstablishedFlow {
  /** The allowed name that let it out, in its normal form; undefined when its address did. */
  readonly name: string | undefined
  /** Where it leads; undefined where nobody but a proxy knows. */
  readonly address: string | undefined
  readonly port: number
}

/**
 * One that its name let out leads where the node found that name, so the name is enough. Any other is judged by where it
 * leads, whatever name it gave: nobody has looked whether the name leads there.
 */
export function allowsEstablished(policy: EgressPolicy, { name, address, port }: EstablishedFlow): boolean {
  if (name !== undefined && hasName(policy.domains, name)) return true
  // Where nothing is denied it does not matter where it leads.
  if (address === undefined) return policy.deniedEntries.length === 0
  return decideTcp(policy, { address, port }).kind === 'dial'
}
