/**
 * Builds of templates against what they are made of. A build takes seconds, so these figures have fewer samples than the
 * others; product and floor take turns.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tarOf } from '@cay/builder/testing/tar.ts'
import { run } from '@cay/kit/host/run.ts'
import { writeErofs } from '@cay/orchestrator/edge/recipe/erofs.ts'
import { programRootfs } from '@cay/orchestrator/edge/template-build/program-rootfs.ts'
import { Sandbox, Template } from 'e2b'
import { describeBuildParts } from './build-parts.ts'
import type { Measured, Measurement } from './measured.ts'
import { type OwnInstallation, poolOf, withInstallation } from './own-installation.ts'
import type { Figure, Reading } from './report.ts'
import { timed, withPlaces } from './rounds.ts'
import { median } from './statistics.ts'

const targets = { buildRatio: 3, keptMs: 1000, unpackRatio: 2, createRatio: 1.15 }

/** Builds per figure, whatever is asked for: each takes seconds. */
const buildTurnsMax = 5
const layers = { count: 8, files: 16, fileBytes: 8 * 1024 * 1024 }

export const insideTemplateFigures = `
  build      \`Template.build\` of the official client, which asks every 200 ms, with one RUN that no build had before,
             on \`base\`. Its floor: the same command in a sandbox that runs + a bare checkpoint + mkfs.erofs of the tree.
  unpack     eight layers of together 1 GiB into one root file system; its floor is \`tar -x\` of them one after the other.`

export async function measureTemplates(measurement: Measurement, testDataDir: string): Promise<Measured> {
  const turns = Math.min(buildTurnsMax, measurement.turns)
  const tree = await findTree(`${testDataDir}/cache`)
  return await withInstallation(poolOf(0), async (own) => {
    measurement.tell('      builds of templates')
    const builds = await measureBuilds(measurement, { turns, tree })
    const notes = [await describeBuildParts(own.dataDir)]
    measurement.tell('      unpacking 1 GiB')
    const unpacked = await measureUnpacking(measurement.signal, Math.min(3, turns))
    measurement.tell('      creates of a template of 1 GiB')
    const creates = await measureCreates(measurement, own)
    return { figures: [...builds.figures, ...unpacked, ...creates], readings: builds.readings, notes }
  })
}

/** What the base template's image was made from. */
async function findTree(cache: string): Promise<string> {
  const name = (await readdir(cache)).find((one) => /^base-[0-9a-f]{32}$/.test(one))
  if (name === undefined) throw new Error(`there is no tree of the base template in ${cache}`)
  return `${cache}/${name}/tree`
}

async function measureBuilds(
  { floor, signal }: Measurement,
  { turns, tree }: { turns: number; tree: string },
): Promise<{ figures: Figure[]; readings: Reading[] }> {
  const samples = { floor: [] as number[], build: [] as number[], kept: [] as number[] }
  for (let turn = -1; turn < turns; turn++) {
    signal.throwIfAborted()
    const command = `echo ${randomBytes(8).toString('hex')} > /home/user/file`
    const floorMs = await floorOfBuild(floor, { command, tree })
    const buildMs = await timed(() => build('bench', command))
    const keptMs = await timed(() => build('bench', command))
    if (turn < 0) continue
    samples.floor.push(floorMs)
    samples.build.push(buildMs)
    samples.kept.push(keptMs)
  }
  return {
    figures: [
      { name: 'floor: RUN + bare checkpoint + mkfs.erofs', samples: samples.floor },
      {
        name: 'build of one RUN on base',
        samples: samples.build,
        floor: samples.floor,
        ratioMax: targets.buildRatio,
      },
      { name: 'the same build again, all of it kept', samples: samples.kept },
    ],
    readings: [
      {
        name: 'the same build again, all of it kept',
        value: median(samples.kept),
        unit: 'ms',
        valueMax: targets.keptMs,
      },
    ],
  }
}

async function floorOfBuild(
  floor: Measurement['floor'],
  { command, tree }: { command: string; tree: string },
): Promise<number> {
  const sandbox = await Sandbox.create('base')
  const runMs = await timed(() => sandbox.commands.run(command)).finally(() => sandbox.kill())
  const checkpointMs = await withPlaces(floor, 1, async ([place]) => {
    if (place === undefined) throw new TypeError('no place was made')
    await floor.restore(place)
    return await floor.checkpoint(place)
  })
  const scratch = await mkdtemp(join(tmpdir(), 'cay-bench-'))
  try {
    return runMs + checkpointMs + (await timed(() => writeErofs(tree, `${scratch}/rootfs.erofs`)))
  } finally {
    await rm(scratch, { recursive: true })
  }
}

async function build(name: string, command: string): Promise<void> {
  await Template.build(Template().fromTemplate('base').runCmd(command), name)
}

async function measureUnpacking(signal: AbortSignal, turns: number): Promise<Figure[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'cay-bench-'))
  const maker = programRootfs({
    makeImage: fileURLToPath(new URL('../../packages/builder/src/make-image.ts', import.meta.url)),
    roomBytes: async () => 4 * 1024 ** 3,
  })
  const samples = { floor: [] as number[], made: [] as number[] }
  try {
    const paths = await writeLayers(scratch)
    for (let turn = -1; turn < turns; turn++) {
      const output = `${scratch}/rootfs-${turn}`
      const bytesMax = 4 * 1024 ** 3
      const madeMs = await timed(() =>
        maker.make({ output, bytesMax, layers: paths, isFinal: false }, signal),
      )
      const floorMs = await timed(() => extract(paths, `${scratch}/tree`))
      for (const name of await readdir(scratch))
        if (!name.startsWith('layer-')) await rm(`${scratch}/${name}`, { recursive: true })
      if (turn < 0) continue
      samples.made.push(madeMs)
      samples.floor.push(floorMs)
    }
  } finally {
    await rm(scratch, { recursive: true })
  }
  return [
    { name: 'floor: tar -x of 1 GiB', samples: samples.floor },
    {
      name: 'unpack of 1 GiB',
      samples: samples.made,
      floor: samples.floor,
      ratioMax: targets.unpackRatio,
    },
  ]
}

async function writeLayers(directory: string): Promise<string[]> {
  const paths: string[] = []
  for (let layer = 0; layer < layers.count; layer++) {
    const files = Array.from({ length: layers.files }, (_, index) => ({
      name: `${layer}-${index}`,
      content: randomBytes(layers.fileBytes).toString('latin1'),
    }))
    const path = `${directory}/layer-${layer}`
    await writeFile(path, tarOf(files))
    paths.push(path)
  }
  return paths
}

async function extract(paths: readonly string[], directory: string): Promise<void> {
  await mkdir(directory)
  for (const path of paths) await run(['tar', '-x', '-f', path, '-C', directory])
}

async function measureCreates({ turns, signal }: Measurement, { api }: OwnInstallation): Promise<Figure[]> {
  await build('bench-large', 'head -c 1G /dev/urandom > /home/user/large')
  const samples = { base: [] as number[], large: [] as number[] }
  for (let turn = -2; turn < turns; turn++) {
    signal.throwIfAborted()
    const base = await api.create()
    await api.kill(base.sandboxId)
    const large = await api.create('bench-large')
    await api.kill(large.sandboxId)
    if (turn < 0) continue
    samples.base.push(base.ms)
    samples.large.push(large.ms)
  }
  return [
    { name: 'create of base', samples: samples.base },
    {
      name: 'create of a template of 1 GiB',
      samples: samples.large,
      floor: samples.base,
      ratioMax: targets.createRatio,
    },
  ]
}
