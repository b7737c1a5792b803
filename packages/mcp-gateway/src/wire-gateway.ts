/** Wires a gateway: its servers, and the HTTP server in front of them. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { ServerGroup } from './app/server-group.ts'
import { createSessionServer } from './app/session-server.ts'
import { type StartParts, startServers } from './app/start-servers.ts'
import type { ServerSpec } from './dialect/gateway-config.ts'
import { createGatewayServer } from './http/gateway-server.ts'
import { Sessions } from './http/sessions.ts'

export interface GatewayOptions {
  readonly specs: readonly ServerSpec[]
  readonly parts: Omit<StartParts, 'onChange' | 'nowMs'>
  readonly token: string
  /** A bound socket, or an address. */
  readonly listen: { readonly fd: number } | { readonly host: string; readonly port: number }
  readonly onFault: (error: unknown) => void
  readonly startMs?: number
}

export interface RunningGateway {
  readonly port: number
  close(): Promise<void>
}

/** Milliseconds between looks for sessions that were idle for long. */
const sweepMs = 60_000

/** Resolves when all servers are ready. Throws StartError. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  let group = new ServerGroup([])
  const nowMs = () => Date.now()
  const sessions = new Sessions({ createServer: () => createSessionServer(group, nowMs), nowMs })
  const { token, onFault } = options
  const http = createGatewayServer({ token, sessions, onFault })
  http.listen(options.listen)
  await once(http, 'listening')
  const close = async () => {
    http.close()
    http.closeAllConnections()
    await Promise.all(group.links.map((link) => link.close()))
  }
  try {
    const parts = { ...options.parts, nowMs, onChange: () => sessions.notifyListChanged() }
    group = new ServerGroup(await startServers(options.specs, parts, options.startMs))
  } catch (error) {
    await close()
    throw error
  }
  const sweep = setInterval(() => sessions.endIdle(), sweepMs)
  const { port } = http.address() as AddressInfo
  return {
    port,
    close: async () => {
      clearInterval(sweep)
      await close()
    },
  }
}
