/**
 * The node's end of a sandbox's veth pair with the IPv6 that it never has, so that only the packet rules stand in the way.
 * What comes off the veth pair is counted before those rules.
 */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const run = async (program: string, ...args: string[]) => (await execute(program, args)).stdout

/** A documentation range, so nobody's. */
const network = '2001:db8:213::'
const counting = 'cayt-ipv6'

export class Ipv6Veth {
  readonly nodeAddress = `${network}1`
  readonly guestAddress = `${network}2`
  readonly #name: string

  private constructor(name: string) {
    this.#name = name
  }

  static async open(name: string): Promise<Ipv6Veth> {
    const veth = new Ipv6Veth(name)
    try {
      await veth.#equip()
      return veth
    } catch (error) {
      await veth.close()
      throw error
    }
  }

  /** Packets that have come off it so far. */
  async packets(): Promise<number> {
    const list = await run('nft', 'list', 'chain', 'inet', counting, 'seen')
    return Number(/packets (\d+)/.exec(list)?.[1])
  }

  async close(): Promise<void> {
    writeFileSync(this.#switch, '1')
    await removeCount()
  }

  get #switch(): string {
    return `/proc/sys/net/ipv6/conf/${this.#name}/disable_ipv6`
  }

  async #equip(): Promise<void> {
    const name = this.#name
    await removeCount()
    const hook = 'type filter hook prerouting priority raw - 10; policy accept;'
    const rule = `iifname "${name}" meta nfproto ipv6 counter`
    await run('nft', `table inet ${counting} {\nchain seen {\n${hook}\n${rule}\n}\n}`)
    writeFileSync(this.#switch, '0')
    await run('ip', 'addr', 'add', `${this.nodeAddress}/64`, 'dev', name, 'nodad')
  }
}

/** Also when there is none. */
const removeCount = () => run('nft', `add table inet ${counting}; delete table inet ${counting}`)

/** The rules of some chains, to be taken away for a moment. The node puts them back as well, when it finds them gone. */
export class PacketRules {
  readonly #empty: string
  readonly #full: string

  private constructor(empty: string, full: string) {
    this.#empty = empty
    this.#full = full
  }

  static async of(table: string, chains: readonly string[]): Promise<PacketRules> {
    const empty = chains.map((chain) => `flush chain inet ${table} ${chain}\n`).join('')
    const full = chains.map((chain) => run('nft', '--stateless', 'list', 'chain', 'inet', table, chain))
    return new PacketRules(empty, (await Promise.all(full)).join(''))
  }

  async remove(): Promise<void> {
    await run('nft', this.#empty)
  }

  /** In one transaction, so that they are not there twice. */
  async restore(): Promise<void> {
    await run('nft', this.#empty + this.#full)
  }
}
