/**
 * What a node must do for control, whether it is simulated or real. The real one runs this on a machine with
 * `connectOrchestrator(<its socket>)`.
 */
import type {
  CreateOnNode,
  NodeEvent,
  NodeSandbox,
  OrchestratorClient,
} from '@cay/control/ports/orchestrator.ts'
import { isServiceError } from '@cay/core/errors.ts'
import { makeSandboxId } from '@cay/core/ids.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

export interface NodeUnderTest {
  readonly orchestrator: OrchestratorClient
  /** Lets that much time pass for the node. */
  pass(ms: number): Promise<void>
  stop(): Promise<void>
}

const killed = { onTimeout: 'kill', filesOnly: false, autoResume: false, autoResumeSeconds: 300 } as const

/** How long an event of the node is waited for, in milliseconds. */
const eventMsMax = 20_000

export function describeOrchestrator(name: string, make: () => Promise<NodeUnderTest>): void {
  describe(`orchestrator, ${name}`, () => {
    let node: NodeUnderTest
    let created: string[]

    beforeEach(async () => {
      node = await make()
      created = []
    })

    afterEach(async () => {
      for (const id of created) await ignoreGone(node.orchestrator.killSandbox(id, 'killed'))
      await node.orchestrator.acknowledgeEnded(created)
      await node.stop()
    })

    const newId = () => {
      const sandboxId = makeSandboxId(crypto.getRandomValues(new Uint8Array(64)))
      created.push(sandboxId)
      return sandboxId
    }

    const request = async (more: Partial<CreateOnNode> = {}): Promise<CreateOnNode> => {
      const base = (await node.orchestrator.listTemplates()).find(({ alias }) => alias === 'base')
      if (base === undefined) throw new Error('the node has no template base')
      const { templateId, buildId } = base
      return {
        sandboxId: newId(),
        templateId,
        buildId,
        timeoutSeconds: 300,
        envVars: { A: 'b' },
        keepsEnvVars: false,
        accessToken: '',
        egress: { allowOut: [], denyOut: [] },
        ingress: { trafficToken: '', maskRequestHost: '', httpsPorts: [] },
        lifecycle: killed,
        ...more,
      }
    }

    const find = async (sandboxId: string): Promise<NodeSandbox | undefined> =>
      (await node.orchestrator.listSandboxes()).find((sandbox) => sandbox.sandboxId === sandboxId)

    test('the template base is there with its sizes', async () => {
      const base = (await node.orchestrator.listTemplates()).find(({ alias }) => alias === 'base')
      expect(base?.envdVersion).toMatch(/^\d+\.\d+\.\d+$/)
      expect(base?.resources.cpuCount).toBeGreaterThan(0)
    })

    test('a node reports its facts, its usage and what its sandboxes may use', async () => {
      const before = await node.orchestrator.describeNode()
      expect(before).toMatchObject({ status: 'ready', nodeId: expect.stringMatching(/./) })
      expect(before.version).toMatch(/^\d+\.\d+\.\d+$/)
      expect(before.machine.cpuArchitecture).toMatch(/^(x64|arm64)$/)
      const { usage } = before
      expect(usage.cpuPercent).toBeGreaterThanOrEqual(0)
      expect(usage.cpuPercent).toBeLessThanOrEqual(100)
      expect(usage.memoryUsedBytes).toBeGreaterThan(0)
      expect(usage.memoryUsedBytes).toBeLessThan(usage.memoryTotalBytes)
      expect(usage.disks[0]?.totalBytes).toBeGreaterThan(usage.disks[0]?.usedBytes ?? 0)
      const wanted = await request()
      const { sandbox } = await node.orchestrator.createSandbox(wanted)
      const after = await node.orchestrator.describeNode()
      expect(after.buildIds).toContain(wanted.buildId)
      expect(after.sandboxes).toBe(before.sandboxes + 1)
      expect(after.createsSucceeded).toBe(before.createsSucceeded + 1)
      expect(after.allocatedCpus).toBe(before.allocatedCpus + sandbox.resources.cpuCount)
      expect(after.allocatedMemoryBytes).toBe(
        before.allocatedMemoryBytes + sandbox.resources.memoryMb * 2 ** 20,
      )
    })

    test('a drained node starts and resumes nothing, running sandboxes continue, and ready undoes it', async () => {
      const [running, paused] = [await request(), await request()]
      await node.orchestrator.createSandbox(running)
      await node.orchestrator.createSandbox(paused)
      await node.orchestrator.pauseSandbox(paused.sandboxId, true)
      const resume = { sandboxId: paused.sandboxId, timeoutSeconds: 300, filesOnly: true }
      await node.orchestrator.setNodeStatus('draining')
      try {
        const told = await node.orchestrator.describeNode()
        expect(told.status).toBe('draining')
        const refused = { code: 'no_capacity', message: expect.stringContaining('it is draining') }
        await expect(node.orchestrator.createSandbox(await request())).rejects.toMatchObject(refused)
        await expect(node.orchestrator.resumeSandbox(resume)).rejects.toMatchObject(refused)
        expect((await find(running.sandboxId))?.phase).toBe('running')
        expect((await find(paused.sandboxId))?.phase).toBe('paused')
        await node.orchestrator.setNodeStatus('draining')
        expect((await node.orchestrator.describeNode()).statusChangedAtMs).toBe(told.statusChangedAtMs)
      } finally {
        await node.orchestrator.setNodeStatus('ready')
      }
      expect((await node.orchestrator.resumeSandbox(resume)).phase).toBe('running')
      expect((await node.orchestrator.describeNode()).status).toBe('ready')
    })

    test('a created sandbox runs, is listed, and lives as long as was asked for', async () => {
      const wanted = await request({ timeoutSeconds: 120 })
      const { sandbox, envdVersion } = await node.orchestrator.createSandbox(wanted)
      expect(sandbox).toMatchObject({
        sandboxId: wanted.sandboxId,
        phase: 'running',
        buildId: wanted.buildId,
      })
      expect(sandbox.endAtMs - sandbox.startedAtMs).toBe(120_000)
      expect(envdVersion).toMatch(/^\d+\.\d+\.\d+$/)
      expect(await find(wanted.sandboxId)).toMatchObject({ phase: 'running', generation: sandbox.generation })
    })

    test('an unknown build is not found and leaves nothing', async () => {
      const wanted = await request({ buildId: '00000000-0000-4000-8000-00000000dead' })
      await expectCode(node.orchestrator.createSandbox(wanted), 'template_not_found')
      expect(await find(wanted.sandboxId)).toBeUndefined()
    })

    test('a second create with the same id is already_exists, and the first sandbox keeps running', async () => {
      const wanted = await request()
      await node.orchestrator.createSandbox(wanted)
      await expectCode(node.orchestrator.createSandbox(wanted), 'already_exists')
      expect((await find(wanted.sandboxId))?.phase).toBe('running')
    })

    test('a killed sandbox is listed with its reason until that is acknowledged', async () => {
      const { sandboxId } = (await node.orchestrator.createSandbox(await request())).sandbox
      await node.orchestrator.killSandbox(sandboxId, 'orphaned')
      expect(await find(sandboxId)).toMatchObject({ phase: 'ended', endReason: 'orphaned' })
      await expectCode(node.orchestrator.killSandbox(sandboxId, 'killed'), 'sandbox_not_found')
      await node.orchestrator.acknowledgeEnded([sandboxId, 'iunknown'])
      expect(await find(sandboxId)).toBeUndefined()
    })

    test('a running sandbox is not forgotten by an acknowledgement', async () => {
      const { sandboxId } = (await node.orchestrator.createSandbox(await request())).sandbox
      await node.orchestrator.acknowledgeEnded([sandboxId])
      expect((await find(sandboxId))?.phase).toBe('running')
    })

    test('an unknown sandbox is not found', async () => {
      await expectCode(node.orchestrator.killSandbox('iunknown', 'killed'), 'sandbox_not_found')
      await expectCode(node.orchestrator.setExpiry('iunknown', 0), 'sandbox_not_found')
    })

    test('the end is moved exactly, and each report has a higher generation', async () => {
      const { sandbox } = await node.orchestrator.createSandbox(await request())
      const endAtMs = sandbox.startedAtMs + 60_123
      const moved = await node.orchestrator.setExpiry(sandbox.sandboxId, endAtMs)
      expect(moved.endAtMs).toBe(endAtMs)
      expect(moved.generation).toBeGreaterThan(sandbox.generation)
    })

    test('the node ends an expired sandbox by itself, with the reason', async () => {
      const watching = await startWatch(node.orchestrator)
      try {
        const { sandbox } = await node.orchestrator.createSandbox(await request({ timeoutSeconds: 2 }))
        const ended = watching.next((event) => isEndOf(event, sandbox.sandboxId))
        await node.pass(2500)
        expect(await ended).toMatchObject({ sandbox: { phase: 'ended', endReason: 'expired' } })
      } finally {
        watching.stop()
      }
    })

    test('an end that is moved to now ends the sandbox at once', async () => {
      const watching = await startWatch(node.orchestrator)
      try {
        const { sandbox } = await node.orchestrator.createSandbox(await request())
        const ended = watching.next((event) => isEndOf(event, sandbox.sandboxId))
        await node.orchestrator.setExpiry(sandbox.sandboxId, sandbox.startedAtMs)
        await node.pass(100)
        expect(await ended).toMatchObject({ sandbox: { endReason: 'expired' } })
      } finally {
        watching.stop()
      }
    })

    test('a watch reports each change after its first event', async () => {
      const { sandboxId } = (await node.orchestrator.createSandbox(await request())).sandbox
      const watching = await startWatch(node.orchestrator)
      try {
        const ended = watching.next((event) => isEndOf(event, sandboxId))
        await node.orchestrator.killSandbox(sandboxId, 'killed')
        expect(await ended).toMatchObject({ sandbox: { endReason: 'killed' } })
      } finally {
        watching.stop()
      }
    })

    test('a list in pages has every sandbox once, in the order of ids', async () => {
      const made = [
        (await node.orchestrator.createSandbox(await request())).sandbox.sandboxId,
        (await node.orchestrator.createSandbox(await request())).sandbox.sandboxId,
      ]
      const ids: string[] = []
      for (let page: NodeSandbox[]; ; ) {
        page = await node.orchestrator.listSandboxes({ afterId: ids.at(-1) ?? '', limit: 1 })
        if (page.length === 0) break
        ids.push(...page.map(({ sandboxId }) => sandboxId))
      }
      expect(ids).toEqual([...new Set(ids)].sort())
      expect(ids).toEqual(expect.arrayContaining(made))
    })

    describe('what is durable', () => {
      const running = async (more: Partial<CreateOnNode> = {}) =>
        (await node.orchestrator.createSandbox(await request(more))).sandbox

      test.each([false, true])(
        'a paused sandbox comes back under its id; files only: %s',
        async (filesOnly) => {
          const { sandboxId, generation } = await running()
          const paused = await node.orchestrator.pauseSandbox(sandboxId, filesOnly)
          expect(paused).toMatchObject({ sandboxId, phase: 'paused', filesOnly })
          expect(paused.generation).toBeGreaterThan(generation)
          expect(await find(sandboxId)).toMatchObject({ phase: 'paused' })
          const resumed = await node.orchestrator.resumeSandbox({
            sandboxId,
            timeoutSeconds: 60,
            filesOnly: false,
          })
          expect(resumed).toMatchObject({ sandboxId, phase: 'running' })
          // Of the present run: control keeps when the sandbox was made.
          expect(resumed.startedAtMs).toBeGreaterThanOrEqual(paused.endAtMs)
          expect(resumed.endAtMs - resumed.startedAtMs).toBe(60_000)
        },
      )

      test('a paused sandbox is paused once, and resumed once', async () => {
        const { sandboxId } = await running()
        await node.orchestrator.pauseSandbox(sandboxId, false)
        await expectCode(node.orchestrator.pauseSandbox(sandboxId, false), 'already_exists')
        const resume = { sandboxId, timeoutSeconds: 60, filesOnly: false }
        const [first, second] = await Promise.all([
          node.orchestrator.resumeSandbox(resume),
          node.orchestrator.resumeSandbox(resume),
        ])
        expect([first.phase, second.phase]).toEqual(['running', 'running'])
      })

      test('a paused sandbox can be killed, and is gone', async () => {
        const { sandboxId } = await running()
        await node.orchestrator.pauseSandbox(sandboxId, false)
        await node.orchestrator.killSandbox(sandboxId, 'killed')
        expect(await find(sandboxId)).toMatchObject({ phase: 'ended', endReason: 'killed' })
        const resume = node.orchestrator.resumeSandbox({ sandboxId, timeoutSeconds: 60, filesOnly: false })
        await expectCode(resume, 'sandbox_not_found')
      })

      test('a sandbox with onTimeout pause is paused at its end, and each phase is reported', async () => {
        const watching = await startWatch(node.orchestrator)
        try {
          const lifecycle = { ...killed, onTimeout: 'pause', filesOnly: true } as const
          const { sandboxId } = await running({ timeoutSeconds: 2, lifecycle })
          const pausing = watching.next((event) => isPhaseOf(event, sandboxId, 'pausing'))
          await node.pass(2500)
          await pausing
          const paused = await watching.next((event) => isPhaseOf(event, sandboxId, 'paused'))
          expect(paused).toMatchObject({ sandbox: { filesOnly: true } })
        } finally {
          watching.stop()
        }
      })

      test('an unknown sandbox is neither paused nor resumed nor captured', async () => {
        const { orchestrator } = node
        const resume = { sandboxId: 'iunknown', timeoutSeconds: 60, filesOnly: false }
        const capture = { sandboxId: 'iunknown', snapshotId: crypto.randomUUID(), isTransient: false }
        await expectCode(orchestrator.pauseSandbox('iunknown', false), 'sandbox_not_found')
        await expectCode(orchestrator.resumeSandbox(resume), 'sandbox_not_found')
        await expectCode(orchestrator.captureSandbox(capture), 'sandbox_not_found')
      })

      test('a captured sandbox goes on, and others are created from the capture', async () => {
        const source = await running()
        const snapshotId = crypto.randomUUID()
        const capture = { sandboxId: source.sandboxId, snapshotId, isTransient: true }
        const snapshot = await node.orchestrator.captureSandbox(capture)
        expect(snapshot).toMatchObject({ snapshotId, sandboxId: source.sandboxId })
        const listed = await node.orchestrator.listSnapshots()
        expect(listed.map((each) => each.snapshotId)).toContain(snapshotId)
        expect(await find(source.sandboxId)).toMatchObject({ phase: 'running', endAtMs: source.endAtMs })
        await expectCode(node.orchestrator.captureSandbox(capture), 'already_exists')
        const copy = await running({ buildId: snapshotId, envVars: {}, keepsEnvVars: true })
        await node.orchestrator.deleteSnapshot(snapshotId)
        await node.orchestrator.deleteSnapshot(snapshotId)
        expect(await find(copy.sandboxId)).toMatchObject({ phase: 'running' })
        await expectCode(
          node.orchestrator.createSandbox(await request({ buildId: snapshotId })),
          'template_not_found',
        )
      })
    })

    test('a watch ends when its signal fires', async () => {
      const stop = new AbortController()
      for await (const _ of node.orchestrator.watchSandboxes(stop.signal)) stop.abort()
      expect(stop.signal.aborted).toBe(true)
    })
  })
}

function isEndOf(event: NodeEvent, sandboxId: string): boolean {
  return isPhaseOf(event, sandboxId, 'ended')
}

function isPhaseOf(event: NodeEvent, sandboxId: string, phase: NodeSandbox['phase']): boolean {
  return event.kind === 'changed' && event.sandbox.sandboxId === sandboxId && event.sandbox.phase === phase
}

interface Watching {
  next(matches: (event: NodeEvent) => boolean): Promise<NodeEvent>
  stop(): void
}

/** Resolves when the first event has come. */
async function startWatch(orchestrator: OrchestratorClient): Promise<Watching> {
  const stopped = new AbortController()
  const events = orchestrator.watchSandboxes(stopped.signal)[Symbol.asyncIterator]()
  const first = await events.next()
  if (first.done === true || first.value.kind !== 'following')
    throw new Error('a watch begins by saying that it follows')
  return {
    async next(matches) {
      const timer = setTimeout(() => stopped.abort(), eventMsMax)
      try {
        for (;;) {
          const { done, value } = await events.next()
          if (done === true) throw new Error(`the watch ended, or nothing came within ${eventMsMax} ms`)
          if (matches(value)) return value
        }
      } finally {
        clearTimeout(timer)
      }
    },
    stop: () => stopped.abort(),
  }
}

async function expectCode(call: Promise<unknown>, code: string): Promise<void> {
  await expect(call).rejects.toMatchObject({ code })
}

async function ignoreGone(call: Promise<void>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!isServiceError(error, 'sandbox_not_found')) throw error
  }
}
