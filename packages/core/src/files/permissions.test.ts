import { expect, test } from 'vitest'
import { fileKind, permissionBits, permissionsText } from './permissions.ts'

test.each([
  [0o100644, '-rw-r--r--'],
  [0o040755, 'drwxr-xr-x'],
  [0o120777, 'Lrwxrwxrwx'],
  [0o041777, 'dtrwxrwxrwx'],
  [0o104755, 'urwxr-xr-x'],
  [0o102755, 'grwxr-xr-x'],
  [0o020666, 'Dcrw-rw-rw-'],
  [0o060660, 'Drw-rw----'],
  [0o010600, 'prw-------'],
  [0o140700, 'Srwx------'],
])('mode %o reads %s', (mode, text) => {
  expect(permissionsText(mode)).toBe(text)
})

test('the kind of a file is told from its type bits, the mode is the nine others', () => {
  expect(fileKind(0o100644)).toBe('file')
  expect(fileKind(0o040755)).toBe('directory')
  expect(fileKind(0o120777)).toBe('symlink')
  expect(fileKind(0o140755)).toBe('other')
  expect(permissionBits(0o104755)).toBe(0o755)
})
