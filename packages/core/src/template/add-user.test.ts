import { expect, test } from 'vitest'
import { parseGroup, parsePasswd } from '../process/accounts.ts'
import { addUser } from './add-user.ts'

const wanted = { name: 'user', shell: '/bin/bash', isAdmin: true }

test('an image without accounts gets root and the user', () => {
  const { files, account } = addUser({ passwd: '', group: '', shadow: undefined }, wanted)
  expect(parsePasswd(files.passwd).map(({ name, uid }) => [name, uid])).toEqual([
    ['root', 0],
    ['user', 1000],
  ])
  expect(account).toMatchObject({ uid: 1000, gid: 1000, home: '/home/user' })
  expect(files.shadow).toBeUndefined()
})

test('an id that somebody has is not given again', () => {
  const passwd = 'root:x:0:0:root:/root:/bin/bash\nnode:x:1000:1000::/home/node:/bin/sh'
  const group = 'root:x:0:\nnode:x:1000:\nsudo:x:27:node\n'
  const { files, account } = addUser({ passwd, group, shadow: 'root:*:1::::::\n' }, wanted)
  expect(account.uid).toBe(1001)
  expect(files.passwd.split('\n')).toContain('user:x:1001:1001::/home/user:/bin/bash')
  expect(parseGroup(files.group).find(({ name }) => name === 'sudo')?.members).toEqual(['node', 'user'])
  expect(files.shadow).toContain('\nuser::')
})

test('a user who is there stays as he is', () => {
  const passwd = 'root:x:0:0::/root:/bin/sh\nuser:x:500:500::/srv:/bin/zsh\n'
  const added = addUser({ passwd, group: 'root:x:0:\nwheel:x:10:\n', shadow: undefined }, wanted)
  expect(added).toMatchObject({ isNew: false, account: { uid: 500, home: '/srv' } })
  expect(added.files.passwd).toBe(passwd)
  expect(added.files.group).toContain('wheel:x:10:user')
})

test('only who may become root joins the groups of those who may', () => {
  const added = addUser({ passwd: '', group: 'sudo:x:27:\n', shadow: '' }, { ...wanted, isAdmin: false })
  expect(added.files.group).toContain('sudo:x:27:\n')
})

test('done twice it is as done once', () => {
  const once = addUser({ passwd: '', group: 'sudo:x:27:\n', shadow: '' }, wanted)
  expect(addUser(once.files, wanted).files).toEqual(once.files)
})
