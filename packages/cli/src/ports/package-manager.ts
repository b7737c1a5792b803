/** Debian's package manager, and the programs on this host. */
import type { HostPrograms } from '../dialect/host/host-packages.ts'

export interface AptOptions {
  /** PATH and the like; apt's own variables are added. */
  readonly env: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly doing: (text: string) => void
}

export interface PackageManager {
  inspectPrograms(path: string): Promise<HostPrograms>
  /** `bookworm`, `trixie`, …; undefined when the system does not say. */
  readCodename(): Promise<string | undefined>
  /** Adds the release's backports to the sources of apt, from the mirror it already uses. False when they were there. */
  ensureBackports(codename: string, options: AptOptions): Promise<boolean>
  updateLists(codename: string, options: AptOptions): Promise<void>
  installPackages(names: readonly string[], options: AptOptions): Promise<void>
  /** Those that the system's resolver does not know. */
  findUnresolvedNames(names: readonly string[]): Promise<readonly string[]>
}
