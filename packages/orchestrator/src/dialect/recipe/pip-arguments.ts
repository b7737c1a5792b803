/** How pip is asked for packages, and what it says when there is no index. Pure. */

export function pipInstall(packages: readonly string[]): string[] {
  return [
    ...[
      'python3',
      '-m',
      'pip',
      'install',
      '--upgrade',
      '--break-system-packages',
      '--root-user-action=ignore',
    ],
    // Nothing in a tree compiles.
    ...['--only-binary=:all:', '--no-cache-dir', '--disable-pip-version-check', '--progress-bar=off'],
    ...['--retries=2', '--'],
    ...packages,
  ]
}

const proxyVariables = /^(https?|no|all)_proxy$/i

/**
 * The settings of pip in this machine's environment, and of its proxies. `place` is where the machine's own file of settings and
 * its authorities are while pip runs; paths of the machine mean nothing there.
 */
export function pipVariables(
  environment: Readonly<Record<string, string | undefined>>,
  place: string,
): Record<string, string> {
  const kept = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && (name.startsWith('PIP_') || proxyVariables.test(name)) ? [[name, value]] : [],
  )
  return {
    ...Object.fromEntries(kept),
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    LANG: 'C.UTF-8',
    PIP_CERT: `${place}/ca.crt`,
    PIP_CONFIG_FILE: `${place}/pip.conf`,
  }
}

/**
 * Why pip reached no index: a name that nobody resolves, a refused connection, a proxy that says no. Undefined if it failed for
 * another reason.
 */
export function indexTrouble(stderr: string): string | undefined {
  const [, trouble] =
    /(?:connection broken by|Max retries exceeded).*?((?:Failed|Cannot|Tunnel|Name|\[Errno)[^'\n)]*)/.exec(
      stderr,
    ) ?? []
  return trouble
}

/** The packages that a `-nspkg.pth` file of setuptools makes; one line each. */
export function namespacesIn(text: string): string[] {
  return [...text.matchAll(/\*\('(\w+)',\)/g)].map(([, name = '']) => name)
}
