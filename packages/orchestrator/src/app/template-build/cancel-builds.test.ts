/** Ends of builds in the middle of each call to their guests, whatever answers in place of the daemons. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodePaths } from '@cay/contract/names.ts'
import { buildReasons } from '@cay/core/template/build-state.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HttpDaemon } from '../../edge/sandbox/daemon.ts'
import { GuestClient } from '../../edge/sandbox/guest-client.ts'
import { HttpBuildGuest } from '../../edge/template-build/build-guest.ts'
import type { BuildResult, BuildSpec } from '../../ports/build-spec.ts'
import type { GuestIdentity } from '../../ports/guest.ts'
import type { BuildSandboxes } from '../../ports/template-build.ts'
import { resources, SimulatedBuildParts } from '../../sim/simulated-build-parts.ts'
import { SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulateNode } from '../../sim/simulated-node.ts'
import { type HostileAnswer, type HostileDaemon, startHostileDaemon } from '../../testing/hostile-daemon.ts'
import type { NodeContext } from '../node/node-context.ts'
import { Builds } from './builds.ts'
import { nodeSandboxes } from './node-sandboxes.ts'

const start = '/process.Process/Start'
const filesHash = 'f'.repeat(64)
const greedy = '33333333-3333-4333-8333-333333333333'
const secondsMax = 600

let directory: string
let machine: SimulatedMachine
let node: NodeContext
let parts: SimulatedBuildParts
let builds: Builds
let daemon: HostileDaemon

/** It asks for no proof: root of a sandbox can give one. */
class UnprovenDaemon extends HttpDaemon {
  override init(address: string, identity: GuestIdentity, _?: string, signal?: AbortSignal): Promise<string> {
    return super.init(address, identity, undefined, signal)
  }
  override readonly trimMemory = (address: string, _?: string, signal?: AbortSignal) =>
    new HttpDaemon().trimMemory(address, undefined, signal)
}

interface Place {
  /** Where the daemon answers in a hostile way. */
  readonly path: string
  readonly order?: Partial<BuildSpec>
  /** The sandbox whose daemon is hostile: one that ran the steps, the one that is saved, or the one that is checked. */
  readonly sandbox?: 1 | 2
  /** What the node does as a client passes. */
  readonly isWarm?: boolean
}

const step = (type: string, ...args: string[]) => ({ type, args, filesHash: '', force: false })
const run = step('RUN', 'true')

const places: Readonly<Record<string, Place>> = {
  'the opening of a sandbox that does not respond': { path: '/health' },
  'the opening of a sandbox that takes no identity': { path: '/init' },
  'a command': { path: start, order: { steps: [run] } },
  'the upload of the program of steps': { path: '/files', order: { steps: [step('USER', 'root')] } },
  'a step': { path: start, order: { steps: [step('USER', 'root')] } },
  'the upload of files': { path: '/files', order: { steps: [{ ...step('COPY', 'a', 'b'), filesHash }] } },
  'the expansion of variables': { path: start, order: { steps: [step('ENV', 'A', '$HOME')] } },
  'the export of changes': { path: nodePaths.exportChanges, order: { steps: [run] } },
  'the start command': { path: start, order: { startCommand: 'serve', readyCommand: 'sleep 600' } },
  'the ready command': { path: start, order: { readyCommand: 'probe' } },
  'the warm-up by commands': { path: start },
  'the warm-up by files': { path: '/files' },
  'the release of memory': { path: nodePaths.trimMemory, isWarm: true },
  'the opening of a sandbox for the check': { path: '/health', sandbox: 2, isWarm: true },
  'the check': { path: start, sandbox: 2 },
}

/** A client that finds the daemon in order. */
const contented = {
  runCommand: async (_: string, command: string) => ({
    ...{ exitCode: command.includes('exit 3') ? 3 : 0, stderr: 'err\n' },
    stdout: command === 'echo alive' ? 'alive\n' : 'out\n',
  }),
  writeFile: async () => undefined,
  readFile: async () => 'text',
  exerciseFiles: async () => undefined,
  close: () => undefined,
}

/** The sandboxes of one build are those of a node, and their daemons are hostile; those of other builds are simulated. */
function sandboxesOf({ isWarm = false }: Place): BuildSandboxes {
  const rootfs = join(directory, 'rootfs.erofs')
  const real = nodeSandboxes(node, {
    openGuest: (access) =>
      new HttpBuildGuest({ ...access, rootfs, controlToken: 'none' }, async () => 2 ** 40),
    openClient: (address, { accessToken }, signal) =>
      isWarm || address !== daemon.address
        ? contented
        : new GuestClient(address, { accessToken, controlToken: 'none' }, { signal }),
    stepProgram: async () => join(directory, 'steps.mjs'),
  })
  const simulated = parts.sandboxes
  const of = ({ buildId }: { buildId: string }) => (buildId === greedy ? real : simulated)
  return {
    open: (options, signal) => of(options).open(options, signal),
    check: (options, signal) => of(options).check(options, signal),
  }
}

const honest: HostileDaemon[] = []

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cay-cancel-'))
  await writeFile(join(directory, 'rootfs.erofs.paths'), 'a\0')
  await writeFile(join(directory, 'steps.mjs'), 'steps')
  machine = new SimulatedMachine()
  node = simulateNode(machine, { daemon: new UnprovenDaemon() })
  // Two sandboxes of a build have different ids.
  vi.spyOn(node.host, 'randomHex').mockImplementation((bytes) => randomBytes(bytes).toString('hex'))
  daemon = await startHostileDaemon()
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  node.pool.close()
  await builds.close()
  for (const one of [daemon, ...honest.splice(0)]) await one[Symbol.asyncDispose]()
  await rm(directory, { recursive: true, force: true })
})

function order(buildId: string, teamId: string, changes: Partial<BuildSpec> = {}): BuildSpec {
  return {
    ...{ buildId, templateId: 'template', teamId, source: { kind: 'build', buildId: 'base-build' } },
    ...{ steps: [], force: false, startCommand: '', readyCommand: '', resources, ignoresContext: false },
    ...changes,
  }
}

async function resultOf(buildId: string): Promise<BuildResult> {
  for await (const event of builds.watch(buildId, 0, new AbortController().signal))
    if (event.kind === 'result') return event.result
  return expect.fail('the build has no end')
}

const ignore = async () => undefined
/** Where the node writes what it makes. */
const made = (name: string) => ({
  directory: join(directory, name),
  rootfs: join(directory, name, 'rootfs.erofs'),
  checkpoint: join(directory, name, 'checkpoint'),
})

/** A build that has the only turn and is at the place; another team's build waits behind it. */
async function begin(place: Place, kind: HostileAnswer): Promise<void> {
  parts = new SimulatedBuildParts()
  Object.assign(parts, {
    sandboxes: sandboxesOf(place),
    files: { find: async () => join(directory, 'steps.mjs') },
    artifacts: { ...parts.artifacts, begin: async () => made('build') },
    layers: { ...parts.layers, begin: async () => ({ ...made('layer'), keep: ignore, discard: ignore }) },
  })
  builds = new Builds(parts, { atOnceMax: 1, secondsMax })
  if (place.sandbox === 2) {
    const first = await startHostileDaemon()
    honest.push(first)
    machine.nextAddresses.push(first.address)
  }
  machine.nextAddresses.push(...Array.from({ length: 4 }, () => daemon.address))
  daemon.answer(kind, place.path)
  builds.start(order(greedy, 'greedy', place.order))
  builds.start(order('neighbour', 'other'))
  const failed = resultOf(greedy).then((result) => result.kind === 'failed' && result.reason)
  const reached = daemon.reached.then(() => undefined)
  expect(await Promise.race([reached, failed])).toBeUndefined()
}

async function expectTurnIsFree(): Promise<void> {
  expect(await resultOf('neighbour')).toMatchObject({ kind: 'ready' })
  expect(await resultOf(greedy)).toMatchObject({ kind: 'failed' })
  await vi.waitFor(() => expect(daemon.openConnections).toBe(0), 10_000)
  expect(node.registry.views()).toEqual([])
  await vi.waitFor(() => {
    const { slots, disks, processes } = machine.leftovers()
    expect([...slots, ...disks, ...processes]).toEqual([])
  })
}

/** These end no call before its signal or its time. */
const lasting: readonly HostileAnswer[] = ['silent', 'one byte of a head at a time']
const kinds: readonly HostileAnswer[] = [
  ...lasting,
  ...(['one byte at a time', 'one empty chunk after another', 'an endless body'] as const),
  ...(['another protocol by its own choice', 'a banner of SSH', 'death in its answer'] as const),
]

describe.each(Object.entries(places))('in %s', (_, place) => {
  test.each(kinds)('a cancelled build frees its turn when the daemon answers with %s', async (kind) => {
    await begin(place, kind)
    builds.cancel(greedy, buildReasons.cancelled)
    if (lasting.includes(kind))
      expect(await resultOf(greedy)).toMatchObject({ reason: buildReasons.cancelled })
    await expectTurnIsFree()
  })

  test('a build whose time is up frees its turn', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await begin(place, 'one byte of a head at a time')
    vi.advanceTimersByTime(secondsMax * 1000)
    vi.useRealTimers()
    await expectTurnIsFree()
  })

  test('the node stops without waiting for the daemon', async () => {
    await begin(place, 'one byte of a head at a time')
    await builds.close()
    expect(await resultOf(greedy)).toMatchObject({ reason: buildReasons.lost })
  })
})
