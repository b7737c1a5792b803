/** Wires the ports of the machine for one data directory. The service, the builder and the cleaner share it. */

import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { claimInstallation } from '@cay/kit/host/installation-number.ts'
import type { Logger } from '@cay/kit/log.ts'
import { assembleContainers } from '../app/container/assemble-containers.ts'
import type { ContainerParts } from '../app/container/container-parts.ts'
import type { ServiceUids } from '../dialect/network/nft-ruleset.ts'
import { egressAddress, installationName } from '../dialect/network/slot-plan.ts'
import { HostCgroups } from '../edge/container/cgroups.ts'
import { LoopDisks } from '../edge/container/disks.ts'
import { ensureMountNamespaceDirectory } from '../edge/container/mounts.ts'
import { RunscRuntime } from '../edge/container/runsc.ts'
import type { SwapDevice } from '../edge/container/zram-swap.ts'
import { ensureEgressAddress } from '../edge/network/egress-address.ts'
import { HostNetworkSlots } from '../edge/network/network-slots.ts'
import { allowForwarding, NftPacketRules } from '../edge/network/packet-rules.ts'
import { LinuxHost } from '../edge/node/host.ts'
import { HttpDaemon } from '../edge/sandbox/daemon.ts'
import { FileRecords } from '../edge/sandbox/file-records.ts'
import type { Engine } from '../ports/container.ts'
import type { Volumes } from '../ports/volume.ts'
import { type MachineVolumes, wireLocalVolumes } from './wire-volumes.ts'

export interface MachineLayout {
  readonly containers: string
  readonly ended: string
  readonly paused: string
  /** Where volumes are mounted, and lie unless a setting says otherwise. */
  readonly volumes: string
  /** One file per slot, on a private mount. */
  readonly mountNamespaces: string
}

export function machineLayout(dataDir: string): MachineLayout {
  const { containers, run } = dataLayout(dataDir)
  return {
    containers,
    ended: `${dataDir}/ended`,
    paused: `${dataDir}/paused`,
    volumes: `${dataDir}/volumes`,
    mountNamespaces: `${run}/mount-namespaces`,
  }
}

/**
 * Creates the number, address and directories of the installation. It is idempotent, and they are kept until the machine is
 * cleared.
 */
export async function prepareMachine(dataDir: string, log: Logger): Promise<number> {
  const layout = machineLayout(dataDir)
  for (const directory of [layout.containers, layout.ended, layout.paused])
    await mkdir(directory, { recursive: true, mode: 0o700 })
  const installation = await claimInstallation(dataDir)
  await ensureMountNamespaceDirectory(layout.mountNamespaces)
  await ensureEgressAddress(egressAddress(installation))
  if (await allowForwarding())
    log.info(
      { event: 'ip_forward.enabled' },
      'enabled net.ipv4.ip_forward: sandboxes reach the internet through this node',
    )
  return installation
}

export interface MachineOptions {
  readonly dataDir: string
  readonly installation: number
  /** The users of the services. Absent: only root can reach the sandboxes from the node, and respond to them. */
  readonly serviceUids?: ServiceUids
  readonly log: Logger
  /** Slots of running containers. */
  readonly takenSlots: readonly number[]
  /** Slots to keep preallocated. */
  readonly preallocatedSlots: number
  /** The runtime of new containers. Absent: the one that is installed. */
  readonly engine?: Engine
  /** The swap device of frozen sandboxes. */
  readonly swap?: SwapDevice
  /** Absent: they are on this machine alone, below the data directory. */
  readonly volumes?: MachineVolumes
  /** PEM certificates that sandboxes trust besides those of their image. */
  readonly caBundle?: readonly string[]
}

const ofRoot: ServiceUids = { proxyUid: 0, egressUid: 0 }

/** Concurrent restores per core: more only make each slower. */
const restoresPerCore = 4

export function wireMachine(options: MachineOptions): ContainerParts & {
  slots: HostNetworkSlots
  cgroups: HostCgroups
  packetRules: NftPacketRules
  volumes: Volumes
} {
  const { log } = options
  const layout = machineLayout(options.dataDir)
  const cgroups = new HostCgroups(installationName(options.installation), undefined, {
    confinesSwap: options.swap !== undefined,
  })
  const slots = new HostNetworkSlots({
    installation: options.installation,
    mountNamespaces: layout.mountNamespaces,
    taken: options.takenSlots,
  })
  const volumes = options.volumes?.volumes ?? wireLocalVolumes(layout.volumes)
  const ports = {
    containersDirectory: layout.containers,
    slots,
    disks: new LoopDisks(),
    records: new FileRecords(layout),
    host: new LinuxHost(options.dataDir, options.swap),
    clock: { nowMs: () => Date.now() },
    log,
    cgroups,
    packetRules: new NftPacketRules(options.installation, options.serviceUids ?? ofRoot),
    volumes,
    runtime: new RunscRuntime({ cgroups, volumes }),
    ...(options.engine === undefined ? {} : { engine: options.engine }),
    daemon: new HttpDaemon(options.caBundle),
  }
  return assembleContainers(ports, {
    preallocatedSlots: options.preallocatedSlots,
    restoresMax: availableParallelism() * restoresPerCore,
  })
}
