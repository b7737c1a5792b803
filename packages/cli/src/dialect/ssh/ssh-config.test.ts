import { expect, test } from 'vitest'
import { parseSshHost, renderSshConfig } from './ssh-config.ts'

test('the configuration names the command, what it is to work on, and the file with the host key', () => {
  const text = renderSshConfig({
    command: ['/usr/bin/node', '/opt/my cay/cay.mjs'],
    env: { CAY_DATA_DIR: '/srv/100%' },
    knownHostsFile: '/root/.config/cay/ssh/known_hosts',
  })
  expect(text).toContain(
    "\n  ProxyCommand env 'CAY_DATA_DIR=/srv/100%%' /usr/bin/node '/opt/my cay/cay.mjs' sandbox ssh-proxy -- '%n'\n",
  )
  expect(text).toContain(`\nHost *.cay "!*'*"\n  User default\n`)
  expect(text).toContain('\n  UserKnownHostsFile "/root/.config/cay/ssh/known_hosts"\n')
})

test.each([
  ['1d7f.cay', { id: '1d7f', profile: undefined }],
  ['1d7f', { id: '1d7f', profile: undefined }],
  ['i0-1.office.cay', { id: 'i0-1', profile: 'office' }],
  ['.cay', undefined],
  ['-oProxyCommand.cay', undefined],
  ["a'b.cay", undefined],
  ['a.b.c.cay', undefined],
])('%j names %j', (host, named) => expect(parseSshHost(host)).toEqual(named))
