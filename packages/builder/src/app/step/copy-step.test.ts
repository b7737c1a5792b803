/** COPY: what lies where afterwards, whose it is, and what was there before. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyStep } from './copy-step.ts'
import { makeWorkdir } from './make-workdir.ts'

let root: string
/** What the archive held. */
let unpacked: string
/** Where it goes. */
let place: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cay-copy-'))
  unpacked = join(root, 'unpacked')
  place = join(root, 'place')
  for (const directory of [unpacked, place]) mkdirSync(directory)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Ours: tests run without root. */
const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

function copy(source: string, destination: string, mode?: number): void {
  const order = { unpacked, source, destination, ...owner }
  copyStep(mode === undefined ? order : { ...order, mode })
}

const read = (path: string) => readFileSync(join(place, path), 'utf8')

test('a file is put at a path whose directories are made', () => {
  write(`${unpacked}/a.txt`, 'a')
  copy('a.txt', `${place}/deep/er/b.txt`)
  expect(read('deep/er/b.txt')).toBe('a')
})

test.each([
  ['with a slash at its end', (): string => `${place}/new/`, 'new/a.txt'],
  ['that is there', (): string => place, 'a.txt'],
])('a file is put into a directory %s, under its own name', (_, destination, expected) => {
  write(`${unpacked}/sub/a.txt`, 'a')
  copy('sub/a.txt', destination())
  expect(read(expected)).toBe('a')
})

test('a directory is merged into an existing one, which keeps its mode and owner while its files are replaced', () => {
  write(`${unpacked}/app/same`, 'new')
  write(`${unpacked}/app/sub/more`, 'more')
  write(`${place}/app/same`, 'old')
  write(`${place}/app/kept`, 'kept')
  chmodSync(`${place}/app`, 0o711)
  copy('app', `${place}/app/`, 0o755)
  expect([read('app/same'), read('app/kept'), read('app/sub/more')]).toEqual(['new', 'kept', 'more'])
  expect(statSync(`${place}/app`).mode & 0o777).toBe(0o711)
  expect(statSync(`${place}/app/sub`).mode & 0o777).toBe(0o755)
})

test('a directory goes through a link to one', () => {
  write(`${unpacked}/app/file`, 'x')
  mkdirSync(`${place}/real`)
  symlinkSync('real', `${place}/link`)
  copy('app', `${place}/link`)
  expect(read('real/file')).toBe('x')
  expect(lstatSync(`${place}/link`).isSymbolicLink()).toBe(true)
})

test('of a pattern everything behind its first directory without one is copied', () => {
  write(`${unpacked}/sub/a.txt`, 'a')
  write(`${unpacked}/sub/deep/b.txt`, 'b')
  copy('./sub/**/*.txt', `${place}/texts`)
  expect(readdirSync(`${place}/texts`, { recursive: true }).sort()).toEqual(['a.txt', 'deep', 'deep/b.txt'])
})

test('a symbolic link is moved as it is, and its target keeps its mode and owner', () => {
  write(`${place}/target`, 'x')
  chmodSync(`${place}/target`, 0o600)
  symlinkSync(`${place}/target`, `${unpacked}/link`)
  copy('link', `${place}/moved`, 0o777)
  expect(readlinkSync(`${place}/moved`)).toBe(`${place}/target`)
  expect(statSync(`${place}/target`).mode & 0o777).toBe(0o600)
})

test('a mode applies to everything that is copied', () => {
  write(`${unpacked}/app/run`, 'x')
  copy('app', `${place}/app`, 0o750)
  expect(statSync(`${place}/app`).mode & 0o777).toBe(0o750)
  expect(statSync(`${place}/app/run`).mode & 0o777).toBe(0o750)
})

test.each<[string, string, string]>([
  ['a file that nobody sent', 'gone', 'is not among the files'],
  ['what lies outside of what was sent', '../place/secret', 'leads out of the files'],
  ['a directory onto a file', 'app', 'is a file'],
  ['a file onto a directory', 'file-over-directory', 'is a directory'],
])('%s is refused in words', (_, source, words) => {
  write(`${place}/secret`, 'secret')
  write(`${unpacked}/app/x`, 'x')
  write(`${unpacked}/file-over-directory/x`, 'x')
  mkdirSync(`${place}/full/x`, { recursive: true })
  const destination = source === 'app' ? `${place}/secret` : `${place}/full`
  expect(() => copy(source, destination)).toThrow(words)
  expect(read('secret')).toBe('secret')
})

test('a working directory is created where it is missing, and a file at its path is reported', () => {
  expect(makeWorkdir(`${place}/a/b`, owner)).toBe(true)
  expect(makeWorkdir(`${place}/a/b`, owner)).toBe(false)
  write(`${place}/file`, '')
  expect(() => makeWorkdir(`${place}/file/x`, owner)).toThrow('is not a directory')
})
