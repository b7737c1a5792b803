/** The egress policy of a sandbox as lists of text, as requested and as sent to nodes. */
import { allAddresses, parseEgressPolicy } from './policy.ts'

/** The lists of a request; a list that was not given is absent. */
export interface NetworkLists {
  readonly allowOut?: readonly string[]
  readonly denyOut?: readonly string[]
}

/** The lists that a node gets. */
export interface EgressLists {
  readonly allowOut: readonly string[]
  readonly denyOut: readonly string[]
  /** Absent when there are neither header rules nor a proxy. */
  readonly sealed?: SealedRules
}

/** Header rules and the proxy, encrypted: only control can read them. */
export interface SealedRules {
  /** Patterns of the hosts whose requests get header fields. */
  readonly ruleHosts: readonly string[]
  /** TCP connections leave through a proxy. */
  readonly hasProxy: boolean
  /** The encrypted rules. */
  readonly text: string
}

/** For sources without a sandbox, and for sandboxes without a policy. */
export const reachesNobody: EgressLists = { allowOut: [], denyOut: [allAddresses] }

/** Null when neither list was given. */
export function networkLists(
  spec:
    | { readonly allowOut?: readonly string[] | undefined; readonly denyOut?: readonly string[] | undefined }
    | undefined,
): NetworkLists | null {
  const { allowOut, denyOut } = spec ?? {}
  if (allowOut === undefined && denyOut === undefined) return null
  return { ...(allowOut === undefined ? {} : { allowOut }), ...(denyOut === undefined ? {} : { denyOut }) }
}

/** No internet access denies everything, but allowed names and addresses still take precedence. */
export function effectiveLists(
  network: NetworkLists | null,
  allowInternetAccess: boolean | null,
): EgressLists {
  const allowOut = network?.allowOut ?? []
  const denyOut = network?.denyOut ?? []
  if (allowInternetAccess !== false || denyOut.includes(allAddresses)) return { allowOut, denyOut }
  return { allowOut, denyOut: [...denyOut, allAddresses] }
}

/** Throws request_invalid for the first entry that is wrong. */
export function checkLists(network: NetworkLists | null): void {
  parseEgressPolicy(network?.allowOut ?? [], network?.denyOut ?? [])
}
