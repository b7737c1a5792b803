import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupsOf, parseGroup, parsePasswd } from './accounts.ts'

const passwd = `root:x:0:0:root:/root:/bin/bash
# comment
broken:x:1
user:x:1000:1000::/home/user:/bin/bash
nohome:x:7:7:::
nobody:x:4294967295:1::/:
`

test('entries are read, other lines are passed over', () => {
  expect(parsePasswd(passwd)).toEqual([
    { name: 'root', uid: 0, gid: 0, home: '/root', shell: '/bin/bash' },
    { name: 'user', uid: 1000, gid: 1000, home: '/home/user', shell: '/bin/bash' },
    { name: 'nohome', uid: 7, gid: 7, home: '/', shell: '/bin/sh' },
  ])
})

test('a user has the primary group first and each group once', () => {
  const groups = parseGroup('user:x:1000:\ngames:x:60:a,user\nagain:x:1000:user\nsudo:x:27:other\n')
  expect(groupsOf({ name: 'user', uid: 1000, gid: 1000, home: '/', shell: '/bin/sh' }, groups)).toEqual([
    1000, 60,
  ])
})

test('no text makes the parsers fail', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const { uid, gid } of parsePasswd(text)) expect(uid + gid).toBeGreaterThanOrEqual(0)
      parseGroup(text)
    }),
  )
})
