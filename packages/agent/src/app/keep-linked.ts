/** Keeps one link to every control process, so that each of them can call this node. */
import { type Connection, keepConnected } from './keep-connected.ts'

export interface Links {
  /** Dials those that are new, and leaves those that are gone. */
  follow(replicas: readonly string[]): void
  /** Resolves when all links have closed, after the signal. */
  closed(): Promise<void>
}

export type LinkTo<Socket> = Omit<Connection<Socket>, 'nextAddress'>

export function keepLinked<Socket>(link: LinkTo<Socket>, signal: AbortSignal): Links {
  const links = new Map<string, { readonly leave: AbortController; readonly closed: Promise<void> }>()
  const open = (address: string) => {
    const leave = new AbortController()
    const connection = { ...link, nextAddress: () => address }
    const closed = keepConnected(connection, AbortSignal.any([signal, leave.signal]))
    links.set(address, { leave, closed })
  }
  return {
    follow(replicas) {
      for (const [address, { leave }] of links) {
        if (replicas.includes(address)) continue
        leave.abort()
        links.delete(address)
      }
      for (const address of replicas) if (!links.has(address)) open(address)
    },
    closed: async () => void (await Promise.all([...links.values()].map((each) => each.closed))),
  }
}
