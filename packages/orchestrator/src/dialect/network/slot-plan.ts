/**
 * Names and addresses of network slots, from the number of the installation and of the slot. All addresses are in
 * 198.18.0.0/15, which is reserved for benchmarks of network devices and therefore unused.
 */
import type { SlotOptions } from '../../ports/container.ts'

/** One less than the subnet holds: the last is the egress service's. */
export const slotsPerInstallation = 1023

const firstAddress = 198 * 2 ** 24 + 18 * 2 ** 16
const addressesPerInstallation = 4096

export interface SlotPlan {
  /** The name of the namespace and of the node's end of the veth pair. */
  readonly name: string
  readonly netnsPath: string
  /** The node's end of the /30. */
  readonly nodeAddress: string
  readonly address: string
}

export function planSlot(installation: number, slot: number): SlotPlan {
  const base = firstAddress + installation * addressesPerInstallation + slot * 4
  const name = `${slotPrefix(installation)}${slot}`
  return { name, netnsPath: `/run/netns/${name}`, nodeAddress: dotted(base + 1), address: dotted(base + 2) }
}

/**
 * The next free slot behind the last one, in a circle; undefined when none is free. So an address is reused as late as
 * possible: watchers may not know yet that its sandbox has ended.
 */
export function nextFreeSlot(taken: ReadonlySet<number>, last: number): number | undefined {
  for (let step = 1; step <= slotsPerInstallation; step++) {
    const slot = (last + step) % slotsPerInstallation
    if (!taken.has(slot)) return slot
  }
  return undefined
}

/** The address of the egress gateway on the node, where nothing else listens. */
export function egressAddress(installation: number): string {
  return dotted(firstAddress + (installation + 1) * addressesPerInstallation - 2)
}

/** The port of the egress gateway: TCP connections, and DNS queries over UDP. */
export const egressPort = 15_001

/** What every namespace and interface of the installation starts with; no installation's prefix starts another's. */
export function slotPrefix(installation: number): string {
  return `${installationName(installation)}-`
}

/** The name of the nft table and of the parent cgroup. */
export function installationName(installation: number): string {
  return `cay${installation}`
}

export function installationSubnet(installation: number): string {
  return `${dotted(firstAddress + installation * addressesPerInstallation)}/20`
}

/** The slot number in a namespace or interface name of the installation; undefined for names of others. */
export function slotOfName(installation: number, name: string): number | undefined {
  const prefix = slotPrefix(installation)
  const rest = name.startsWith(prefix) ? name.slice(prefix.length) : ''
  return /^\d{1,4}$/.test(rest) ? Number(rest) : undefined
}

/** For `ip -batch -`: the namespace and the veth pair, node's end up. */
export function renderSlotOutside(plan: SlotPlan): string {
  return lines(
    `netns add ${plan.name}`,
    `link add ${plan.name} type veth peer name eth0 netns ${plan.name}`,
    `addr add ${plan.nodeAddress}/30 dev ${plan.name}`,
    `link set ${plan.name} up`,
  )
}

/** For `ip -n NETNS -batch -`: the sandbox's end. Without loopback, the route to 127.0.0.0/8 is the one to everywhere. */
export function renderSlotInside(plan: SlotPlan, { hasLoopback = true }: SlotOptions = {}): string {
  return lines(
    ...(hasLoopback ? ['link set lo up'] : []),
    `addr add ${plan.address}/30 dev eth0`,
    'link set eth0 up',
    `route add default via ${plan.nodeAddress}`,
  )
}

function lines(...all: string[]): string {
  return `${all.join('\n')}\n`
}

function dotted(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.')
}
