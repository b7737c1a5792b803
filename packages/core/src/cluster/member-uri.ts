/**
 * Who a certificate of the cluster speaks for: the only URI among its names. Hosts and addresses are no part of it, because members
 * are reached under many of them.
 */

export const memberKinds = ['control', 'node', 'proxy'] as const
export type MemberKind = (typeof memberKinds)[number]

export interface Member {
  readonly kind: MemberKind
  /** Of a node and of its proxy, the node's id; empty for a control process: they are all alike. */
  readonly nodeId: string
}

const control = 'cay://control'
const uriPattern = /^cay:\/\/node\/([^/]+)(\/proxy)?$/
const nodeIdPattern = /^[a-z0-9](?:[a-z0-9.-]{0,126}[a-z0-9])?$/

/** A node's id is part of URIs, of rows and of log lines. */
export function isNodeId(text: string): boolean {
  return nodeIdPattern.test(text)
}

export function renderMemberUri({ kind, nodeId }: Member): string {
  if (kind === 'control') return control
  return `cay://node/${nodeId}${kind === 'proxy' ? '/proxy' : ''}`
}

/** Undefined for the URI of anything else. */
export function parseMemberUri(uri: string): Member | undefined {
  if (uri === control) return { kind: 'control', nodeId: '' }
  const [, nodeId, proxy] = uriPattern.exec(uri) ?? []
  if (nodeId === undefined || !isNodeId(nodeId)) return undefined
  return { kind: proxy === undefined ? 'node' : 'proxy', nodeId }
}
