/** Control's side of a cluster, where a setting says how nodes reach this process. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import type { Logger } from '@cay/kit/log.ts'
import type { ConnectRouter } from '@connectrpc/connect'
import { ControlAddresses } from './app/member/control-addresses.ts'
import { readJoinTraits } from './app/member/join-traits.ts'
import { NodeLinks } from './edge/link/node-links.ts'
import { callNode } from './edge/node/call-node.ts'
import type { Clock, Sealer } from './ports/host.ts'
import type { NodeSettings } from './ports/member.ts'
import type { CallNode, NodeTransports } from './ports/node-transports.ts'
import type { Store } from './ports/store.ts'
import { startLinks } from './start-links.ts'

export interface ClusterOptions {
  /** host:port at which nodes reach this process. */
  readonly address: string
  readonly store: Store
  readonly sealer: Sealer
  readonly clock: Clock
  readonly log: Logger
  /** Milliseconds after which a silent node is given up. */
  readonly nodeLossMs: number
  readonly common: NodeSettings
}

export interface OpenCluster {
  readonly nodeLossMs: number
  readonly version: string
  readonly transports: NodeTransports
  readonly callNode: CallNode
  /** Serves the nodes' requests. Returns what ends that. */
  readonly serve: (routes: (router: ConnectRouter) => void) => Promise<() => Promise<void>>
  /** host:port of the control processes that nodes can reach. */
  readonly replicaAddresses: () => readonly string[]
}

export async function openCluster(options: ClusterOptions): Promise<OpenCluster> {
  const { address, store, common, nodeLossMs, ...parts } = options
  const version = await readVersion()
  const links = new NodeLinks()
  const addresses = new ControlAddresses(address)
  return {
    transports: links,
    nodeLossMs,
    version,
    callNode,
    async serve(routes) {
      const stopping = new AbortController()
      const running = await startLinks({
        ...parts,
        store,
        links,
        routes,
        randomBytes,
        listen: listenAt(address),
        readTraits: async () => ({ version, ...(await readJoinTraits(store)) }),
        findReplicas: async () => addresses.all,
        settings: common,
      })
      const renewed = addresses.keepRenewing({ store, ...parts }, stopping.signal)
      return async () => {
        stopping.abort()
        await Promise.all([running.stop(), renewed])
      }
    },
    replicaAddresses: () => addresses.all,
  }
}

/** An address of this machine is listened at; where nodes know a name, everywhere. */
function listenAt(address: string): { readonly host: string; readonly port: number } {
  const { hostname, port } = new URL(`https://${address}`)
  const host = hostname.replace(/^\[|\]$/g, '')
  return { host: isIP(host) === 0 ? '::' : host, port: Number(port) }
}

const ownPackage = new URL('../package.json', import.meta.url)

async function readVersion(): Promise<string> {
  const parsed: unknown = JSON.parse(await readFile(ownPackage, 'utf8'))
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : ''
}
