import { expect, test } from 'vitest'
import { AptMirrorError, parseAptMirror } from './apt-mirror.ts'

const targets = `http://mirror.test/debian/|bookworm-backports|bookworm-backports|main
http://mirror.test/debian/|bookworm|bookworm|main
http://mirror.test/debian/|bookworm|bookworm|contrib
http://mirror.test/debian/|bookworm-updates|bookworm-updates|main
http://security.test/debian-security/|bookworm-security|bookworm-security|main
https://vendor.test/tool/|stable|stable|main
`

test('the suite, its updates and its security fixes come from where apt gets them, backports and vendors do not', () => {
  expect(parseAptMirror(targets, 'bookworm')).toEqual([
    'deb http://mirror.test/debian/ bookworm main',
    'deb http://mirror.test/debian/ bookworm-updates main',
    'deb http://security.test/debian-security/ bookworm-security main',
  ])
})

test('a machine that says "stable" is read by the codename of what it got', () => {
  expect(parseAptMirror('http://mirror.test/debian/|stable|trixie|main\n', 'trixie')).toEqual([
    'deb http://mirror.test/debian/ trixie main',
  ])
})

test('updates alone are not a system', () => {
  const text = 'http://mirror.test/debian/|bookworm-updates|bookworm-updates|main\n'
  expect(() => parseAptMirror(text, 'bookworm')).toThrow(AptMirrorError)
})

test('a CD-ROM or a local directory is no source for an image', () => {
  expect(() => parseAptMirror('cdrom://disc/|bookworm|bookworm|main\n', 'bookworm')).toThrow('no http source')
})

test('empty output names the suite that is missing', () => {
  expect(() => parseAptMirror('', 'bookworm')).toThrow('bookworm main')
})
