/** The nft table of the installation, and IP forwarding. */
import { readFile, writeFile } from 'node:fs/promises'
import type { EgressLists } from '@cay/core/egress/lists.ts'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import { Nftables } from '@cay/kit/host/nftables.ts'
import { run } from '@cay/kit/host/run.ts'
import {
  chainBlock,
  isEmptyPolicy,
  type PacketPolicy,
  partListing,
  renderPolicyChange,
} from '../../dialect/network/nft-lists.ts'
import { renderNftRuleset, type ServiceUids } from '../../dialect/network/nft-ruleset.ts'
import { packetPolicy } from '../../dialect/network/packet-policy.ts'
import {
  type RefusedDestination,
  readRefusedDestinations,
  refusedSets,
  refusedSince,
} from '../../dialect/network/refused-packets.ts'
import { installationName } from '../../dialect/network/slot-plan.ts'
import type { PacketRules, RefusedPackets } from '../../ports/egress.ts'
import { forgetRefusedFlows } from './tracked-connections.ts'

const forwarding = '/proc/sys/net/ipv4/ip_forward'

/** The only writer of the table, one change at a time, which knows its elements. */
export class NftPacketRules implements PacketRules {
  readonly #installation: number
  readonly #uids: ServiceUids
  readonly #policies = new Map<string, PacketPolicy>()
  readonly #queue = new SerialQueue()
  readonly #nftables = new Nftables()
  #refusedCounts = new Map<string, number>()

  constructor(installation: number, uids: ServiceUids) {
    this.#installation = installation
    this.#uids = uids
  }

  /** Replaces the table in one transaction, with the lists of running sandboxes: there is no moment without it. */
  load(lists: ReadonlyMap<string, EgressLists>): Promise<void> {
    return this.#inTurn(async () => {
      this.#policies.clear()
      for (const [address, own] of lists) this.#keep(packetPolicy(address, own))
      await this.#applyWhole()
    })
  }

  /** For a table that was changed or removed by another program. */
  reload(): Promise<void> {
    return this.#inTurn(() => this.#applyWhole())
  }

  set(address: string, lists: EgressLists): Promise<void> {
    return this.#inTurn(async () => {
      const after = packetPolicy(address, lists)
      const before = this.#policies.get(address) ?? { address, allowed: [], denied: [] }
      this.#keep(after)
      const change = renderPolicyChange(this.#installation, before, after)
      if (change === '') return
      try {
        await this.#apply(change)
      } catch (error) {
        // The table may have been changed by another program. The whole table has the new lists as well.
        await this.#applyWhole().catch(() => {
          this.#keep(before)
          throw error
        })
      }
    })
  }

  async closeDisallowed(address: string, lists: EgressLists): Promise<void> {
    await forgetRefusedFlows(address, lists)
  }

  async takeRefused(): Promise<ReadonlyMap<string, readonly RefusedPackets[]>> {
    const table = installationName(this.#installation)
    const destinations: RefusedDestination[] = []
    await this.#inTurn(async () => {
      for (const set of Object.values(refusedSets))
        destinations.push(
          ...readRefusedDestinations(await this.#nftables.list(`list set inet ${table} ${set}`, 'json')),
        )
    })
    const { counts, refused } = refusedSince(this.#refusedCounts, destinations)
    this.#refusedCounts = counts
    return refused
  }

  /**
   * The table of the kernel without its dynamic elements; undefined when it is missing, or its chains are not those of the
   * sandboxes with lists. No change is in progress meanwhile.
   */
  async read(): Promise<string | undefined> {
    let common: string | undefined
    await this.#inTurn(async () => {
      const listing = await this.#list()
      if (listing === undefined) return
      const parted = partListing(listing)
      const expected = [...this.#policies.keys()].map(chainBlock).sort()
      if (parted.chains.join() === expected.join()) common = parted.common
    })
    return common
  }

  async #list(): Promise<string | undefined> {
    try {
      return await this.#nftables.list(`list table inet ${installationName(this.#installation)}`, 'terse')
    } catch (error) {
      if (await hasPacketRules(this.#installation)) throw error
      return undefined
    }
  }

  #keep(policy: PacketPolicy): void {
    if (isEmptyPolicy(policy)) this.#policies.delete(policy.address)
    else this.#policies.set(policy.address, policy)
  }

  async #applyWhole(): Promise<void> {
    const policies = [...this.#policies.values()]
    const installation = this.#installation
    await this.#apply(renderNftRuleset({ installation, ...this.#uids, policies }))
  }

  async #apply(text: string): Promise<void> {
    await this.#nftables.apply(text)
  }

  #inTurn(task: () => Promise<void>): Promise<void> {
    return this.#queue.run('table', task)
  }
}

async function hasPacketRules(installation: number): Promise<boolean> {
  const { stdout } = await run(['nft', 'list', 'tables'])
  return stdout.split('\n').includes(`table inet ${installationName(installation)}`)
}

export async function removePacketRules(installation: number): Promise<boolean> {
  if (!(await hasPacketRules(installation))) return false
  await run(['nft', 'delete', 'table', 'inet', installationName(installation)])
  return true
}

/** Resolves with whether it had to be enabled. */
export async function allowForwarding(): Promise<boolean> {
  if ((await readFile(forwarding, 'utf8')).trim() === '1') return false
  await writeFile(forwarding, '1')
  return true
}
