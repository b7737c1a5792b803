import type { KeyPair, NodeIdentity } from '../ports/node-identity.ts'

/** Undefined for any other text. */
export function parseIdentity(text: string): NodeIdentity | undefined {
  const value = parseJson(text)
  if (!isRecord(value)) return undefined
  const { nodeId, authority } = value
  const [agent, proxy] = [toKeyPair(value.agent), toKeyPair(value.proxy)]
  if (typeof nodeId !== 'string' || typeof authority !== 'string') return undefined
  return agent === undefined || proxy === undefined ? undefined : { nodeId, authority, agent, proxy }
}

export function parseReplicas(text: string): readonly string[] | undefined {
  const value = parseJson(text)
  const isList = Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
  return isList ? value : undefined
}

/** Keys in PEM, without certificates. */
export function parsePendingKeys(
  text: string,
): { readonly agent: string; readonly proxy: string } | undefined {
  const value = parseJson(text)
  if (!isRecord(value)) return undefined
  const { agent, proxy } = value
  return typeof agent === 'string' && typeof proxy === 'string' ? { agent, proxy } : undefined
}

/** How the first machine of a cluster joins it: with a token that was made on the spot. */
export function parseJoinOrder(
  text: string,
): { readonly address: string; readonly name: string; readonly token: string } | undefined {
  const value = parseJson(text)
  if (!isRecord(value)) return undefined
  const { address, name, token } = value
  const isComplete = typeof address === 'string' && typeof name === 'string' && typeof token === 'string'
  return isComplete ? { address, name, token } : undefined
}

function toKeyPair(value: unknown): KeyPair | undefined {
  if (!isRecord(value)) return undefined
  const { certificate, key } = value
  return typeof certificate === 'string' && typeof key === 'string' ? { certificate, key } : undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the caller says so.
    return undefined
  }
}
