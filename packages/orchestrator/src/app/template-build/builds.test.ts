/** Whole builds against simulated sandboxes and stores. */
import { limits } from '@cay/contract/limits.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { buildReasons } from '@cay/core/template/build-state.ts'
import { expansionCommand } from '@cay/core/template/build-steps.ts'
import { aliveStartAdvice, startAfterRestorePair } from '@cay/core/template/start-time.ts'
import { ToolError } from '@cay/kit/host/run.ts'
import { describe, expect, test } from 'vitest'
import type { BuildResult, BuildSpec, LogEntry } from '../../ports/build-spec.ts'
import type { RecipeOutcome } from '../../ports/recipes.ts'
import { baseBuild, resources, SimulatedBuildParts } from '../../sim/simulated-build-parts.ts'
import { Builds } from './builds.ts'

const hash = 'f'.repeat(64)
const onBase = { kind: 'build', buildId: 'base-build' } as const
const step = (type: string, ...args: string[]) => ({ type, args, filesHash: '', force: false })
const run = (command: string) => step('RUN', command)

let ordered = 0

function order(changes: Partial<BuildSpec> = {}): BuildSpec {
  return {
    ...{ buildId: `build-${ordered++}`, templateId: 'template', teamId: 'ours', source: onBase, steps: [] },
    ...{ force: false, startCommand: '', readyCommand: '', resources, ignoresContext: false },
    ...changes,
  }
}

const bounds = { atOnceMax: 1, secondsMax: 600 }

interface Ended {
  readonly result: BuildResult
  readonly entries: readonly LogEntry[]
  readonly log: string
  /** What was asked for during the build. */
  readonly asked: readonly string[]
}

async function follow(builds: Builds, buildId: string): Promise<Omit<Ended, 'asked'>> {
  const entries: LogEntry[] = []
  for await (const event of builds.watch(buildId, 0, new AbortController().signal)) {
    if (event.kind === 'entry') entries.push(event.entry)
    else return { result: event.result, entries, log: entries.map(({ message }) => message).join('\n') }
  }
  return expect.fail('the build has no end')
}

async function build(parts: SimulatedBuildParts, changes: Partial<BuildSpec> = {}): Promise<Ended> {
  const builds = new Builds(parts, bounds)
  const given = order(changes)
  const from = parts.asked.length
  builds.start(given)
  const ended = await follow(builds, given.buildId)
  expect({ open: parts.openSandboxes, scratches: parts.scratches }).toEqual({ open: 0, scratches: 0 })
  return { ...ended, asked: parts.asked.slice(from) }
}

const commandsIn = (asked: readonly string[]) =>
  asked.filter((line) => line.startsWith('run ')).map((line) => JSON.parse(line.slice(4))[0])

describe('steps', () => {
  test('run one after the other in one sandbox, and each is kept', async () => {
    const parts = new SimulatedBuildParts()
    const { result, asked, log } = await build(parts, { buildId: 'first', steps: [run('one'), run('two')] })
    expect(result.kind).toBe('ready')
    expect(asked.filter((line) => /^(open|run|save|publish)/.test(line))).toEqual([
      'open /base/checkpoint',
      'run ["one","user","~",{}]',
      expect.stringMatching(/^save \/layers\/ours\//),
      'run ["two","user","~",{}]',
      expect.stringMatching(/^save \/layers\/ours\//),
      'open /making/first/rootfs.erofs',
      'save /making/first/checkpoint',
      'publish first',
    ])
    expect(log).toMatch(
      /^Building template template\/first\n\[base\] FROM base \[\w+\]\n\[builder 1\/2\] RUN one/,
    )
  })

  test('fail at variables that are longer than those of a sandbox may be', async () => {
    const parts = new SimulatedBuildParts()
    const long = 'x'.repeat(limits.envVarsBytesMax / 2)
    const command = expansionCommand(['$LONG'])
    const reason = 'the variables are longer than 1048576 bytes in all'
    parts.outcomes.set(command, { exitCode: 0, stdout: `${long}\0` })
    const each = ['A', 'B', 'C'].map((name) => step('ENV', name, '$LONG'))
    expect((await build(parts, { steps: each.slice(0, 1) })).result.kind).toBe('ready')
    expect((await build(parts, { steps: each })).result).toMatchObject({ kind: 'failed', reason })
    parts.outcomes.set(command, { exitCode: 0, stdout: long.repeat(3) })
    const again = await build(parts, { steps: each, force: true })
    expect(again.result).toMatchObject({ kind: 'failed', reason })
  })

  test('leave user, directory and variables to those after them, and sandboxes the first two', async () => {
    const parts = new SimulatedBuildParts()
    const steps = [step('ENV', 'A', 'b'), step('USER', 'someone'), step('WORKDIR', 'app'), run('look')]
    const { asked } = await build(parts, { steps })
    expect(asked).toContain('run ["look","someone","/app",{"A":"b"}]')
    expect(parts.builds.at(-1)?.defaults).toEqual({ user: 'someone', workdir: '/app' })
    await build(parts, { steps, ignoresContext: true, templateId: 'of-an-old-client' })
    expect(parts.builds.at(-1)?.defaults).toEqual({ user: 'user' })
  })

  test('that were done before are not done again, and the first that differs is', async () => {
    const parts = new SimulatedBuildParts()
    await build(parts, { steps: [run('one'), run('two')], buildId: 'first' })
    const again = await build(parts, { steps: [run('one'), run('two')], buildId: 'again' })
    expect(again.asked).toEqual(['publish again as first'])
    expect(again.log.match(/^CACHED/gm)).toHaveLength(3)
    const other = await build(parts, { steps: [run('one'), run('three')] })
    expect(commandsIn(other.asked)).toEqual(['three'])
    expect(other.asked[0]).toMatch(/^open \/layers\/ours\//)
  })

  test('that are forced are done again, with all after them', async () => {
    const parts = new SimulatedBuildParts()
    const steps = [run('one'), run('two'), run('three')]
    await build(parts, { steps })
    const some = await build(parts, { steps: steps.map((one, at) => ({ ...one, force: at === 1 })) })
    expect(commandsIn(some.asked)).toEqual(['two', 'three'])
    expect(commandsIn((await build(parts, { steps, force: true })).asked)).toEqual(['one', 'two', 'three'])
  })

  test('of one team are not there for another, nor its archives', async () => {
    const parts = new SimulatedBuildParts()
    parts.archives.add(`ours/${hash}`)
    const steps = [{ ...step('COPY', 'a', '/a'), filesHash: hash }, run('one')]
    expect((await build(parts, { steps })).asked).toContain(`upload /files/${hash} to /tmp/${hash}`)
    const theirs = await build(parts, { steps, teamId: 'theirs' })
    expect(theirs.result).toMatchObject({
      kind: 'failed',
      phase: '1',
      reason: 'the files of "a" were not uploaded',
    })
    const without = await build(parts, { steps: [run('one')], teamId: 'theirs', templateId: 'other' })
    expect(without.log).not.toContain('CACHED')
  })

  test.each<[string, Partial<BuildSpec>, string, string]>([
    ['exits', { steps: [run('true'), run('bad')] }, '2', "failed to run command 'bad': exit status 3"],
    [
      'runs as an unknown user',
      { steps: [run('true'), run('whoami')] },
      '2',
      "failed to run command 'whoami': command failed: unauthenticated: invalid username: 'x'",
    ],
    ['is of an unknown kind', { steps: [step('HEAL')] }, '1', 'command type HEAL is not implemented'],
    ['names no files', { steps: [step('COPY', 'a', 'b')] }, '1', 'needs the hash of its files'],
    ['has half a variable', { steps: [step('ENV', 'A')] }, '1', ''],
  ])('one that %s ends the build with its number', async (_, changes, phase, reason) => {
    const parts = new SimulatedBuildParts()
    parts.outcomes.set('bad', { exitCode: 3 })
    parts.outcomes.set('whoami', { refusal: "command failed: unauthenticated: invalid username: 'x'" })
    const { result, log } = await build(parts, changes)
    expect(result).toMatchObject({ kind: 'failed', phase, reason: expect.stringContaining(reason) })
    expect(log).toContain('Build failed: ')
    expect(parts.builds).toHaveLength(1)
  })
})

test('the reason of a failed build shortens a long command', async () => {
  const parts = new SimulatedBuildParts()
  const command = `bad ${'x'.repeat(1_000_000)}`
  parts.outcomes.set(command, { exitCode: 3 })
  const { result } = await build(parts, { steps: [run(command)] })
  expect(result).toMatchObject({
    reason: expect.stringMatching(/^failed to run command 'bad x{4092}…': exit status 3$/),
  })
})

describe('what a build stands on', () => {
  const source = { kind: 'image', image: 'registry.example/app', credential: undefined } as const
  const pulled = { digest: 'sha256:1', layers: ['/blobs/1'], variables: { OF: 'the image' } }

  test('is an image once it is fetched, and its variables are there for steps', async () => {
    const parts = new SimulatedBuildParts()
    parts.images.known.set('registry.example/app', pulled)
    const { asked } = await build(parts, { source, steps: [run('look')] })
    expect(asked).toContain('make of /blobs/1, parts /base/rootfs.erofs')
    expect(asked).toContain('run ["look","user","~",{"OF":"the image"}]')
    const again = await build(parts, { source, steps: [run('other')] })
    expect(again.asked.filter((line) => line.startsWith('make of /blobs'))).toEqual([])
    const forced = await build(parts, { source, force: true })
    expect(forced.asked).toContain('make of /blobs/1, parts /base/rootfs.erofs')
    const theirs = await build(parts, { source, teamId: 'theirs' })
    expect(theirs.asked).toContain('make of /blobs/1, parts /base/rootfs.erofs')
  })

  test('is reported with a reason when it cannot be pulled', async () => {
    const parts = new SimulatedBuildParts()
    const missing = await build(parts, { source })
    expect(missing.result).toMatchObject({ kind: 'failed', phase: 'base' })
    const gone = await build(parts, { source: { kind: 'build', buildId: 'gone' } })
    expect(gone.result).toMatchObject({
      kind: 'failed',
      phase: 'base',
      reason: expect.stringContaining('not on this node'),
    })
  })

  test('is booted, not restored, where sizes differ or something runs in it', async () => {
    const parts = new SimulatedBuildParts()
    const larger = { ...resources, memoryMb: 2048 }
    const { asked } = await build(parts, { steps: [run('x')], resources: larger })
    expect(asked[0]).toBe('open /base/rootfs.erofs')
    await build(parts, { buildId: 'serving', startCommand: 'serve', readyCommand: 'sleep 1' })
    const above = await build(parts, { source: { kind: 'build', buildId: 'serving' }, steps: [run('y')] })
    expect(above.asked[0]).toBe('open /made/serving')
  })
})

describe('a build on a template that comes with Cay and is not built yet', () => {
  const source = { kind: 'recipe', alias: 'desktop' } as const
  const desktop = { ...baseBuild, templateId: 'desktop-template', buildId: 'desktop-build', alias: 'desktop' }

  /** The build of the template goes on until the test ends it. */
  function beingBuilt({ alias = 'desktop', progress = [] as string[] } = {}) {
    const parts = new SimulatedBuildParts()
    const { promise, resolve } = Promise.withResolvers<RecipeOutcome>()
    parts.recipes.ends.set(alias, promise)
    parts.recipes.progress.push(...progress)
    return { parts, end: resolve, builds: new Builds(parts, bounds) }
  }

  async function* entriesOf(builds: Builds, buildId: string) {
    for await (const event of builds.watch(buildId, 0, new AbortController().signal))
      if (event.kind === 'entry') yield event.entry
  }

  async function untilLogged(builds: Builds, buildId: string, part: string): Promise<void> {
    for await (const { message } of entriesOf(builds, buildId)) if (message.includes(part)) return
    expect.fail(`the build has ended without "${part}"`)
  }

  test('waits for that, says where it is, and goes on when it is there', async () => {
    const { parts, end, builds } = beingBuilt({ progress: ['[1 s] one', '[1 s] one', '[9 s] two'] })
    builds.start(order({ buildId: 'mine', source, steps: [run('look')] }))
    await untilLogged(builds, 'mine', 'two')
    expect(parts.openSandboxes).toBe(0)
    parts.builds.push(desktop)
    end({ state: 'ready' })
    const { result, entries, log } = await follow(builds, 'mine')
    expect(result.kind).toBe('ready')
    expect(parts.recipes.asked).toEqual(['desktop'])
    expect(log).toMatch(
      /^\[base\] template 'desktop' is not built yet: waiting for its build\n\[base\] desktop: \[1 s\] one\n\[base\] desktop: \[9 s\] two\n(.*two\n)*Building template/,
    )
    expect(log).toContain('[base] FROM desktop [')
    expect(entries[0]?.phase).toBe('base')
  })

  test('says nothing of a template that is there', async () => {
    const parts = new SimulatedBuildParts()
    parts.builds.push(desktop)
    const { log } = await build(parts, { source })
    expect(log).toMatch(/^Building template/)
  })

  test('says of a long step each minute that it goes on', async () => {
    const { parts, builds } = beingBuilt({ progress: ['[1 s] packages'] })
    builds.start(order({ buildId: 'mine', source }))
    const times: number[] = []
    for await (const { message, timestampMs } of entriesOf(builds, 'mine')) {
      if (message.includes('packages')) times.push(timestampMs)
      if (times.length === 3) break
    }
    expect(times).toEqual([5000, 65_000, 125_000])
    await builds.close()
    expect(parts.openSandboxes).toBe(0)
  })

  test('fails with the step and the reason with which that fails', async () => {
    const { end, builds } = beingBuilt({ progress: ['[1 s] one'] })
    builds.start(order({ buildId: 'mine', source }))
    await untilLogged(builds, 'mine', 'one')
    end({ state: 'failed', reason: 'at "[1 s] one": no mirror' })
    const { result, log } = await follow(builds, 'mine')
    const reason = `template 'desktop' could not be built: at "[1 s] one": no mirror`
    expect(result).toEqual({ kind: 'failed', phase: 'base', reason })
    expect(log).toContain(`Build failed: ${reason}`)
  })

  test('is cancelled while it waits, and begins nothing', async () => {
    const { parts, builds } = beingBuilt()
    builds.start(order({ buildId: 'mine', source, steps: [run('look')] }))
    await untilLogged(builds, 'mine', 'waiting for its build')
    builds.cancel('mine', buildReasons.cancelled)
    expect((await follow(builds, 'mine')).result).toMatchObject({ reason: buildReasons.cancelled })
    expect(commandsIn(parts.asked)).toEqual([])
    expect(parts.scratches).toBe(0)
  })

  test('waits no longer than a build may take', async () => {
    const { parts } = beingBuilt()
    const builds = new Builds(parts, { atOnceMax: 1, secondsMax: 0.05 })
    builds.start(order({ buildId: 'mine', source }))
    expect((await follow(builds, 'mine')).result).toMatchObject({ reason: buildReasons.timedOut })
  })

  test('does not hold up other builds while it waits', async () => {
    const { builds } = beingBuilt()
    builds.start(order({ buildId: 'mine', source }))
    await untilLogged(builds, 'mine', 'waiting for its build')
    builds.start(order({ buildId: 'other', steps: [run('look')] }))
    expect((await follow(builds, 'other')).result.kind).toBe('ready')
    await builds.close()
  })

  test('fails when the template is gone before it begins', async () => {
    const { result } = await build(new SimulatedBuildParts(), { source })
    expect(result).toMatchObject({
      kind: 'failed',
      phase: 'base',
      reason: expect.stringContaining("there is no template 'desktop'"),
    })
  })

  test('waits in the same way when an image stands for the template', async () => {
    const { parts, end, builds } = beingBuilt({ alias: 'code-interpreter-v1' })
    const image = { kind: 'image', image: 'e2bdev/code-interpreter', credential: undefined } as const
    builds.start(order({ buildId: 'mine', source: image }))
    await untilLogged(builds, 'mine', 'waiting for its build')
    parts.builds.push({ ...desktop, alias: 'code-interpreter-v1' })
    end({ state: 'ready' })
    expect((await follow(builds, 'mine')).log).toContain('[base] FROM code-interpreter-v1 [')
  })
})

describe('a start command', () => {
  test('is inherited with how it was meant, until the template above has one of its own', async () => {
    const parts = new SimulatedBuildParts()
    const steps = [step('WORKDIR', '/below')]
    await build(parts, { buildId: 'below', steps, startCommand: 'serve', readyCommand: 'probe' })
    const source = { kind: 'build', buildId: 'below' } as const
    const above = await build(parts, { source, steps: [step('WORKDIR', '/above')] })
    expect(above.asked).toContain('run ["serve","user","/below",{}]')
    expect(above.asked).toContain('run ["probe","user","/below",{}]')
    const own = await build(parts, { source, steps: [step('WORKDIR', '/above')], readyCommand: 'own' })
    expect(commandsIn(own.asked)).toEqual(['own'])
    expect(own.asked).toContain('run ["own","user","/above",{}]')
  })

  test('that exits before it is ready fails the build, and one that ends well does not', async () => {
    const parts = new SimulatedBuildParts()
    parts.outcomes.set('serve', { exitCode: 4 })
    parts.outcomes.set('never', 'never')
    const failed = await build(parts, { buildId: 'failed', startCommand: 'serve', readyCommand: 'never' })
    expect(failed.result).toEqual({
      ...{ kind: 'failed', phase: 'finalize', reason: 'start command failed: exit status 4' },
    })
    expect(failed.asked).toContain('discard failed')
    parts.outcomes.set('serve', { exitCode: 0, stdout: 'up\n' })
    const { result, log } = await build(parts, { startCommand: 'serve', readyCommand: 'probe' })
    expect(result.kind).toBe('ready')
    expect(log).toMatch(/Running start command[\s\S]*ready: probe[\s\S]*\[start\] \[stdout\]: up/)
  })

  test('is asked every two seconds whether it is ready, for ten minutes', async () => {
    const parts = new SimulatedBuildParts()
    parts.outcomes.set('serve', 'never')
    parts.outcomes.set('probe', { exitCode: 1 })
    const { result, asked } = await build(parts, { startCommand: 'serve', readyCommand: 'probe' })
    expect(result).toMatchObject({ kind: 'failed', phase: 'finalize' })
    expect(result).toMatchObject({ reason: expect.stringContaining('within 10 minutes') })
    expect(asked.filter((line) => line === 'sleep 2 s')).toHaveLength(300)
  })

  test('without a ready command is given twenty seconds, without a program for that', async () => {
    const parts = new SimulatedBuildParts()
    parts.outcomes.set('serve', 'never')
    const { asked } = await build(parts, { startCommand: 'serve' })
    expect(asked).toContain('sleep 20 s')
    expect(commandsIn(asked)).toEqual(['serve'])
  })

  test('that is alive when the template is saved is warned of at the end of the build', async () => {
    const { entries } = await build(new SimulatedBuildParts(), {
      startCommand: 'serve',
      readyCommand: 'probe',
    })
    const warnings = entries.filter(({ level }) => level === 'warn')
    expect(warnings.map(({ message }) => message)).toEqual([`[finalize] ${aliveStartAdvice}`])
    const without = await build(new SimulatedBuildParts(), { readyCommand: 'probe' })
    expect(without.entries.filter(({ level }) => level === 'warn')).toEqual([])
  })

  test('that is to run after every restore is tried, and is not in what is saved', async () => {
    const parts = new SimulatedBuildParts()
    const steps = [step('ENV', ...startAfterRestorePair), step('WORKDIR', '/app')]
    const commands = { startCommand: 'serve', readyCommand: 'probe' }
    const { asked, entries } = await build(parts, { buildId: 'later', steps, ...commands })
    const boots = asked.filter((line) => /^(open|run|save) /.test(line)).map((line) => line.split(',')[0])
    expect(boots.slice(-5)).toEqual([
      'open /making/later/rootfs.erofs',
      'run ["serve"',
      'run ["probe"',
      'open /making/later/rootfs.erofs',
      'save /making/later/checkpoint',
    ])
    expect(entries.filter(({ level }) => level === 'warn')).toEqual([])
    const startContext = { user: 'user', workdir: '/app', variables: { CAY_START: 'after-restore' } }
    expect(parts.builds.at(-1)?.made).toMatchObject({ ...commands, startContext })
    const source = { kind: 'build', buildId: 'later' } as const
    await build(parts, { source, steps: [step('WORKDIR', '/above')] })
    expect(parts.builds.at(-1)?.made).toMatchObject({ ...commands, startContext })
  })

  test('that is to run after every restore and fails when it is tried fails the build', async () => {
    const parts = new SimulatedBuildParts()
    parts.outcomes.set('serve', { exitCode: 4 })
    parts.outcomes.set('probe', 'never')
    const steps = [step('ENV', ...startAfterRestorePair)]
    const { result } = await build(parts, { steps, startCommand: 'serve', readyCommand: 'probe' })
    expect(result).toMatchObject({ kind: 'failed', reason: 'start command failed: exit status 4' })
  })

  test('runs anew where all steps are kept', async () => {
    const parts = new SimulatedBuildParts()
    const given = { steps: [run('one')], startCommand: 'serve', readyCommand: 'probe' }
    await build(parts, { ...given, buildId: 'first' })
    const again = await build(parts, given)
    expect(commandsIn(again.asked)).toEqual(['serve', 'probe'])
    expect(again.asked[0]).toBe('link /made/first')
  })
})

describe('a build that is ended from outside', () => {
  test('while a step runs fails with that reason, and its sandbox is gone', async () => {
    const parts = new SimulatedBuildParts()
    parts.outcomes.set('endless', 'never')
    const builds = new Builds(parts, bounds)
    builds.start(order({ buildId: 'one', steps: [run('endless')] }))
    await expect.poll(() => commandsIn(parts.asked)).toEqual(['endless'])
    builds.cancel('one', buildReasons.cancelled)
    const { result } = await follow(builds, 'one')
    expect(result).toEqual({ kind: 'failed', phase: '', reason: 'build was cancelled' })
    expect(parts.openSandboxes).toBe(0)
  })

  test('while it waits for its turn begins nothing', async () => {
    const parts = new SimulatedBuildParts()
    parts.outcomes.set('endless', 'never')
    const builds = new Builds(parts, bounds)
    builds.start(order({ buildId: 'one', steps: [run('endless')] }))
    builds.start(order({ buildId: 'two', steps: [run('other')] }))
    await expect.poll(() => commandsIn(parts.asked)).toEqual(['endless'])
    builds.cancel('two', buildReasons.cancelled)
    expect((await follow(builds, 'two')).result).toMatchObject({ reason: 'build was cancelled' })
    builds.cancel('one', buildReasons.cancelled)
    await follow(builds, 'one')
    expect(commandsIn(parts.asked)).toEqual(['endless'])
    builds.acknowledge(['one', 'two'])
    expect(builds.known()).toEqual([])
  })

  test('because its time is up says so', async () => {
    const parts = new SimulatedBuildParts()
    parts.outcomes.set('endless', 'never')
    const builds = new Builds(parts, { atOnceMax: 1, secondsMax: 0.05 })
    builds.start(order({ buildId: 'one', steps: [run('endless')] }))
    expect((await follow(builds, 'one')).result).toMatchObject({ reason: 'build timed out' })
  })

  test('with its node can be ordered again, and what was done is kept', async () => {
    const parts = new SimulatedBuildParts()
    parts.outcomes.set('endless', 'never')
    const builds = new Builds(parts, bounds)
    builds.start(order({ buildId: 'one', steps: [run('done'), run('endless')] }))
    await expect.poll(() => commandsIn(parts.asked)).toEqual(['done', 'endless'])
    await builds.close()
    expect((await follow(builds, 'one')).result).toMatchObject({ reason: buildReasons.lost })
    const again = await build(parts, { steps: [run('done'), run('short')] })
    expect(commandsIn(again.asked)).toEqual(['short'])
  })
})

test('an image name that control let pass is told as the fault of the order', async () => {
  const source = { kind: 'image', image: 'MyOrg/App', credential: undefined } as const
  const { result } = await build(new SimulatedBuildParts(), { source, steps: [run('one')] })
  expect(result).toMatchObject({ kind: 'failed', reason: expect.stringContaining('upper-case letters') })
})

test.each(['save', 'make', 'check', 'publish'] as const)(
  'a fault of ours at "%s" is told as one, and leaves nothing',
  async (place) => {
    const parts = new SimulatedBuildParts()
    parts.broken.set(place, new Error('broken'))
    const { result, log } = await build(parts, { steps: [run('one')] })
    expect(result).toEqual({ kind: 'failed', phase: '', reason: buildReasons.internal })
    expect(log).not.toContain('broken')
    expect(parts.builds).toHaveLength(1)
  },
)

test.each<['open' | 'save' | 'make', Error, string]>([
  [
    'open',
    new ServiceError('no_capacity', 'no room on the node: of memory'),
    'no room on the node: of memory',
  ],
  [
    'save',
    new ServiceError('disk_full', 'the disk of the node has no room'),
    'the disk of the node has no room',
  ],
  ['make', fullDisk('ENOSPC'), buildReasons.diskFull],
  ['make', new Error('not made', { cause: fullDisk('EDQUOT') }), buildReasons.diskFull],
  [
    'make',
    new ToolError(['node'], 'failed', {
      exitCode: 1,
      stderr: 'Error: ENOSPC: no space left on device, write',
    }),
    buildReasons.diskFull,
  ],
])('a node without room at "%s" is told in words (%#)', async (place, error, reason) => {
  const parts = new SimulatedBuildParts()
  parts.broken.set(place, error)
  const { result } = await build(parts, { steps: [run('one')] })
  expect(result).toEqual({ kind: 'failed', phase: '', reason })
  expect(parts.openSandboxes + parts.scratches).toBe(0)
})

function fullDisk(code: string): Error {
  return Object.assign(new Error('full'), { code })
}

test('a build that is known is not started a second time, and of those that wait there is a most', async () => {
  const parts = new SimulatedBuildParts()
  parts.outcomes.set('endless', 'never')
  const builds = new Builds(parts, bounds)
  for (let index = 0; index < 101; index++)
    builds.start(order({ buildId: `${index}`, steps: [run('endless')] }))
  expect(() => builds.start(order({ buildId: '7' }))).toThrow('already')
  expect(() => builds.start(order({ buildId: 'more' }))).toThrow('too many builds of this team are queued')
  builds.start(order({ buildId: 'others', teamId: 'other' }))
  await builds.close()
})

test('the start of the oldest running build is known, and each end starts an eviction', async () => {
  const parts = new SimulatedBuildParts()
  parts.outcomes.set('endless', 'never')
  const builds = new Builds(parts, bounds)
  expect(builds.underWaySinceMs()).toBeUndefined()
  await parts.sleep(1000)
  builds.start(order({ buildId: 'one', steps: [run('endless')] }))
  await parts.sleep(1000)
  builds.start(order({ buildId: 'two', steps: [run('endless')] }))
  expect(builds.underWaySinceMs()).toBe(1000)
  builds.cancel('one', buildReasons.cancelled)
  await follow(builds, 'one')
  expect([builds.underWaySinceMs(), parts.tidied]).toEqual([2000, 1])
  await builds.close()
  expect([builds.underWaySinceMs(), parts.tidied]).toEqual([undefined, 2])
})
