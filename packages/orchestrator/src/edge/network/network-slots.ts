/** Network slots on this machine, created with iproute2 and ruled by one nft table. A used slot is removed and never reused. */
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { ServiceError } from '@cay/core/errors.ts'
import { UndoStack } from '@cay/kit/flow/undo-stack.ts'
import { run } from '@cay/kit/host/run.ts'
import { mountArguments } from '../../dialect/container/host-mount.ts'
import {
  nextFreeSlot,
  planSlot,
  renderSlotInside,
  renderSlotOutside,
  type SlotPlan,
  slotsPerInstallation,
} from '../../dialect/network/slot-plan.ts'
import type { NetworkSlot, NetworkSlots, SlotOptions } from '../../ports/container.ts'
import { isMountPoint, unmount } from '../container/mounts.ts'
import { runOnProcessors } from './run-on-processors.ts'
import { forgetConnections } from './tracked-connections.ts'

export interface SlotSettings {
  readonly installation: number
  /** A directory on a private mount, with one mount namespace file per slot. */
  readonly mountNamespaces: string
  /** Slots of running containers. */
  readonly taken: readonly number[]
}

/** runsc 20240729 takes this file for a sign of the root network namespace; newer kernels show it in all. */
const rootOnlySysctls = '/proc/sys/net/core'

/** Responds to ARP only for the interface's own address, and only to requests from its own network. */
const arpForOwnVethOnly = '2'

export class HostNetworkSlots implements NetworkSlots {
  readonly #settings: SlotSettings
  readonly #taken: Set<number>
  /** The last slot that was taken. It is unknown what an earlier run released, and when. */
  #last = randomInt(slotsPerInstallation)

  constructor(settings: SlotSettings) {
    this.#settings = settings
    this.#taken = new Set(settings.taken)
  }

  async acquire(options: SlotOptions = {}): Promise<NetworkSlot> {
    const index = this.#take()
    const plan = planSlot(this.#settings.installation, index)
    const slot: NetworkSlot = {
      index,
      netns: plan.name,
      netnsPath: plan.netnsPath,
      mountNamespacePath: `${this.#settings.mountNamespaces}/${plan.name}`,
      address: plan.address,
    }
    const undo = new UndoStack()
    undo.push('slot number', () => this.#taken.delete(index))
    try {
      undo.push('network slot', () => removeSlot(slot))
      await makeSlot(plan, slot, options)
      return slot
    } catch (error) {
      await undo.unwind()
      throw error
    }
  }

  /** Reserves numbers whose leftovers are being removed, until `free`. */
  hold(indexes: readonly number[]): void {
    for (const index of indexes) this.#taken.add(index)
  }

  free(indexes: readonly number[]): void {
    for (const index of indexes) this.#taken.delete(index)
  }

  /**
   * Makes the mount namespaces of running containers again that went with the mount namespace of an earlier node, which was that of
   * a container. The new ones lack the disk and the volumes: a container that runs has both.
   */
  async restoreMountNamespaces(slots: readonly NetworkSlot[]): Promise<void> {
    for (const slot of slots)
      if (!(await isMountPoint(slot.mountNamespacePath))) await bindMountNamespace(slot)
  }

  async release(slot: NetworkSlot): Promise<void> {
    await removeSlot(slot)
    this.#taken.delete(slot.index)
  }

  #take(): number {
    const index = nextFreeSlot(this.#taken, this.#last)
    if (index === undefined)
      throw new ServiceError(
        'no_capacity',
        `no room: all ${slotsPerInstallation} network slots of the node are in use`,
      )
    this.#taken.add(index)
    this.#last = index
    return index
  }
}

async function makeSlot(plan: SlotPlan, slot: NetworkSlot, options: SlotOptions): Promise<void> {
  await run(['ip', '-batch', '-'], { input: renderSlotOutside(plan) })
  await switchOffIpv6(plan.name)
  // The node does not respond for its other addresses, and keeps no impossible neighbours.
  await writeFile(`/proc/sys/net/ipv4/conf/${plan.name}/arp_ignore`, arpForOwnVethOnly)
  await run(['ip', '-n', plan.name, '-batch', '-'], { input: renderSlotInside(plan, options) })
  if (options.hasLoopback === false) await acceptLoopbackFromOutside(plan)
  await bindMountNamespace(slot)
}

async function bindMountNamespace({ netnsPath, mountNamespacePath }: NetworkSlot): Promise<void> {
  await writeFile(mountNamespacePath, '')
  // Propagation "slave": what the node unmounts later is unmounted here as well, so nothing is kept alive.
  const enter = [
    'nsenter',
    `--net=${netnsPath}`,
    'unshare',
    '--propagation=slave',
    `--mount=${mountNamespacePath}`,
  ]
  const hide = mountArguments({
    ...{ source: 'none', target: rootOnlySysctls, type: 'tmpfs' },
    options: ['noexec', 'size=4k'],
  })
  await runOnProcessors([...enter, ...(existsSync(rootOnlySysctls) ? hide : ['true'])])
}

/** Responses have the address of the request; the kernel accepts 127.0.0.0/8 from other links only with this setting. */
async function acceptLoopbackFromOutside({ netnsPath }: SlotPlan): Promise<void> {
  const setting = '/proc/sys/net/ipv4/conf/eth0/route_localnet'
  await run(['nsenter', `--net=${netnsPath}`, 'tee', setting], { input: '1' })
}

/** Switches IPv6 off, because sandboxes use IPv4 only. Does nothing on a kernel without IPv6. */
async function switchOffIpv6(link: string): Promise<void> {
  const setting = `/proc/sys/net/ipv6/conf/${link}/disable_ipv6`
  if (existsSync(setting)) await writeFile(setting, '1')
}

/** Removes a slot, complete or incomplete. */
export async function removeSlot({
  netns,
  mountNamespacePath,
  address,
}: Pick<NetworkSlot, 'netns' | 'mountNamespacePath' | 'address'>): Promise<void> {
  await unmount(mountNamespacePath)
  await rm(mountNamespacePath, { force: true })
  if (existsSync(`/sys/class/net/${netns}`)) await run(['ip', 'link', 'del', netns])
  if (existsSync(`/run/netns/${netns}`)) await run(['ip', 'netns', 'del', netns])
  // Last: without the veth pair, no new connections can come.
  await forgetConnections(address)
}
