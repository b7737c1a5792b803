/** The installation's nft table, and the node's willingness to forward. */
import { readFile, writeFile } from 'node:fs/promises'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import { run } from '@cay/kit/host/run.ts'
import { type PacketPolicy, renderNftRuleset, renderPolicyChange } from '../dialect/nft-ruleset.ts'
import { packetPolicy } from '../dialect/packet-policy.ts'
import { readRefusedPlaces, refusedSets, refusedSince } from '../dialect/refused-packets.ts'
import { installationName } from '../dialect/slot-plan.ts'
import type { EgressLists, PacketRules, RefusedPackets } from '../ports.ts'

const forwarding = '/proc/sys/net/ipv4/ip_forward'

/** The table's only writer, one change at a time: it knows which elements are in it. */
export class NftPacketRules implements PacketRules {
  readonly #installation: number
  readonly #policies = new Map<string, PacketPolicy>()
  readonly #writers = new SerialQueue()
  #refusedCounts = new Map<string, number>()

  constructor(installation: number) {
    this.#installation = installation
  }

  /** Makes the table anew in one step, with the lists of the sandboxes that live: there is no moment without it. */
  load(lists: ReadonlyMap<string, EgressLists>): Promise<void> {
    return this.#write(async () => {
      this.#policies.clear()
      for (const [address, own] of lists) this.#policies.set(address, packetPolicy(address, own))
      await this.#apply(renderNftRuleset(this.#installation, [...this.#policies.values()]))
    })
  }

  /** For a table that somebody else has changed or removed. */
  reload(): Promise<void> {
    return this.#write(() => this.#apply(renderNftRuleset(this.#installation, [...this.#policies.values()])))
  }

  set(address: string, lists: EgressLists): Promise<void> {
    return this.#write(async () => {
      const after = packetPolicy(address, lists)
      const before = this.#policies.get(address) ?? { address, allowed: [], denied: [] }
      const change = renderPolicyChange(this.#installation, before, after)
      if (change !== '') await this.#apply(change)
      if (isEmpty(after)) this.#policies.delete(address)
      else this.#policies.set(address, after)
    })
  }

  async takeRefused(): Promise<ReadonlyMap<string, readonly RefusedPackets[]>> {
    const table = installationName(this.#installation)
    const listings = await Promise.all(
      Object.values(refusedSets).map((set) =>
        run(['nft', '--json', '--numeric', 'list', 'set', 'inet', table, set]),
      ),
    )
    const places = listings.flatMap(({ stdout }) => readRefusedPlaces(stdout))
    const { counts, refused } = refusedSince(this.#refusedCounts, places)
    this.#refusedCounts = counts
    return refused
  }

  /** The table as the kernel has it, without what comes and goes in its sets; undefined when it is gone. */
  async read(): Promise<string | undefined> {
    try {
      const argv = ['nft', '--terse', 'list', 'table', 'inet', installationName(this.#installation)]
      return (await run(argv)).stdout
    } catch (error) {
      if (await hasPacketRules(this.#installation)) throw error
      return undefined
    }
  }

  async #apply(text: string): Promise<void> {
    await run(['nft', '-f', '-'], { input: text })
  }

  #write(task: () => Promise<void>): Promise<void> {
    return this.#writers.run('table', task)
  }
}

function isEmpty({ allowed, denied }: PacketPolicy): boolean {
  return allowed.length === 0 && denied.length === 0
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

/** Says whether it had to be switched on. */
export async function allowForwarding(): Promise<boolean> {
  if ((await readFile(forwarding, 'utf8')).trim() === '1') return false
  await writeFile(forwarding, '1')
  return true
}
