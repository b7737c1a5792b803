import { expect, test } from 'vitest'
import { indexTrouble, namespacesIn, pipInstall, pipVariables } from './pip-arguments.ts'

test('packages stand behind all options, so that none is taken for one', () => {
  const argv = pipInstall(['numpy', 'pandas'])
  expect(argv.slice(-3)).toEqual(['--', 'numpy', 'pandas'])
  expect(argv).toContain('--only-binary=:all:')
})

test('the index and the proxies of the machine are used, its paths and its secrets are not passed on', () => {
  const environment = {
    PIP_INDEX_URL: 'https://index.test/simple',
    PIP_CERT: '/here/ca.crt',
    https_proxy: 'http://proxy.test:3128',
    SECRET: 'x',
    PIP_EMPTY: undefined,
  }
  const variables = pipVariables(environment, '/tmp/place')
  expect(variables).toMatchObject({
    PIP_INDEX_URL: 'https://index.test/simple',
    PIP_CERT: '/tmp/place/ca.crt',
    https_proxy: 'http://proxy.test:3128',
  })
  expect(variables).not.toHaveProperty('SECRET')
  expect(variables).not.toHaveProperty('PIP_EMPTY')
})

test.each([
  [
    "WARNING: Retrying (Retry(total=1)) after connection broken by 'NewConnectionError('<pip._vendor object at 0x7fe6>: Failed to establish a new connection: [Errno 111] Connection refused')': /simple/a/",
    'Failed to establish a new connection: [Errno 111] Connection refused',
  ],
  [
    "WARNING: Retrying (Retry(total=1)) after connection broken by 'ProxyError('Cannot connect to proxy.', OSError('Tunnel connection failed: 403 Forbidden'))': /simple/a/",
    'Cannot connect to proxy.',
  ],
  ['ERROR: Could not find a version that satisfies the requirement numpy (from versions: none)', undefined],
  ['ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device', undefined],
])('what pip says tells whether an index was reached: %s', (stderr, trouble) => {
  expect(indexTrouble(stderr)).toBe(trouble)
})

test('the packages of a file of setuptools are read', () => {
  const line =
    "import sys, types, os;p = os.path.join(sys._getframe(1).f_locals['sitedir'], *('mpl_toolkits',));m = 1\n"
  expect(namespacesIn(line)).toEqual(['mpl_toolkits'])
})
