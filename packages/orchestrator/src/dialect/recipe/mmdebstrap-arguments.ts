/** The argument vectors that make a Debian tree, and that run programs in it. Pure. */

export interface DebianTree {
  readonly directory: string
  readonly suite: string
  /** `deb URI SUITE COMPONENTS`. They stay in the tree as its apt sources. */
  readonly sources: readonly string[]
  readonly packages: readonly string[]
  readonly excludedPaths: readonly string[]
  readonly includedPaths: readonly string[]
}

/**
 * Namespaces of its own, ended with the caller: whoever kills the caller kills all of its processes, and with them goes
 * what it mounts into the tree (the machine's own /dev/shm and /sys among it).
 */
const endWithCaller = [
  ...['setpriv', '--pdeathsig=KILL'],
  ...['unshare', '--mount', '--pid', '--fork', '--kill-child=KILL'],
]

export function mmdebstrapArguments(tree: DebianTree): string[] {
  return [
    ...endWithCaller,
    '--',
    'mmdebstrap',
    '--mode=root',
    '--format=directory',
    '--variant=minbase',
    `--include=${tree.packages.join(',')}`,
    '--aptopt=APT::Install-Recommends "false"',
    ...tree.excludedPaths.map((path) => `--dpkgopt=path-exclude=${path}`),
    ...tree.includedPaths.map((path) => `--dpkgopt=path-include=${path}`),
    tree.suite,
    tree.directory,
    ...tree.sources,
  ]
}

/** A program of the tree as its root, with a `/proc`: without one, programs do not find the libraries beside them. */
export function inTreeArguments(tree: string, argv: readonly string[]): string[] {
  return [...endWithCaller, `--mount-proc=${tree}/proc`, '--', 'chroot', tree, ...argv]
}

/** A progress line worth showing out of one line of mmdebstrap's standard error. */
export function mmdebstrapProgress(line: string): string | undefined {
  return /^I: (.+?)\.*$/.exec(line.trim())?.[1]
}
