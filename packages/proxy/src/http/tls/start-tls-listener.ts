import { once } from 'node:events'
import type { Server } from 'node:http'
import { gatewaySourceAddress } from '@cay/contract/names.ts'
import { isSandboxHost } from '@cay/core/egress/sandbox-host.ts'
import type { ClientConnections } from '@cay/kit/flow/client-connections.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { BoundConnections } from '../../app/routing/bound-connections.ts'
import { bounds } from '../../bounds.ts'
import type { ProxyConfig, TlsConfig } from '../../config.ts'
import { findCertificate } from '../../edge/certificate.ts'
import type { PlaintextBackends } from './plaintext-backends.ts'
import { createTlsListener, type TlsListener } from './tls-listener.ts'

export interface RunningTlsListener {
  readonly url: string
  stop(): void
}

interface TlsDeps {
  /** The proxy's own HTTP listener. */
  readonly server: Server
  readonly boundConnections: BoundConnections
  readonly connections: ClientConnections
  readonly log: Logger
}

/** Throws when there is no certificate, or when the port cannot be bound. */
export async function startTlsListener(
  { bind }: Pick<ProxyConfig, 'bind'>,
  config: TlsConfig,
  { server, boundConnections, connections, log }: TlsDeps,
): Promise<RunningTlsListener> {
  const proxyPort = portOf(server)
  const api = `api.${config.domain}`
  const backends = {
    host: connectableHost(bind),
    portFor: (name: string) => (name.toLowerCase() === api ? config.apiPort : proxyPort),
  }
  const gateway = {
    address: gatewaySourceAddress,
    /** Never the API: a sandbox is not to reach it through a port that is closed to it otherwise. */
    backendsFor(serverName: string): PlaintextBackends | undefined {
      const name = serverName.toLowerCase()
      if (!isSandboxHost(name, config.domain)) return undefined
      const onConnected = (source: Parameters<BoundConnections['bind']>[0]) =>
        boundConnections.bind(source, name)
      return { host: backends.host, portFor: () => proxyPort, bound: { name, onConnected } }
    },
  }
  const listener = createTlsListener(await findCertificate(config), { backends, gateway, connections, log })
  listener.server.listen(config.port, bind)
  await once(listener.server, 'listening')
  const port = portOf(listener.server)
  const timer = setInterval(() => void renew(listener, config, log), bounds.certificateRenewalMs)
  return {
    url: `https://${config.domain}${port === 443 ? '' : `:${port}`}`,
    stop() {
      clearInterval(timer)
      listener.server.close()
      listener.abortAll()
    },
  }
}

/** While a file is invalid, the previous certificate stays. */
async function renew(listener: TlsListener, config: TlsConfig, log: Logger): Promise<void> {
  try {
    listener.setCertificate(await findCertificate(config))
  } catch (error) {
    log.error({ event: 'tls.certificate.failed', err: error }, 'failed to renew the certificate')
  }
}

/** A wildcard address is reached through the loopback, by IPv4, where clients have addresses of their own. */
function connectableHost(bind: string): string {
  return bind === '0.0.0.0' || bind === '::' ? '127.0.0.1' : bind
}

function portOf(server: { address(): unknown }): number {
  const address = server.address()
  if (typeof address === 'object' && address !== null && 'port' in address) return Number(address.port)
  throw new Error('listener has no port')
}
