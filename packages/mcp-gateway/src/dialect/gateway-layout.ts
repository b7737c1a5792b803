/** Where the gateway has its files. Pure. */
import type { ServerSource } from './gateway-config.ts'

export interface GatewayLayout {
  /** Programs of servers. */
  readonly servers: string
  readonly tokenFile: string
  readonly logFile: string
}

export const sandboxLayout: GatewayLayout = {
  servers: '/opt/mcp-gateway',
  // The official client reads it there.
  tokenFile: '/etc/mcp-gateway/.token',
  logFile: '/var/log/mcp-gateway.log',
}

/** The official client's. */
export const gatewayPort = 50_005

/**
 * The program of the base template that binds the port so that nobody can listen beside it, and what the gateway gets
 * from it.
 */
export const portBinder = {
  command: ['python3', '-E', '-s', '/usr/lib/cay/bind-alone.py', String(gatewayPort)],
  descriptor: 3,
  inUseExitCode: 98,
} as const

/** One directory for each version of a package, and for each repository. */
export function directoryOf(layout: GatewayLayout, source: ServerSource): string {
  if (source.kind === 'github') return `${layout.servers}/github/${source.repository.replace('/', '+')}`
  return `${layout.servers}/${source.kind}/${source.package.replace('/', '+')}@${source.version}`
}
