/** What `cay volume` does, against control itself. The files of volumes are in memory. */
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { copyFiles } from '@cay/cli/app/files/copy-files.ts'
import {
  createVolume,
  listFiles,
  listVolumes,
  removeVolumes,
  showUsage,
  volumeOpener,
} from '@cay/cli/app/volume/volume-commands.ts'
import { parseFileLocation, parseVolumePath } from '@cay/cli/dialect/files/file-location.ts'
import { connectAsTeam } from '@cay/cli/edge/control/control-client.ts'
import { localFiles } from '@cay/cli/edge/files/local-files.ts'
import { connectVolumeContent } from '@cay/cli/edge/volume/volume-content.ts'
import { SimulatedVolumes } from '@cay/control/sim/simulated-volumes.ts'
import { expect, onTestFinished, test } from 'vitest'
import { json, table } from '../support/list-views.ts'
import { firstKey, secondKey, startWorld, type World } from './control-world.ts'

const start = () => startWorld({ volumes: new SimulatedVolumes() })
const teamOf = ({ url }: World, apiKey = firstKey) => connectAsTeam({ url, apiKey })

function opener({ url }: World, apiKey = firstKey) {
  return volumeOpener(connectAsTeam({ url, apiKey }), (volumeId, token) =>
    connectVolumeContent({ url, volumeId, token }),
  )
}

/** `cay volume cp`, with what it wrote. */
async function cp(world: World, from: string, to: string, input = '') {
  const warnings: string[] = []
  let output = ''
  const deps = {
    open: opener(world),
    noun: 'volume' as const,
    local: localFiles,
    input: Readable.from([input]),
    output: async (body: Readable) => {
      output += await text(body)
    },
    warn: (line: string) => void warnings.push(line),
  }
  await copyFiles(deps, parseFileLocation(from), parseFileLocation(to))
  return { warnings, output }
}

const ls = async (world: World, place: string) =>
  (await listFiles(opener(world), parseVolumePath(place), table))
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {3,}/).at(-1))

async function localDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'cay-volume-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}

test('a volume is created, listed with its size, measured and deleted', async () => {
  const world = await start()
  const team = teamOf(world)
  const id = await createVolume(team, { name: 'models', sizeMb: 2048 })
  await createVolume(team, { name: 'data', sizeMb: undefined })
  expect((await listVolumes(team, table)).split('\n').map((line) => line.split(/ {3,}/))).toEqual([
    ['NAME', 'SIZE', 'VOLUME ID'],
    ['data', '10.0 GiB', expect.stringMatching(/^[0-9a-f-]{36}$/)],
    ['models', '2.0 GiB', id],
  ])
  await cp(world, '-', 'models:/a', 'x'.repeat(1024))
  expect((await showUsage(team, [id], table)).split('\n')[1]?.split(/ {3,}/)).toEqual([
    'models',
    '2.0 GiB',
    '1.0 KiB',
    '2.0 GiB',
    '1%',
    '2',
  ])
  expect(JSON.parse(await showUsage(team, [], json))).toMatchObject([{ name: 'data' }, { usedBytes: 1024 }])
  const printed: string[] = []
  const output = {
    print: (line: string) => printed.push(line),
    printError: (line: string) => printed.push(line),
  }
  expect(await removeVolumes(team, { volumes: ['models', 'none', 'data'], isForced: false }, output)).toBe(1)
  expect(printed).toEqual([
    'models',
    'Error: there is no volume "none": `cay volume list` shows them',
    'data',
  ])
  expect(JSON.parse(await listVolumes(team, json))).toEqual([])
})

test('a volume that sandboxes have is deleted with force only, and the error names them', async () => {
  const world = await start()
  const team = teamOf(world)
  await createVolume(team, { name: 'used', sizeMb: undefined })
  const sandboxId = await world.create({ volumeMounts: [{ name: 'used', path: '/mnt' }] })
  const errors: string[] = []
  const output = { print: () => undefined, printError: (line: string) => errors.push(line) }
  expect(await removeVolumes(team, { volumes: ['used'], isForced: false }, output)).toBe(1)
  expect(errors).toEqual([expect.stringContaining(`409: Volume 'used' is mounted in ${sandboxId}`)])
  expect(await removeVolumes(team, { volumes: ['used'], isForced: true }, output)).toBe(0)
})

test('a directory is copied into a volume and back, without links, and programs stay executable', async () => {
  const world = await start()
  await createVolume(teamOf(world), { name: 'models', sizeMb: undefined })
  const directory = await localDirectory()
  await mkdir(join(directory, 'src/below'), { recursive: true })
  await writeFile(join(directory, 'src/a.txt'), 'a')
  await writeFile(join(directory, 'src/below/run.sh'), '#!/bin/sh\n')
  await chmod(join(directory, 'src/below/run.sh'), 0o755)
  await symlink('/etc', join(directory, 'src/link'))
  const { warnings } = await cp(world, join(directory, 'src'), 'models:/')
  expect(warnings).toEqual([expect.stringContaining('src/link": it is neither a file nor a directory')])
  expect(await ls(world, 'models')).toEqual(['src'])
  expect(await ls(world, 'models:/src')).toEqual(['a.txt', 'below'])
  await cp(world, 'models:src', join(directory, 'copy'))
  expect(await readFile(join(directory, 'copy/below/run.sh'), 'utf8')).toBe('#!/bin/sh\n')
  expect((await readdir(join(directory, 'copy'), { recursive: true })).sort()).toEqual([
    'a.txt',
    'below',
    'below/run.sh',
  ])
  expect((await stat(join(directory, 'copy/a.txt'))).mode & 0o111).toBe(0)
})

test('a file goes into a directory under its name, and else to the path that is given', async () => {
  const world = await start()
  await createVolume(teamOf(world), { name: 'models', sizeMb: undefined })
  const directory = await localDirectory()
  await writeFile(join(directory, 'a.txt'), 'of a')
  await cp(world, join(directory, 'a.txt'), 'models:')
  await cp(world, join(directory, 'a.txt'), 'models:/other.txt')
  await cp(world, join(directory, 'a.txt'), 'models:/below/')
  expect(await ls(world, 'models')).toEqual(['a.txt', 'other.txt', 'below'])
  expect(await ls(world, 'models:/below')).toEqual(['a.txt'])
  await mkdir(join(directory, 'into'))
  await cp(world, 'models:/other.txt', join(directory, 'into'))
  expect(await readFile(join(directory, 'into/other.txt'), 'utf8')).toBe('of a')
})

test('- is a standard stream', async () => {
  const world = await start()
  await createVolume(teamOf(world), { name: 'models', sizeMb: undefined })
  await cp(world, '-', 'models:/piped', 'through a pipe')
  expect((await cp(world, 'models:/piped', '-')).output).toBe('through a pipe')
  await expect(cp(world, '-', 'models:/')).rejects.toThrow('"models:/" is a directory: give the file a name')
  await expect(cp(world, 'models:/', '-')).rejects.toThrow('is a directory')
})

test('what goes wrong is said in a sentence', async () => {
  const world = await start()
  await createVolume(teamOf(world), { name: 'models', sizeMb: undefined })
  await expect(cp(world, 'models:/none', '-')).rejects.toThrow('volume "models" has no "/none"')
  await expect(cp(world, 'others:/a', '-')).rejects.toThrow('there is no volume "others"')
  await expect(cp(world, 'a', 'b')).rejects.toThrow('one of the two places must be in a volume')
  await expect(cp(world, '/that/is/not/there', 'models:')).rejects.toThrow('ENOENT')
  await expect(ls(world, 'models:/none')).rejects.toThrow('volume "models" has no "/none"')
  const foreign = opener(world, secondKey)
  await expect(listFiles(foreign, parseVolumePath('models'), table)).rejects.toThrow('there is no volume')
  const { body } = await world.call('POST', '/api-keys', { body: { name: 'r', scope: 'read-only' } })
  const readOnly = opener(world, (body as { key: string }).key)
  await expect(listFiles(readOnly, parseVolumePath('models'), table)).rejects.toThrow(
    'this API key may not read the files of volume "models"',
  )
})
