import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesystemClient } from '../../testing/clients.ts'
import { codesOf, errorRowsOf } from '../../testing/error-page.ts'
import { type OwnDaemon, startOwnDaemon } from '../../testing/own-daemon.ts'

let daemon: OwnDaemon
let client: ReturnType<typeof filesystemClient>
beforeAll(async () => {
  daemon = await startOwnDaemon()
  client = filesystemClient(daemon.url)
  mkdirSync(`${daemon.home}/full/inside`, { recursive: true })
  mkdirSync(`${daemon.home}/directory`)
  writeFileSync(`${daemon.home}/file`, '')
  symlinkSync('loop', `${daemon.home}/loop`)
})
afterAll(() => daemon[Symbol.asyncDispose]())

type Options = { readonly headers: Record<string, string> }
const firstOf = (path: string, options?: Options) =>
  client.watchDir({ path }, options)[Symbol.asyncIterator]().next()
const watch = (path: string) => [firstOf(path), client.createWatcher({ path })]

const unknownUser: Options = { headers: { authorization: `Basic ${Buffer.from('bob:').toString('base64')}` } }
const everyCall = (path: string, options?: Options) => [
  client.stat({ path }, options),
  client.listDir({ path }, options),
  client.makeDir({ path }, options),
  client.move({ source: path, destination: 'x' }, options),
  client.move({ source: 'file', destination: path }, options),
  client.remove({ path }, options),
  firstOf(path, options),
  client.createWatcher({ path }, options),
]

/** Calls that produce each row of the page; rows that other tests cover in detail are only named. */
const ways: Readonly<Record<string, () => Promise<unknown>[]>> = {
  'every call: the path has a NUL or begins with `~name`': () => [...everyCall('a\0b'), ...everyCall('~bob')],
  'every call: `Authorization` names an unknown user': () => [
    ...everyCall('file', unknownUser),
    client.getWatcherEvents({ watcherId: 'w' }, unknownUser),
    client.removeWatcher({ watcherId: 'w' }, unknownUser),
  ],
  'Stat: nothing is there': () => [client.stat({ path: 'none' })],
  'Stat: something on the way is no directory': () => [client.stat({ path: 'file/x' })],
  'ListDir: nothing is there': () => [client.listDir({ path: 'none' })],
  'ListDir: it is no directory': () => [client.listDir({ path: 'file' })],
  'ListDir: it is a loop of links': () => [client.listDir({ path: 'loop' })],
  'MakeDir: the directory exists': () => [client.makeDir({ path: 'directory' })],
  'MakeDir: something else is there': () => [client.makeDir({ path: 'file' })],
  'MakeDir: something on the way is no directory': () => [client.makeDir({ path: 'file/x' })],
  'Move: the source is missing': () => [client.move({ source: 'none', destination: 'x' })],
  'Move: the target is a directory that is not empty': () => [
    client.move({ source: 'directory', destination: 'full' }),
  ],
  'Move: a directory onto a file': () => [client.move({ source: 'directory', destination: 'file' })],
  'Remove: the path does not end in a name': () => [
    client.remove({ path: '/' }),
    client.remove({ path: '/.' }),
  ],
  'Remove: something on the way is no directory': () => [client.remove({ path: 'file/x' })],
  'WatchDir, CreateWatcher: nothing is there': () => watch('none'),
  'WatchDir, CreateWatcher: it is no directory': () => watch('file'),
  'GetWatcherEvents, RemoveWatcher: no watcher has the id': () => [
    client.getWatcherEvents({ watcherId: 'w' }),
    client.removeWatcher({ watcherId: 'w' }),
  ],
}
const triedElsewhere = [
  'WatchDir, CreateWatcher: it is on a network mount that is not allowed',
  'GetWatcherEvents: events were lost',
]

const rows = errorRowsOf('Errors of filesystem.Filesystem')

test('the page names what is tried, and nothing else', () => {
  const named = rows.map(({ what }) => what)
  expect(named.toSorted()).toEqual([...Object.keys(ways), ...triedElsewhere].toSorted())
})

test.each(rows.filter(({ what }) => what in ways))('$what is $code', async ({ what, code }) => {
  const met = await codesOf(ways[what]?.() ?? [])
  expect(met).toEqual(met.map(() => code))
})
