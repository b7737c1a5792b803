/** Where a syslog server is. */
export interface SyslogTarget {
  readonly protocol: 'tls' | 'tcp' | 'udp'
  readonly host: string
  readonly port: number
}

/** The ports of RFC 5425, RFC 6587 and RFC 5426. */
const usualPorts: Readonly<Record<SyslogTarget['protocol'], number>> = { tls: 6514, tcp: 601, udp: 514 }

/** `tls://host`, `tcp://host:port` or `udp://host`; undefined for anything else. */
export function parseSyslogTarget(text: string): SyslogTarget | undefined {
  const [, name, host = '', port] =
    /^(tls|tcp|udp):\/\/([a-zA-Z0-9.-]{1,253})(?::(\d{1,5}))?\/?$/.exec(text) ?? []
  const protocol = name === 'tls' || name === 'tcp' || name === 'udp' ? name : undefined
  if (protocol === undefined) return undefined
  const number = port === undefined ? usualPorts[protocol] : Number(port)
  return number >= 1 && number <= 65_535 ? { protocol, host, port: number } : undefined
}
