import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Logger } from '@cay/kit/log.ts'
import { bounds } from '../bounds.ts'
import type { ProxyConfig, TlsConfig } from '../config.ts'
import { findCertificate } from './certificate.ts'
import { createTlsDoor, type TlsDoor } from './tls-door.ts'

export interface RunningTls {
  readonly url: string
  stop(): void
}

interface Beside {
  /** The proxy's own, which listens. */
  readonly server: Server
  readonly log: Logger
}

/** Throws when there is no certificate, or the port cannot be had. */
export async function startTls(
  { bind }: ProxyConfig,
  config: TlsConfig,
  { server, log }: Beside,
): Promise<RunningTls> {
  const proxyPort = portOf(server)
  const api = `api.${config.domain}`
  const backends = {
    host: reachable(bind),
    portFor: (name: string) => (name.toLowerCase() === api ? config.apiPort : proxyPort),
  }
  const door = createTlsDoor(await findCertificate(config), { backends, log })
  door.server.listen(config.port, bind)
  await once(door.server, 'listening')
  const port = portOf(door.server)
  const timer = setInterval(() => void renew(door, config, log), bounds.certificateEveryMs)
  return {
    url: `https://${config.domain}${port === 443 ? '' : `:${port}`}`,
    stop() {
      clearInterval(timer)
      door.server.close()
      door.abortAll()
    },
  }
}

/** A file that is wrong for now leaves the certificate as it was. */
async function renew(door: TlsDoor, config: TlsConfig, log: Logger): Promise<void> {
  try {
    door.use(await findCertificate(config))
  } catch (error) {
    log.error({ err: error }, 'the certificate could not be read or made anew')
  }
}

/** Who listens on every address is reached here by loopback. */
function reachable(bind: string): string {
  if (bind === '0.0.0.0') return '127.0.0.1'
  return bind === '::' ? '::1' : bind
}

function portOf(server: { address(): unknown }): number {
  const address = server.address()
  if (typeof address === 'object' && address !== null && 'port' in address) return Number(address.port)
  throw new Error('the listener has no port')
}
