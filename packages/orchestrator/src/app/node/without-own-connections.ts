import type { Connections } from '../../ports/container.ts'

/** Leaves out addresses that only the node itself is talking to: that is no use of a sandbox. */
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
