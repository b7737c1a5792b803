/** The facts that `cay doctor` gathers, as plain values; doctor.ts decides about them. */

import type { SwapArea, SwapFacts } from '@cay/core/swap/support.ts'
import type { WhyNotListen } from '../service/why-not-listen.ts'

/** Outcome of a trial: success, or the error. */
export type Trial = { readonly works: true } | { readonly works: false; readonly said: string }

export interface PortFact {
  readonly variable: string
  readonly port: number
  /** Undefined when it is free. */
  readonly whyNot: WhyNotListen | undefined
}

export interface CgroupFacts {
  readonly version: 1 | 2 | undefined
  readonly controllers: readonly string[]
  readonly isWritable: boolean
}

export interface SwapPlanFacts extends SwapFacts {
  readonly machineMemoryBytes: number
  /** Swap areas that the machine has; one of this installation may be among them. */
  readonly areas: readonly SwapArea[]
  /** vm.swappiness; undefined where it cannot be read. */
  readonly swappiness: number | undefined
  /** Pages go to zswap before they go to any swap area. */
  readonly hasZswap: boolean
}

export interface VolumesFacts {
  readonly path: string
  readonly freeBytes: number
  /** Undefined: it cannot be written into, and nothing else was tried. */
  readonly promises: Readonly<Record<'rename' | 'fsync' | 'locks' | 'sparse', boolean>> | undefined
  /** Nodes on other machines that share it: whose locks keep this machine out, and whose do not. */
  readonly between: Readonly<Record<'held' | 'broken', readonly string[]>>
}

export interface HostFacts {
  readonly isRoot: boolean
  readonly platform: string
  readonly arch: string
  readonly kernel: string
  readonly system: { readonly name: string; readonly codename: string | undefined }
  readonly cpus: number
  readonly namespaces: Trial
  /** Undefined when the program for the trial is not there yet. */
  readonly nftables: Trial | undefined
  readonly cgroups: CgroupFacts
  readonly hasLoopControl: boolean
  /** The kernel keeps /dev, as on every machine; in a container it may be a directory with what there was at its start. */
  readonly devicesAppear: boolean
  readonly missingPackages: readonly string[]
  readonly runscRelease: number | undefined
  /** Undefined when runsc is not there yet. */
  readonly runsc: Trial | undefined
  readonly disk: { readonly path: string; readonly freeBytes: number }
  readonly memoryAvailableBytes: number
  /** Whether services can have so many files open as they want; undefined when the program for the trial is not there yet. */
  readonly openFiles: Trial | undefined
  /** Where frozen sandboxes are to give their memory to swap; undefined when they are not. */
  readonly swap: SwapPlanFacts | undefined
  /** What the directory of CAY_VOLUMES_DIR does; undefined when volumes lie below the data directory. */
  readonly volumes: VolumesFacts | undefined
  readonly ports: readonly PortFact[]
  /** Where TLS is on: the base domain, and the names below it that do not resolve. */
  readonly domain: { readonly name: string; readonly unresolvedNames: readonly string[] } | undefined
  /** True when the ports are in use by this very installation. */
  readonly isRunning: boolean
  readonly ipForward: 'on' | 'off' | 'unreadable'
  /** Names of chains of other firewalls that drop what nobody accepts on the way through this host. */
  readonly droppingForwardChains: readonly string[]
  /** Users and groups of this machine that have an id which services run under: `user alice (90001)`. */
  readonly takenIds: readonly string[]
  /** A part of the clone that only its owner can read. */
  readonly unreadable: string | undefined
  readonly nowMs: number
  /** When the newest file of the clone was written: the clock cannot be before it. */
  readonly cloneWrittenMs: number
}
