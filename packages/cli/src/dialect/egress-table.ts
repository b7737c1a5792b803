import type { DeniedProtocol } from '@cay/core/egress/denials.ts'
import { describeDuration, renderTable } from './sandbox-table.ts'

/** Something that a sandbox was refused. */
export interface RefusedFlow {
  readonly protocol: DeniedProtocol
  /** Empty when a name was asked for. */
  readonly address: string
  readonly port: number
  /** Empty when none is known. */
  readonly name: string
  readonly rule: string
  readonly count: number
  readonly firstAtMs: number
  readonly lastAtMs: number
}

export function renderEgressTable(flows: readonly RefusedFlow[], nowMs: number): string {
  const rows = flows.map(({ protocol, address, port, name, rule, count, lastAtMs }) => [
    `${describeDuration(nowMs - lastAtMs)} ago`,
    protocol,
    address === '' ? '-' : port === 0 ? address : `${address}:${port}`,
    name === '' ? '-' : printable(name),
    String(count),
    printable(rule),
  ])
  return renderTable(['LAST', 'KIND', 'DESTINATION', 'NAME', 'COUNT', 'REFUSED BY'], rows)
}

/** A name is what a sandbox has sent: nothing of it may speak to the terminal. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?')
}
