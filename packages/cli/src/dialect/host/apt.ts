/** The formats of apt: sources of the machine, our backports entry, and the source of each package. */

export interface AptSource {
  /** Mirror as the machine's own configuration spells it. */
  readonly site: string
  /** `bookworm`, `bookworm-updates`, … or an alias such as `stable`. */
  readonly release: string
  readonly component: string
}

/** The format string for `apt-get indextargets`, which lists what is configured even before the first update. */
export const indexTargetsArgv = [
  'apt-get',
  'indextargets',
  '--no-release-info',
  '--format',
  '$(SITE)|$(RELEASE)|$(COMPONENT)',
  'Created-By: Packages',
] as const

/** One record per configured source; lines of any other shape are skipped. */
export function parseIndexTargets(text: string): AptSource[] {
  const unique = new Map<string, AptSource>()
  for (const line of text.split('\n')) {
    const [site, release, component, ...rest] = line.trim().split('|')
    if (!site || !release || !component || rest.length > 0) continue
    unique.set(line.trim(), { site, release, component })
  }
  return [...unique.values()]
}

const stableAliases = ['stable', 'oldstable', 'oldoldstable']

/** The source that carries the distribution's main packages; undefined when apt has none. */
export function findMainSource(sources: readonly AptSource[], codename: string): AptSource | undefined {
  const main = sources.filter((source) => source.component === 'main')
  return (
    main.find((source) => source.release === codename) ??
    main.find((source) => stableAliases.includes(source.release))
  )
}

export function hasBackports(sources: readonly AptSource[], codename: string): boolean {
  return sources.some((source) => source.component === 'main' && isBackportsOf(source.release, codename))
}

function isBackportsOf(release: string, codename: string): boolean {
  return (
    release === `${codename}-backports` || stableAliases.some((alias) => release === `${alias}-backports`)
  )
}

/** The sources an update has to fetch: those of the distribution, whatever else the machine has configured. */
export function findDistributionSources(sources: readonly AptSource[], codename: string): AptSource[] {
  const suites = ['', '-updates', '-security', '-backports']
  const wanted = [codename, ...stableAliases].flatMap((name) => suites.map((suite) => `${name}${suite}`))
  return sources.filter((source) => source.component === 'main' && wanted.includes(source.release))
}

/** Text of a deb822 sources file. Without a keyring file apt falls back on the keys it trusts anyway. */
export function renderSources(sources: readonly AptSource[], keyring: string | undefined): string {
  return sources
    .map(({ site, release, component }) => {
      const signedBy = keyring === undefined ? '' : `Signed-By: ${keyring}\n`
      return `Types: deb\nURIs: ${site}\nSuites: ${release}\nComponents: ${component}\n${signedBy}`
    })
    .join('\n')
}

const backportsHeader = '# Written by Cay, which needs a newer runsc; `cay uninstall --purge` removes it.\n'

/** Text of our entry for backports. */
export const renderBackports = (source: AptSource, keyring: string | undefined) =>
  `${backportsHeader}${renderSources([source], keyring)}`

/** Whether there is nothing in it that we do not write. Earlier versions wrote it without the comment. */
export function isOwnBackports(text: string): boolean {
  const entry = text.startsWith(backportsHeader) ? text.slice(backportsHeader.length) : text
  return /^Types: deb\nURIs: \S+\nSuites: [\w-]+-backports\nComponents: main\n(Signed-By: \S+\n)?$/.test(
    entry,
  )
}

/** True when apt gave up because another process holds one of its locks. */
export function isLockComplaint(text: string): boolean {
  return /could not get lock|is held by process|unable to lock/i.test(text)
}

/** What a line of apt-get's output says is being done, in a few words; undefined for lines that say nothing new. */
export function activityOf(line: string): string | undefined {
  const get = /^Get:\d+ \S+ \S+ \S+ (\S+) \S+ \S+ \[/.exec(line)
  if (get !== null) return `downloading ${get[1]}`
  const unpack = /^(Unpacking|Setting up) (\S+)/.exec(line)
  if (unpack !== null) return `${unpack[1]?.toLowerCase()} ${unpack[2]}`
  const waiting = /held by process (\d+ \([^)]*\))/.exec(line)
  if (waiting !== null) return `waiting for process ${waiting[1]}, which uses apt`
  return undefined
}
