/** Volumes against what a sandbox or a machine has without them: creates, files in a sandbox, the content API. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Sandbox, Volume } from 'e2b'
import type { ControlApi } from '../control-api.ts'
import type { Measured, Measurement } from '../measured.ts'
import { type OwnInstallation, poolOf, withInstallation } from '../own-installation.ts'
import type { Figure } from '../report.ts'
import { bareRestores, timed } from '../rounds.ts'
import { serveBareFiles } from './bare-file-server.ts'

const execute = promisify(execFile)

const warmTurns = 2
/** These take seconds each. */
const turnsPerFileRound = 4
const checkpointMsMax = 60_000
const contentBytes = 256 * 1024 * 1024
const volumeSizeMb = 4096

/** Targets, as ratios of the medians. */
const createRatioMax = 1.6
const pooledRatioMax = 0.5
const sequentialRatioMax = 2
const smallFilesRatioMax = 3
const contentRatioMax = 1 / 0.6

export const insideVolumeFigures = `
  create     POST /sandboxes up to the last byte of the 201, against a bare restore: the pool is empty. The first create with
             a volume is not counted: it boots, and the checkpoint for the others is made behind it.
  from pool  the same with a pool of one sandbox without volumes and one for volumes; each create waits until both are there.
  1 GiB      dd in a sandbox with blocks of 1 MiB, against the sandbox's own disk. Synced: with fsync, which reaches the
             node's disk from a volume; whether it does from the own disk of a sandbox is not known. The node's disk: the same
             dd on the node, in the data directory, without a sandbox.
  files      10,000 files of 1 kB: created, read, looked up and removed by one Python process, against the own disk.
  content    ${contentBytes / 1024 / 1024} MiB through the content API on loopback, against a bare HTTP server that pipes a file.`

export async function measureVolumes(measurement: Measurement): Promise<Measured> {
  measurement.tell('      volumes')
  const figures = await withInstallation(poolOf(0), async (own) => {
    const volume = await makeVolume(own)
    return [
      ...(await measureCreates(measurement, own, volume)),
      ...(await measureFiles(measurement, own, volume)),
      ...(await measureContent(measurement, volume)),
    ]
  })
  const settings = { CAY_POOL_SIZE: '1', CAY_POOL_MAX: String(pooledCount) }
  const pooled = await withInstallation(settings, async (own) =>
    measureFromPool(measurement, own, await makeVolume(own)),
  )
  return { figures: [...figures, ...pooled], readings: [], notes: [] }
}

/** One without volumes and one for volumes. */
const pooledCount = 2

async function measureFromPool(
  { floor, turns, signal }: Measurement,
  { api, dataDir }: OwnInstallation,
  volume: Volume,
): Promise<Figure[]> {
  const fields = { volumeMounts: [{ name: volume.name, path: '/mnt/volume' }] }
  const samples = { floor: [] as number[], create: [] as number[] }
  await api.kill((await api.create('base', fields)).sandboxId)
  await hasCheckpoint(`${dataDir}/volume-checkpoints`)
  for (let turn = -warmTurns; turn < turns; turn++) {
    signal.throwIfAborted()
    await api.poolIsFull(pooledCount)
    const bare = await bareRestores(floor, 1)
    const { sandboxId, ms } = await api.create('base', fields)
    await api.kill(sandboxId)
    if (turn < 0) continue
    samples.floor.push(bare)
    samples.create.push(ms)
  }
  return [
    { name: 'floor beside the pool: bare restore', samples: samples.floor },
    {
      name: 'create with a volume, from the pool',
      ...{ samples: samples.create, floor: samples.floor, ratioMax: pooledRatioMax },
    },
  ]
}

async function makeVolume({ api }: OwnInstallation): Promise<Volume> {
  process.env.E2B_VOLUME_API_URL = process.env.E2B_API_URL
  const { volumeID } = await api.createVolume('bench', volumeSizeMb)
  return await Volume.connect(volumeID)
}

async function measureCreates(
  { floor, turns, signal }: Measurement,
  { api, dataDir }: OwnInstallation,
  volume: Volume,
): Promise<Figure[]> {
  const mounted = { volumeMounts: [{ name: volume.name, path: '/mnt/volume' }] }
  const samples = { floor: [] as number[], without: [] as number[], mounted: [] as number[] }
  const createAndKill = async (fields: Parameters<ControlApi['create']>[1]) => {
    const { sandboxId, ms } = await api.create('base', fields)
    await api.kill(sandboxId)
    return ms
  }
  const booted = await createAndKill(mounted)
  await hasCheckpoint(`${dataDir}/volume-checkpoints`)
  for (let turn = -warmTurns; turn < turns; turn++) {
    signal.throwIfAborted()
    const turned = {
      floor: await bareRestores(floor, 1),
      without: await createAndKill({}),
      mounted: await createAndKill(mounted),
    }
    if (turn < 0) continue
    samples.floor.push(turned.floor)
    samples.without.push(turned.without)
    samples.mounted.push(turned.mounted)
  }
  return [
    { name: 'floor: bare restore', samples: samples.floor },
    { name: 'create without a volume', samples: samples.without, floor: samples.floor },
    {
      name: 'create with a volume',
      samples: samples.mounted,
      floor: samples.floor,
      ratioMax: createRatioMax,
    },
    { name: 'the first create with a volume: a boot', samples: [booted], floor: samples.floor },
  ]
}

async function hasCheckpoint(directory: string): Promise<void> {
  const deadline = Date.now() + checkpointMsMax
  const isThere = async () =>
    existsSync(directory) && (await readdir(directory)).some((name) => !name.startsWith('.'))
  while (!(await isThere())) {
    if (Date.now() > deadline) throw new Error('the checkpoint for sandboxes with volumes was not made')
    await sleep(100)
  }
}

const smallFiles = `
import os, sys
d = sys.argv[1] + '/small'
os.mkdir(d)
names = [d + '/' + str(i) for i in range(10000)]
for n in names:
  with open(n, 'wb') as f: f.write(b'x' * 1000)
for n in names:
  with open(n, 'rb') as f: f.read()
for n in names: os.stat(n)
for n in names: os.unlink(n)
os.rmdir(d)
`

async function measureFiles(
  { turns, signal }: Measurement,
  { dataDir }: OwnInstallation,
  volume: Volume,
): Promise<Figure[]> {
  const sandbox = await Sandbox.create({ volumeMounts: { '/mnt/volume': volume }, timeoutMs: 3_600_000 })
  try {
    await sandbox.files.write('/home/user/small.py', smallFiles)
    const places = ['/home/user', '/mnt/volume'] as const
    const rounds = {
      write: (at: string) => `dd if=/dev/zero of=${at}/large bs=1M count=1024`,
      synced: (at: string) => `dd if=/dev/zero of=${at}/large bs=1M count=1024 conv=fsync`,
      read: (at: string) => `dd if=${at}/large of=/dev/null bs=1M`,
      small: (at: string) => `rm ${at}/large; python3 /home/user/small.py ${at}`,
    }
    const take = { write: twoLists(), synced: twoLists(), read: twoLists(), small: twoLists() }
    const onNode = { write: [] as number[], synced: [] as number[] }
    for (let turn = 0; turn < Math.ceil(turns / turnsPerFileRound); turn++)
      for (const kind of ['write', 'synced', 'read', 'small'] as const) {
        for (const [index, place] of places.entries()) {
          signal.throwIfAborted()
          const run = () => sandbox.commands.run(rounds[kind](place), { timeoutMs: 600_000 })
          take[kind][index]?.push(await timed(run))
        }
        if (kind === 'write' || kind === 'synced')
          onNode[kind].push(await timed(() => execute('sh', ['-c', rounds[kind](dataDir)])))
      }
    await rm(`${dataDir}/large`)
    return [
      ...against('write 1 GiB', take.write, sequentialRatioMax),
      { name: "write 1 GiB on the node's disk", samples: onNode.write, floor: take.write[0] },
      ...against('write 1 GiB, synced', take.synced),
      { name: "write 1 GiB, synced, on the node's disk", samples: onNode.synced, floor: take.synced[0] },
      ...against('read 1 GiB', take.read, sequentialRatioMax),
      ...against('10,000 files of 1 kB', take.small, smallFilesRatioMax),
    ]
  } finally {
    await sandbox.kill()
  }
}

const twoLists = (): [number[], number[]] => [[], []]

function against(name: string, [own, volume]: [number[], number[]], ratioMax?: number): Figure[] {
  return [
    { name: `floor: ${name} on the own disk`, samples: own },
    {
      name: `${name} in a volume`,
      samples: volume,
      floor: own,
      ...(ratioMax === undefined ? {} : { ratioMax }),
    },
  ]
}

async function measureContent({ turns, signal }: Measurement, volume: Volume): Promise<Figure[]> {
  const bare = await serveBareFiles()
  const content = {
    url: `${process.env.E2B_API_URL}/volumecontent/${volume.volumeId}/file?path=/content&force=true`,
    authorization: `Bearer ${volume.token}`,
  }
  const body = Buffer.alloc(contentBytes, 'content')
  const upload = (url: string, authorization = '') =>
    timed(async () => {
      const response = await fetch(url, { method: 'PUT', body, headers: { authorization } })
      if (response.status !== 201) throw new Error(`PUT ${url}: ${response.status}`)
      await response.arrayBuffer()
    })
  const download = (url: string, authorization = '') =>
    timed(async () => {
      const response = await fetch(url, { headers: { authorization } })
      let bytes = 0
      for await (const piece of response.body ?? []) bytes += piece.length
      if (bytes !== contentBytes) throw new Error(`GET ${url}: ${bytes} bytes`)
    })
  const take = { upload: twoLists(), download: twoLists() }
  try {
    for (let turn = -1; turn < turns; turn++) {
      signal.throwIfAborted()
      const up = [await upload(bare.url), await upload(content.url, content.authorization)] as const
      const down = [await download(bare.url), await download(content.url, content.authorization)] as const
      for (const index of turn < 0 ? [] : ([0, 1] as const)) {
        take.upload[index].push(up[index])
        take.download[index].push(down[index])
      }
    }
  } finally {
    await bare.close()
  }
  const name = (verb: string) => `${verb} 256 MiB`
  const figures = (verb: 'upload' | 'download'): Figure[] => {
    const [floor, samples] = take[verb]
    return [
      { name: `floor: ${name(verb)}, bare server`, samples: floor },
      { name: `${name(verb)}, content API`, samples, floor, ratioMax: contentRatioMax },
    ]
  }
  return [...figures('upload'), ...figures('download')]
}
