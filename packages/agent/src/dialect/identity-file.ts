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
