import { expect, test } from 'vitest'
import { AptMirrorError, parseAptMirror } from './apt-mirror.ts'

const targets = `Debian Backports|http://mirror.test/debian/|bookworm-backports|bookworm-backports|main
Debian|http://mirror.test/debian/|bookworm|bookworm|main
Debian|http://mirror.test/debian/|bookworm|bookworm|contrib
Debian|http://mirror.test/debian/|bookworm-updates|bookworm-updates|main
Debian|http://security.test/debian-security/|bookworm-security|bookworm-security|main
Vendor|https://vendor.test/tool/|stable|stable|main
Vendor|https://vendor.test/tool/|bookworm|bookworm|main
`

test('the suite, its updates and its security fixes come from where apt gets them, backports and vendors do not', () => {
  expect(parseAptMirror(targets, 'bookworm')).toEqual([
    'deb http://mirror.test/debian/ bookworm main',
    'deb http://mirror.test/debian/ bookworm-updates main',
    'deb http://security.test/debian-security/ bookworm-security main',
  ])
})

test('a machine that says "stable" is read by the codename of what it got', () => {
  expect(parseAptMirror('Debian|http://mirror.test/debian/|stable|trixie|main\n', 'trixie')).toEqual([
    'deb http://mirror.test/debian/ trixie main',
  ])
})

test('sources that were never updated are read as they are configured', () => {
  const text = '$(ORIGIN)|http://mirror.test/debian/|stable|$(CODENAME)|main\n'
  expect(parseAptMirror(text, 'trixie')).toEqual(['deb http://mirror.test/debian/ trixie main'])
})

test('updates alone are not a system', () => {
  const text = 'Debian|http://mirror.test/debian/|bookworm-updates|bookworm-updates|main\n'
  expect(() => parseAptMirror(text, 'bookworm')).toThrow(AptMirrorError)
})

test('a CD-ROM or a local directory is no source for an image', () => {
  expect(() => parseAptMirror('Debian|cdrom://disc/|bookworm|bookworm|main\n', 'bookworm')).toThrow(
    'no http source',
  )
})

test('empty output names the suite that is missing', () => {
  expect(() => parseAptMirror('', 'bookworm')).toThrow('bookworm main')
})
