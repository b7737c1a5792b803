import type { Connections } from '../../ports/container.ts'

/** Excludes addresses to which only the node itself has connections, because those are no use of a sandbox. */
export function withoutOwnConnections(
  connections: Connections,
  isOwn: (address: string) => boolean,
): Connections {
  return {
    addresses: async () => {
      const all = await connections.addresses()
      return new Set([...all].filter((address) => !isOwn(address)))
    },
    reset: (address) => connections.reset(address),
  }
}
