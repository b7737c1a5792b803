/** Which Debian packages a node needs, and which of them a host lacks. Programs decide, not package lists. */

export interface HostPackage {
  readonly name: string
  /** The programs we run from it. */
  readonly programs: readonly string[]
}

export const hostPackages: readonly HostPackage[] = [
  { name: 'runsc', programs: ['runsc'] },
  { name: 'nftables', programs: ['nft'] },
  { name: 'conntrack', programs: ['conntrack'] },
  { name: 'iproute2', programs: ['ip'] },
  { name: 'erofs-utils', programs: ['mkfs.erofs'] },
  { name: 'mmdebstrap', programs: ['mmdebstrap'] },
  { name: 'e2fsprogs', programs: ['mkfs.ext4'] },
  // Images for templates.
  { name: 'skopeo', programs: ['skopeo'] },
  { name: 'util-linux', programs: ['unshare', 'nsenter', 'setpriv', 'prlimit', 'mkswap'] },
  { name: 'mount', programs: ['mount', 'umount', 'losetup', 'swapon', 'swapoff'] },
]

/** The first runsc release the recipe of this project was run with, as its date. */
export const runscReleaseMin = 20240729

/** The release date in the output of `runsc --version`; undefined when there is none. */
export function parseRunscRelease(text: string): number | undefined {
  const found = /(?:release-|0\.0~)(\d{8})/.exec(text)
  return found === null ? undefined : Number(found[1])
}

export interface HostPrograms {
  has(program: string): boolean
  readonly runscRelease: number | undefined
}

/** Packages of which a program is missing or too old. */
export function findMissingPackages(host: HostPrograms): HostPackage[] {
  return hostPackages.filter(
    ({ name, programs }) =>
      !programs.every((program) => host.has(program)) ||
      (name === 'runsc' && (host.runscRelease ?? 0) < runscReleaseMin),
  )
}

/** Releases whose own runsc is older than what we need; their backports have a newer one. */
const runscFromBackports = ['bookworm']

export function needsBackports(missing: readonly HostPackage[], codename: string): boolean {
  return runscFromBackports.includes(codename) && missing.some(({ name }) => name === 'runsc')
}

/** What apt-get is asked for: only runsc comes from backports, nothing else moves there with it. */
export function aptNames(missing: readonly HostPackage[], codename: string): string[] {
  const fromBackports = needsBackports(missing, codename)
  return missing.map(({ name }) => (name === 'runsc' && fromBackports ? `runsc/${codename}-backports` : name))
}
