/** TCP connections of the node's own network, in which the proxy dials sandboxes and the gate answers them. */
import { readFile } from 'node:fs/promises'
import { shareRuns } from '@cay/kit/flow/share-runs.ts'
import { connectedAddresses } from '../dialect/connected-addresses.ts'
import type { Connections } from '../ports.ts'

/** Sandboxes and their peers on the node speak IPv4 only. */
const table = '/proc/net/tcp'

export class NodeConnections implements Connections {
  /** One look takes the kernel milliseconds, so callers share it. */
  readonly addresses = shareRuns(async () => connectedAddresses(await readFile(table, 'utf8')))
}
