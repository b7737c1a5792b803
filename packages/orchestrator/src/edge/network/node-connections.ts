/**
 * TCP connections in the network namespace of the node, through which the proxy dials sandboxes and the egress gateway serves
 * them.
 */
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { coalesceRuns } from '@cay/kit/flow/coalesce-runs.ts'
import { run } from '@cay/kit/host/run.ts'
import { connectedAddresses, heldAddresses } from '../../dialect/network/connected-addresses.ts'
import type { Connections } from '../../ports/container.ts'

/** Sandboxes and their peers on the node use IPv4 only. */
const table = '/proc/net/tcp'

/** Milliseconds in which the proxy and the egress gateway close their connections themselves. */
const ownEndMs = 20
const pollMs = 3
const killAttempts = 5

export class NodeConnections implements Connections {
  /** Reading the table takes milliseconds, so callers share it. */
  readonly #readTable = coalesceRuns(() => readFile(table, 'utf8'))

  async addresses(): Promise<ReadonlySet<string>> {
    return heldAddresses(await this.#readTable())
  }

  async reset(address: string): Promise<void> {
    const deadline = Date.now() + ownEndMs
    while (await this.#isConnected(address)) {
      if (Date.now() > deadline) return await this.#kill(address)
      await sleep(pollMs)
    }
  }

  async #kill(address: string): Promise<void> {
    for (let attempt = 0; attempt < killAttempts; attempt++) {
      await run(['ss', '--kill', '--tcp', '--no-header', 'dst', address])
      if (!(await this.#isConnected(address))) return
    }
  }

  /** A checkpoint must not find closing connections either. */
  async #isConnected(address: string): Promise<boolean> {
    return connectedAddresses(await this.#readTable()).has(address)
  }
}
