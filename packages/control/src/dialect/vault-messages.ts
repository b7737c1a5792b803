/** Translates header rules and values to protocol messages for the egress gateway. Pure. */
import type { Outbound, Value } from '../ports/vault.ts'

export function toRulesMessage({ rules = {}, egressProxy }: Outbound) {
  return {
    rules: Object.entries(rules).map(([host, [rule]]) => ({
      host,
      headers: Object.entries(rule?.transform?.headers ?? {}).map(([name, value]) => ({ name, value })),
      allowHttp: rule?.transform?.allowHttp ?? false,
    })),
    ...(egressProxy === undefined ? {} : { proxy: egressProxy }),
  }
}

export function toValueMessage(value: Value) {
  if ('missing' in value) return { outcome: { case: 'missing', value: value.missing } as const }
  return {
    outcome: { case: 'value', value: value.value } as const,
    goodUntilMs: BigInt(value.goodUntilMs ?? 0),
  }
}
