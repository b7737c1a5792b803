import type { RefusedFlow } from '@cay/core/logs/denial-lines.ts'
import { describeDuration, renderTable } from './sandbox-table.ts'

/** The same thing, refused so many times. */
export interface CountedFlow extends RefusedFlow {
  readonly count: number
  readonly firstAtMs: number
  readonly lastAtMs: number
}

export function renderEgressTable(flows: readonly CountedFlow[], nowMs: number): string {
  const rows = flows.map(({ protocol, address, port, name, rule, count, lastAtMs }) => [
    `${describeDuration(nowMs - lastAtMs)} ago`,
    protocol,
    address === '' ? '-' : port === 0 ? address : `${address}:${port}`,
    name === '' ? '-' : name,
    String(count),
    rule,
  ])
  return renderTable(['LAST', 'KIND', 'DESTINATION', 'NAME', 'COUNT', 'REFUSED BY'], rows)
}
