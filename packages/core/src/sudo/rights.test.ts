import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayBecomeOthers } from './rights.ts'

const asking = { uid: 1000, name: 'user', groupNames: ['user', 'sudo'] }

test.each([
  'user ALL=(ALL:ALL) NOPASSWD: ALL',
  'user\tALL=(ALL) NOPASSWD:ALL',
  'user ALL=NOPASSWD: ALL',
  '%sudo ALL=(ALL:ALL) NOPASSWD: SETENV: ALL',
  'other,user ALL=(ALL) NOPASSWD: ALL',
  '#1000 ALL=(ALL) NOPASSWD: ALL',
  'ALL ALL=(ALL) NOPASSWD: ALL # everybody',
  '# first\nDefaults env_reset\nuser ALL=(ALL) \\\n NOPASSWD: ALL\n',
])('%j allows it', (sudoers) => {
  expect(mayBecomeOthers(sudoers, asking)).toBe(true)
})

test.each([
  '',
  '%sudo ALL=(ALL:ALL) ALL',
  'user ALL=(ALL) PASSWD: ALL',
  'user ALL=(ALL) NOPASSWD: /usr/bin/apt',
  'other ALL=(ALL) NOPASSWD: ALL',
  '%wheel ALL=(ALL) NOPASSWD: ALL',
  '# user ALL=(ALL) NOPASSWD: ALL',
  '#1001 ALL=(ALL) NOPASSWD: ALL',
  'user ALL=(ALL) NOPASSWD: ALL, !/bin/su',
])('%j does not allow it', (sudoers) => {
  expect(mayBecomeOthers(sudoers, asking)).toBe(false)
})

test('root may do anything anyway', () => {
  expect(mayBecomeOthers('', { uid: 0, name: 'root', groupNames: [] })).toBe(true)
})

test('no text makes it fail', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(mayBecomeOthers(text, asking)).toBeTypeOf('boolean')
    }),
  )
})
