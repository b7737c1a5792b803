import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { execPath } from 'node:process'
import { Filesystem, FileType } from '@cay/contract/gen/filesystem/filesystem_pb.js'
import { type Client, Code, ConnectError, createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OwnDaemon, startOwnDaemon } from '../../testing/own-daemon.ts'

let daemon: OwnDaemon
beforeAll(async () => {
  daemon = await startOwnDaemon()
})
afterAll(() => daemon[Symbol.asyncDispose]())

async function codeOf(work: Promise<unknown>): Promise<Code | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => ConnectError.from(error).code,
  )
}

describe.each([
  ['JSON', false],
  ['protobuf', true],
])('filesystem.Filesystem over %s', (encoding, useBinaryFormat) => {
  let client: Client<typeof Filesystem>
  let root: string
  beforeAll(() => {
    client = createClient(
      Filesystem,
      createConnectTransport({ httpVersion: '1.1', baseUrl: daemon.url, useBinaryFormat }),
    )
    root = `${daemon.home}/${encoding}`
    mkdirSync(`${root}/b/deep/deeper`, { recursive: true })
    writeFileSync(`${root}/a.txt`, 'hello', { mode: 0o640 })
    writeFileSync(`${root}/B`, '')
    symlinkSync('b', `${root}/link`)
    symlinkSync('nowhere', `${root}/broken`)
    symlinkSync('loop', `${root}/loop`)
    mkdirSync(`${root}-links`)
    symlinkSync('/not/there', `${root}-links/far`)
    symlinkSync('../missing', `${root}-links/up`)
    symlinkSync(`${root}-links`, `${root}-way`)
  })

  test('an entry is told with all its fields', async () => {
    const { entry } = await client.stat({ path: `${encoding}/a.txt` })
    expect(entry).toMatchObject({
      name: 'a.txt',
      path: `${root}/a.txt`,
      type: FileType.FILE,
      size: 5n,
      mode: 0o640,
      permissions: '-rw-r-----',
      owner: 'user',
      group: 'user',
    })
    expect(entry?.symlinkTarget).toBeUndefined()
  })

  test('a link shows what it leads to, also when that is not there', async () => {
    const { entry } = await client.stat({ path: `${root}/link` })
    expect(entry).toMatchObject({
      type: FileType.DIRECTORY,
      permissions: 'Lrwxrwxrwx',
      symlinkTarget: `${root}/b`,
    })
    const { entry: broken } = await client.stat({ path: `${root}/broken` })
    expect(broken).toMatchObject({ type: FileType.UNSPECIFIED, mode: 0, symlinkTarget: `${root}/nowhere` })
    const { entries } = await client.listDir({ path: root })
    const targets = Object.fromEntries(entries.map(({ name, symlinkTarget }) => [name, symlinkTarget]))
    expect(targets).toMatchObject({ broken: `${root}/nowhere`, link: `${root}/b`, loop: `${root}/loop` })
    const { entries: below } = await client.listDir({ path: `${root}-way` })
    expect(below.map(({ name, symlinkTarget }) => [name, symlinkTarget])).toEqual([
      ['far', '/not/there'],
      ['up', `${daemon.home}/missing`],
    ])
  })

  test('a listing has parents before children, names in byte order, and follows no links', async () => {
    const { entries } = await client.listDir({ path: root, depth: 2 })
    expect(entries.map(({ path }) => path.slice(root.length + 1))).toEqual([
      'B',
      'a.txt',
      'b',
      'b/deep',
      'broken',
      'link',
      'loop',
    ])
    const shallow = await client.listDir({ path: `${root}/link`, depth: 0 })
    expect(shallow.entries.map(({ path }) => path)).toEqual([`${root}/link/deep`])
  })

  test('directories are made with those above; one that exists is told apart', async () => {
    const path = `${root}/new/er/est`
    expect((await client.makeDir({ path })).entry).toMatchObject({ path, permissions: 'drwxr-xr-x' })
    expect(await codeOf(client.makeDir({ path }))).toBe(Code.AlreadyExists)
    expect(await codeOf(client.makeDir({ path: `${root}/a.txt` }))).toBe(Code.InvalidArgument)
    expect(await codeOf(client.makeDir({ path: `${root}/a.txt/x` }))).toBe(Code.Internal)
  })

  test('a move makes the directories of its target and replaces a file', async () => {
    writeFileSync(`${root}/from`, 'x')
    const destination = `${root}/to/there`
    expect((await client.move({ source: `${root}/from`, destination })).entry).toMatchObject({
      path: destination,
    })
    expect(await codeOf(client.move({ source: `${root}/from`, destination }))).toBe(Code.NotFound)
    expect(await codeOf(client.move({ source: `${root}/B`, destination: `${root}/b` }))).toBe(Code.Internal)
  })

  test('removing takes what is below with it, and what is missing is removed', async () => {
    mkdirSync(`${root}/gone/below`, { recursive: true })
    await client.remove({ path: `${root}/gone` })
    await client.remove({ path: `${root}/gone` })
    expect(await codeOf(client.stat({ path: `${root}/gone` }))).toBe(Code.NotFound)
  })

  test('each failure has its code', async () => {
    expect(await codeOf(client.listDir({ path: `${root}/none` }))).toBe(Code.NotFound)
    expect(await codeOf(client.listDir({ path: execPath }))).toBe(Code.InvalidArgument)
    expect(await codeOf(client.listDir({ path: `${root}/loop` }))).toBe(Code.FailedPrecondition)
    expect(await codeOf(client.stat({ path: '~bob' }))).toBe(Code.InvalidArgument)
  })
})
