import { expect, test } from 'vitest'
import { crumbsOf, joinPath, parentOf } from './paths.ts'

test('a path is joined and parted without a double or a missing slash', () => {
  expect([joinPath('/', 'etc'), joinPath('/home/user', 'a b')]).toEqual(['/etc', '/home/user/a b'])
  expect([parentOf('/etc'), parentOf('/home/user'), parentOf('/')]).toEqual(['/', '/home', '/'])
})

test('each directory on the way can be gone to', () => {
  expect(crumbsOf('/home/user')).toEqual([
    { name: '/', path: '/' },
    { name: 'home', path: '/home' },
    { name: 'user', path: '/home/user' },
  ])
  expect(crumbsOf('/')).toHaveLength(1)
})
