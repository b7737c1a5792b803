/**
 * Reads the Debian mirror out of the machine's own apt configuration, so that no mirror stands in the project.
 * Input is what `indexTargetsArgv` prints.
 */

/**
 * `withReleaseInfo` also tells whose a source is, but lists only what was updated before; without it everything that is
 * configured is listed, with the names of what is not known left as they are.
 */
export function indexTargetsArgv(withReleaseInfo: boolean): string[] {
  const format = '$(ORIGIN)|$(REPO_URI)|$(RELEASE)|$(CODENAME)|$(COMPONENT)'
  const info = withReleaseInfo ? [] : ['--no-release-info']
  return ['apt-get', 'indextargets', ...info, '--format', format, 'Created-By: Packages']
}

/** What says "stable" in a source names, on this machine, the suite of this machine. */
const suiteAliases = ['stable', 'oldstable', 'oldoldstable', 'testing']

/** What a stable Debian is made of: its own suite first, which alone is indispensable. */
const suiteSuffixes = ['', '-updates', '-security']

export class AptMirrorError extends Error {
  override name = 'AptMirrorError'
}

/** `deb URI SUITE main` lines for a suite such as `bookworm`. Throws AptMirrorError when the suite itself has no source. */
export function parseAptMirror(indexTargets: string, codename: string): string[] {
  const sources = parseSources(indexTargets)
  const lines = suiteSuffixes.flatMap((suffix) => {
    const suite = `${codename}${suffix}`
    const names = [suite, ...suiteAliases.map((alias) => `${alias}${suffix}`)]
    const source = names
      .map((name) => sources.find((one) => one.release === name || one.codename === name))
      .find((one) => one !== undefined)
    return source === undefined ? [] : [`deb ${source.uri} ${suite} main`]
  })
  if (!lines.some((line) => line.endsWith(` ${codename} main`)))
    throw new AptMirrorError(
      `apt on this machine has no http source for ${codename} main: add one to /etc/apt/sources.list and try again`,
    )
  return lines
}

/** Sources of main packages that a network reaches, others' than Debian's left out where it is known whose they are. */
function parseSources(indexTargets: string) {
  return indexTargets.split('\n').flatMap((line) => {
    const [origin, uri = '', release = '', codename = '', component] = line.split('|')
    const isDebian = origin === 'Debian' || origin === '' || origin === '$(ORIGIN)'
    return isDebian && component === 'main' && /^https?:\/\//.test(uri) ? [{ uri, release, codename }] : []
  })
}
