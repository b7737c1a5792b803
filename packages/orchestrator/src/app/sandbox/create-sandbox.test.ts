import { plainLifecycle } from '@cay/core/sandbox/lifecycle.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openIngress } from '../../ports/record.ts'
import type { TemplateBuild } from '../../ports/template.ts'
import { faultPoints, SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../../sim/simulated-node.ts'
import { retryRemovals } from '../container/remove-container.ts'
import type { NodeContext } from '../node/node-context.ts'
import { createSandbox } from './create-sandbox.ts'
import { endSandbox } from './end-sandbox.ts'
import { setEgressPolicy } from './set-egress-policy.ts'

const clean = { slots: [], disks: [], processes: [], records: [], packetRules: [] }
const request = {
  sandboxId: 'i00000000000000000001',
  templateId: simulatedBuild.templateId,
  buildId: simulatedBuild.buildId,
  timeoutSeconds: 60,
  envVars: { A: 'b' },
  egress: { allowOut: [], denyOut: ['203.0.113.0/24'] },
  accessToken: 'token',
}

let machine: SimulatedMachine
let node: NodeContext

beforeEach(() => {
  machine = new SimulatedMachine()
  node = simulateNode(machine)
})

afterEach(async () => {
  await node.pool.close()
})

test('a new sandbox has its identity, its time and a running process', async () => {
  const created = await createSandbox(node, request)
  expect(created).toMatchObject({ source: 'restore', envdVersion: '0.6.13' })
  const [guest] = machine.guests.values()
  expect(guest?.memory.identity).toMatchObject({
    sandboxId: request.sandboxId,
    accessToken: 'token',
    envVars: { A: 'b' },
  })
  expect(guest?.memory.identity?.controlToken).toHaveLength(64)
  const record = node.registry.find(request.sandboxId)
  expect(record?.claim).toEqual({
    sandboxId: request.sandboxId,
    startedAtMs: machine.nowMs,
    endAtMs: machine.nowMs + 60_000,
    egress: request.egress,
    ingress: openIngress,
    lifecycle: plainLifecycle,
    envVars: request.envVars,
    accessToken: 'token',
  })
  expect(machine.records.get(guest?.container.id ?? '')).toEqual(record)
})

describe('a template whose start command runs after the restore', () => {
  const startContext = { user: 'app', workdir: '/app', variables: { A: 'of the template' } }
  const made = {
    ...{
      teamId: 'team',
      rootfsKey: 'key',
      context: startContext,
      startCommand: 'serve',
      controlToken: 'token',
    },
  }
  const startOf = async (facts: { readyCommand: string; startContext?: typeof startContext }) => {
    machine.builds.splice(0, machine.builds.length, { ...simulatedBuild, made: { ...made, ...facts } })
    await createSandbox(node, request)
    return [...machine.guests.values()].at(-1)?.memory.identity?.start
  }

  test('has it started in each sandbox, as it was meant', async () => {
    expect(await startOf({ readyCommand: 'probe', startContext })).toMatchObject({
      ...{ command: 'serve', readyCommand: 'probe', user: 'app', workdir: '/app' },
      variables: { A: 'of the template' },
    })
  })

  test('does not wait for a ready command that only sleeps', async () => {
    expect(await startOf({ readyCommand: 'sleep 20', startContext })).toMatchObject({ readyCommand: '' })
  })

  test('is told from one in whose checkpoint it is alive', async () => {
    expect(await startOf({ readyCommand: 'probe' })).toBeUndefined()
  })
})

describe('a sandbox with volumes', () => {
  const volumeMounts = [{ volumeId: 'some-volume', path: '/mnt/shared' }]

  test('is booted the first time, because the checkpoint of its template has no directory of volumes', async () => {
    await createSandbox(node, { ...request, volumeMounts })
    const [guest] = machine.guests.values()
    expect(guest?.container.volumes).toEqual(['some-volume'])
    expect(guest?.memory.work).toEqual([])
    expect(guest?.memory.identity?.volumePaths).toEqual(['/mnt/shared'])
    expect(node.registry.find(request.sandboxId)?.claim.volumeMounts).toEqual(volumeMounts)
  })

  /** Creates a second one, when the checkpoint that the first one asked for is there. */
  async function createAgain() {
    await createSandbox(node, { ...request, volumeMounts })
    await node.volumeCheckpoints.settled()
    return async () => {
      await createSandbox(node, { ...request, sandboxId: 'i00000000000000000002', volumeMounts })
      return [...machine.guests.values()].at(-1)
    }
  }

  test('is restored from a checkpoint of its own afterwards', async () => {
    const again = await createAgain()
    const guest = await again()
    expect(guest?.memory.work).toEqual(['the warm-up'])
    expect(guest?.container.volumes).toEqual(['some-volume'])
    expect(guest?.memory.identity?.volumePaths).toEqual(['/mnt/shared'])
  })

  test('has the defaults of its template when it is restored', async () => {
    const defaults = { user: 'app', workdir: '/app' }
    machine.builds.splice(0, machine.builds.length, { ...simulatedBuild, defaults })
    const again = await createAgain()
    expect((await again())?.memory.identity).toMatchObject({ defaultUser: 'app', defaultWorkdir: '/app' })
  })

  test('is booted where that checkpoint cannot be restored, which is given up', async () => {
    const again = await createAgain()
    machine.failAt('runtime.restore')
    expect((await again())?.memory.work).toEqual([])
    expect(machine.images.size).toBe(0)
    await node.volumeCheckpoints.settled()
    expect(machine.images.size).toBe(0)
  })

  test('has the start command that the checkpoint of its template would have had', async () => {
    const context = { user: 'app', workdir: '/app', variables: {} }
    const made = { teamId: 'team', rootfsKey: 'key', context, controlToken: 'token' }
    const facts = { ...made, startCommand: 'serve', readyCommand: 'probe' }
    machine.builds.splice(0, machine.builds.length, { ...simulatedBuild, made: facts })
    await createSandbox(node, { ...request, volumeMounts })
    const [guest] = machine.guests.values()
    expect(guest?.memory.identity?.start).toMatchObject({ command: 'serve', user: 'app' })
  })
})

describe('a build whose checkpoint another runtime or processor has made', () => {
  const reason = "this node's processor lacks avx"
  const use = (facts: Partial<TemplateBuild> = {}) =>
    machine.builds.splice(0, machine.builds.length, { ...simulatedBuild, foreign: reason, ...facts })
  const create = async (sandboxId: string) => {
    await createSandbox(node, { ...request, sandboxId })
    return [...machine.guests.values()].at(-1)
  }

  test('cannot be used on a node that cannot restore it', async () => {
    use()
    const guest = await create(request.sandboxId)
    expect(guest?.memory.work).toEqual([])
    expect(guest?.container.volumes).toBeUndefined()
  })

  test('gets a checkpoint of this node, which the next sandbox is restored from', async () => {
    use()
    await create(request.sandboxId)
    await node.foreignCheckpoints.settled()
    expect((await create('i00000000000000000002'))?.memory.work).toEqual(['the warm-up'])
  })

  test('runs its start command in each sandbox', async () => {
    const context = { user: 'app', workdir: '/app', variables: {} }
    const made = { teamId: 'team', rootfsKey: 'key', context, controlToken: 'token' }
    use({ made: { ...made, startCommand: 'serve', readyCommand: 'probe' } })
    expect((await create(request.sandboxId))?.memory.identity?.start).toMatchObject({ command: 'serve' })
    await node.foreignCheckpoints.settled()
    expect((await create('i00000000000000000002'))?.memory.identity?.start).toMatchObject({
      ...{ command: 'serve', user: 'app' },
    })
  })

  test('is booted as long as that checkpoint cannot be restored', async () => {
    use()
    await create(request.sandboxId)
    await node.foreignCheckpoints.settled()
    machine.failAt('runtime.restore')
    expect((await create('i00000000000000000002'))?.memory.work).toEqual([])
    expect(machine.images.size).toBe(0)
  })
})

describe('a create that fails leaves nothing', () => {
  test.each(faultPoints)('at %s', async (point) => {
    machine.failAt(point)
    await expect(createSandbox(node, request)).rejects.toThrow(point)
    expect(machine.leftovers()).toEqual(clean)
    expect(node.registry.views()).toEqual([])
  })

  test.each([1, 2])('at write %i of the record', async (skip) => {
    machine.failAt('records.write', skip)
    await expect(createSandbox(node, request)).rejects.toThrow('records.write')
    expect(machine.leftovers()).toEqual(clean)
  })

  test('even when the undo fails at first', async () => {
    machine.failAt('daemon.init')
    machine.failAt('runtime.kill')
    await expect(createSandbox(node, request)).rejects.toThrow('daemon.init')
    await retryRemovals(node)
    expect(machine.leftovers()).toEqual(clean)
  })
})

test('after a failed create the same id can be used', async () => {
  machine.failAt('runtime.restore')
  await expect(createSandbox(node, request)).rejects.toThrow()
  await expect(createSandbox(node, request)).resolves.toMatchObject({ source: 'restore' })
})

test('a guest that does not respond after its restore is restored once more, and the first one is removed', async () => {
  machine.unresponsiveGuests = 1
  await createSandbox(node, request)
  expect(machine.unresponsiveGuests).toBe(0)
  const { container } = node.registry.find(request.sandboxId) ?? expect.fail('the sandbox is not registered')
  expect(machine.leftovers()).toMatchObject({
    processes: [container.id],
    records: [container.id],
    slots: [container.slot.index],
  })
})

test('a node on which new sandboxes do not respond in time refuses them after two restores, and keeps nothing', async () => {
  machine.unresponsiveGuests = 3
  await expect(createSandbox(node, request)).rejects.toMatchObject({
    code: 'no_capacity',
    context: { why: 'envd did not respond' },
  })
  expect(machine.unresponsiveGuests).toBe(1)
  expect(machine.leftovers()).toEqual(clean)
})

test('an id is taken once', async () => {
  const results = await Promise.allSettled([createSandbox(node, request), createSandbox(node, request)])
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected'])
  expect(machine.guests.size).toBe(1)
})

test('a build the node lacks is refused by name', async () => {
  await expect(createSandbox(node, { ...request, buildId: 'other' })).rejects.toMatchObject({
    code: 'template_not_found',
    message: expect.stringContaining('other'),
  })
})

test('a full node refuses with the reason', async () => {
  node = simulateNode(machine, { bounds: { sandboxesMax: 1 } })
  await createSandbox(node, request)
  const another = createSandbox(node, { ...request, sandboxId: 'i00000000000000000002' })
  await expect(another).rejects.toMatchObject({
    code: 'no_capacity',
    message: expect.stringContaining('all 1'),
  })
  expect(machine.guests.size).toBe(1)
})

test('concurrent creates do not exceed the limit together', async () => {
  node = simulateNode(machine, { bounds: { sandboxesMax: 3 } })
  const ids = Array.from({ length: 10 }, (_, index) => `i0000000000000000000${index}`)
  const results = await Promise.allSettled(
    ids.map((sandboxId) => createSandbox(node, { ...request, sandboxId })),
  )
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(3)
  expect(node.registry.size).toBe(3)
})

describe('with a pool', () => {
  beforeEach(async () => {
    node = simulateNode(machine, { poolSize: 1 })
    node.pool.setBuilds([simulatedBuild])
    await expect.poll(() => node.pool.size).toBe(1)
  })

  test('a create is served from it and it fills again', async () => {
    await expect(createSandbox(node, request)).resolves.toMatchObject({ source: 'pool' })
    await expect.poll(() => node.pool.size).toBe(1)
    expect(machine.guests.size).toBe(2)
  })

  test('a pooled container that fails is replaced by a fresh one', async () => {
    machine.failAt('daemon.init')
    await expect(createSandbox(node, request)).resolves.toMatchObject({ source: 'restore' })
    await endSandbox(node, request.sandboxId, 'killed')
    await node.pool.close()
    await node.removals.drained()
    expect(machine.leftovers()).toEqual(clean)
  })

  test('a new build replaces the containers of the old one', async () => {
    const newer = { ...simulatedBuild, buildId: '22222222-2222-4222-8222-222222222222' }
    node.pool.setBuilds([newer])
    await expect.poll(() => node.pool.records().map(({ buildId }) => buildId)).toEqual([newer.buildId])
    expect(machine.guests.size).toBe(1)
  })

  test('closing removes what waits in it', async () => {
    await node.pool.close()
    expect(machine.leftovers()).toEqual(clean)
  })
})

describe('the lists of a sandbox', () => {
  const address = () => node.registry.find(request.sandboxId)?.container.slot.address ?? ''

  test('are in the packet rules before anybody can run a command', async () => {
    machine.failAt('daemon.init')
    const seen: unknown[] = []
    const { set } = node.packetRules
    node.packetRules.set = async (at, lists) => {
      seen.push(lists)
      await set.call(node.packetRules, at, lists)
    }
    await expect(createSandbox(node, request)).rejects.toThrow('daemon.init')
    expect(seen[0]).toEqual(request.egress)
    expect(machine.packetRules.size).toBe(0)
  })

  test('are replaced whole, recorded, and leave with the sandbox', async () => {
    await createSandbox(node, request)
    expect(machine.packetRules.get(address())).toEqual(request.egress)
    const egress = { allowOut: ['1.1.1.1'], denyOut: ['0.0.0.0/0'] }
    const view = await setEgressPolicy(node, request.sandboxId, egress)
    expect(view).toMatchObject({ phase: 'running', record: { claim: { egress } } })
    expect(machine.gatewayGenerations.get(request.sandboxId)).toBe(view.generation)
    expect(machine.packetRules.get(address())).toEqual(egress)
    expect([...machine.records.values()][0]?.claim?.egress).toEqual(egress)
    await endSandbox(node, request.sandboxId, 'killed')
    await node.removals.drained()
    expect(machine.leftovers()).toEqual(clean)
  })

  test('close what they refuse, where that is asked for, in the egress gateway and in the packet rules', async () => {
    await createSandbox(node, request)
    const egress = { allowOut: [], denyOut: ['0.0.0.0/0'] }
    await setEgressPolicy(node, request.sandboxId, request.egress)
    expect([machine.gatewayClosed, machine.flowsClosed]).toEqual([[], []])
    await setEgressPolicy(node, request.sandboxId, egress, { closesExisting: true })
    expect(machine.gatewayClosed).toEqual([request.sandboxId])
    expect(machine.flowsClosed).toEqual([{ address: address(), lists: egress }])
  })

  test.each(['egressClient.closeDisallowed', 'packetRules.closeDisallowed'] as const)(
    'that cannot close what they refuse hold nowhere: %s',
    async (point) => {
      await createSandbox(node, request)
      machine.failAt(point)
      const egress = { allowOut: [], denyOut: ['0.0.0.0/0'] }
      const changed = setEgressPolicy(node, request.sandboxId, egress, { closesExisting: true })
      await expect(changed).rejects.toThrow(point)
      expect(node.registry.find(request.sandboxId)?.claim.egress).toEqual(request.egress)
      expect(machine.packetRules.get(address())).toEqual(request.egress)
    },
  )

  test('are set also while the egress gateway is away, which then lets nothing out', async () => {
    await createSandbox(node, request)
    machine.isGatewayDown = true
    await expect(setEgressPolicy(node, request.sandboxId, request.egress)).resolves.toMatchObject({
      phase: 'running',
    })
  })

  test.each([
    ['the packet rules do not take', 'packetRules.set'],
    ['the egress gateway has not heard of, though it is there,', 'egressClient.awaitGeneration'],
  ] as const)('that %s hold nowhere: the ones before go on', async (_, point) => {
    await createSandbox(node, request)
    machine.failAt(point)
    const egress = { allowOut: ['1.1.1.1'], denyOut: ['0.0.0.0/0'] }
    await expect(setEgressPolicy(node, request.sandboxId, egress)).rejects.toThrow(point)
    expect(node.registry.find(request.sandboxId)?.claim.egress).toEqual(request.egress)
    expect(machine.packetRules.get(address())).toEqual(request.egress)
    expect([...machine.records.values()][0]?.claim?.egress).toEqual(request.egress)
  })

  test('of an unknown sandbox cannot be set', async () => {
    await expect(setEgressPolicy(node, 'i9', request.egress)).rejects.toMatchObject({
      code: 'sandbox_not_found',
    })
  })
})
