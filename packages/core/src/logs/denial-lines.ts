/** What a sandbox's log says of something that the gate refused it. */
import type { LogText } from './entry.ts'

export interface RefusedFlow {
  readonly protocol: 'tcp' | 'dns'
  /** Empty when a name was asked for. */
  readonly address: string
  readonly port: number
  /** Empty when none is known. */
  readonly name: string
  readonly rule: string
}

export function denialLine({ protocol, address, port, name, rule }: RefusedFlow): LogText {
  const place = `${address}:${port}`
  const named = name === '' ? place : `${name} (${place})`
  const what = protocol === 'dns' ? `the name ${name === '' ? '?' : name}` : named
  return {
    level: 'warn',
    message: `refused: ${what}: ${rule}`,
    fields: { logger: 'egress', event: 'refused', protocol, address, port: String(port), name, rule },
  }
}
