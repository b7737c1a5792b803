/**
 * Reads the Debian mirror out of the machine's own apt configuration, so that no mirror stands in the project.
 * Input is what `apt-get indextargets` prints with `indexTargetsFormat`.
 */

export const indexTargetsFormat = '$(REPO_URI)|$(RELEASE)|$(CODENAME)|$(COMPONENT)'

/** What a stable Debian is made of: its own suite first, which alone is indispensable. */
const suiteSuffixes = ['', '-updates', '-security']

export class AptMirrorError extends Error {
  override name = 'AptMirrorError'
}

/** `deb URI SUITE main` lines for a suite such as `bookworm`. Throws AptMirrorError when the suite itself has no source. */
export function parseAptMirror(indexTargets: string, codename: string): string[] {
  const targets = indexTargets
    .split('\n')
    .map((line) => line.split('|'))
    .filter(([uri, , , component]) => /^https?:\/\//.test(uri ?? '') && component === 'main')
  const lines = suiteSuffixes.flatMap((suffix) => {
    const suite = `${codename}${suffix}`
    const target = targets.find(([, release, name]) => release === suite || name === suite)
    return target === undefined ? [] : [`deb ${target[0]} ${suite} main`]
  })
  if (!lines.some((line) => line.endsWith(` ${codename} main`)))
    throw new AptMirrorError(
      `apt on this machine has no http source for ${codename} main: add one to /etc/apt/sources.list and try again`,
    )
  return lines
}
