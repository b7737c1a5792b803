import type { RefusedFlow } from '@cay/core/logs/denial-lines.ts'
import { type Columns, describeAge, orDash } from '../output/table.ts'

/** How often it was denied. */
export interface CountedFlow extends RefusedFlow {
  readonly count: number
  readonly firstAtMs: number
  readonly lastAtMs: number
}

/** For the table. */
export interface ShownDenial {
  readonly protocol: string
  /** Null for a DNS query. */
  readonly address: string | null
  readonly port: number | null
  readonly name: string | null
  readonly rule: string
  readonly count: number
  readonly firstAt: string
  readonly lastAt: string
}

export function showDenial(flow: CountedFlow): ShownDenial {
  const { protocol, address, port, name, rule, count, firstAtMs, lastAtMs } = flow
  return {
    protocol,
    address: address || null,
    port: port || null,
    name: name || null,
    rule,
    count,
    firstAt: new Date(firstAtMs).toISOString(),
    lastAt: new Date(lastAtMs).toISOString(),
  }
}

export function denialColumns(nowMs: number): Columns<ShownDenial> {
  return {
    head: ['LAST', 'KIND', 'DESTINATION', 'NAME', 'COUNT', 'REFUSED BY'],
    row: ({ protocol, address, port, name, rule, count, lastAt }) => [
      describeAge(lastAt, nowMs),
      protocol,
      address === null ? '-' : port === null ? address : `${address}:${port}`,
      orDash(name),
      String(count),
      rule,
    ],
  }
}
