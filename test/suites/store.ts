/** What every store must do, whatever it is made of. */
import type { NewEvent } from '@cay/control/ports/event.ts'
import type { NodeTemplate } from '@cay/control/ports/orchestrator.ts'
import type { SandboxDecision, SandboxRecord } from '@cay/control/ports/sandbox.ts'
import type { Store } from '@cay/control/ports/store.ts'
import type { State } from '@cay/core/sandbox/state.ts'
import { noLimits } from '@cay/core/team/quotas.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeArtifacts } from './store-artifacts.ts'
import { describeEvents } from './store-events.ts'
import { describeNodes } from './store-nodes.ts'
import { describeSnapshots } from './store-snapshots.ts'
import { describeVolumes } from './store-volumes.ts'

export interface StoreUnderTest {
  open(): Promise<Store>
  /** The same data again after `close`; undefined where nothing outlives it. */
  reopen?(): Promise<Store>
  remove(): Promise<void>
}

const team = { teamId: 't1', slug: 'default', name: 'Default' }
const otherTeam = { teamId: 't2', slug: 'other', name: 'Other' }
const killed = { onTimeout: 'kill', filesOnly: false, autoResume: false, autoResumeSeconds: 300 } as const
const resources = { cpuCount: 2, memoryMb: 1024, diskSizeMb: 10_240 }

function sandbox(sandboxId: string, more: Partial<SandboxRecord> = {}): SandboxRecord {
  return {
    sandboxId,
    teamId: 't1',
    templateId: 'tpl',
    buildId: 'b',
    alias: 'base',
    state: 'running',
    generation: 1,
    epoch: 1,
    nodeId: 'local',
    originId: null,
    operation: null,
    startedAtMs: 1000,
    runsSinceMs: 1000,
    endAtMs: 16_000,
    changedAtMs: 1000,
    endedAtMs: null,
    endReason: null,
    lifecycle: killed,
    pausedFilesOnly: null,
    isSecured: true,
    allowInternetAccess: null,
    network: null,
    ingress: null,
    iam: null,
    egress: null,
    metadata: {},
    resources,
    envdVersion: '0.6.13',
    ...more,
  }
}

function template(buildId: string, createdAtMs: number, more: Partial<NodeTemplate> = {}): NodeTemplate {
  return { templateId: 'tpl', buildId, alias: 'base', resources, envdVersion: '0.6.13', createdAtMs, ...more }
}

/** A transition to that state, by an event that can lead there. */
function to(state: State, change: SandboxDecision['change'], keyId: string | null = null): SandboxDecision {
  const event = { paused: 'paused', running: 'resumed', ended: 'killed' } as const
  const cause =
    state === 'paused' || state === 'running' || state === 'ended' ? event[state] : 'killRequested'
  return { change, transition: { event: cause, to: state, keyId } }
}

const audited: NewEvent = {
  ...{ atMs: 1, teamId: 't1', kind: 'x', actor: 'system', keyId: null, sandboxId: null, subject: null },
  ...{ outcome: 'done', status: null, reason: null },
}

const running: State[] = ['running']
const firstBuild = '00000000-0000-4000-8000-000000000001'
const secondBuild = '00000000-0000-4000-8000-000000000002'

export function describeStore(name: string, make: () => Promise<StoreUnderTest>): void {
  describe(`store on ${name}`, () => {
    let under: StoreUnderTest
    let store: Store

    beforeEach(async () => {
      under = await make()
      store = await under.open()
      await store.ensureTeam(team, 0)
      await store.ensureTeam(otherTeam, 0)
    })

    afterEach(async () => {
      await store.close()
      await under.remove()
    })

    const ids = async (query: Partial<Parameters<Store['listSandboxes']>[0]> = {}) => {
      const found = await store.listSandboxes({
        teamId: 't1',
        states: running,
        nowMs: 0,
        metadata: {},
        limit: 100,
        ...query,
      })
      return found.map(({ sandboxId }) => sandboxId)
    }

    test('a team is made once', async () => {
      expect(await store.ensureTeam({ ...team, teamId: 't9' }, 5)).toEqual(team)
      expect(await store.findTeam('t1')).toEqual(team)
      expect(await store.findTeam('t9')).toBeUndefined()
    })

    test('a key is found by its hash, and adding it again changes nothing', async () => {
      const key = {
        keyId: 'k1',
        teamId: 't1',
        name: 'first',
        hash: 'h',
        maskedStart: 'ab',
        maskedEnd: 'cdef',
        scope: 'full',
        createdAtMs: 1,
        lastUsedAtMs: null,
        expiresAtMs: null,
      } as const
      expect(await store.hasApiKeys('t1')).toBe(false)
      await store.addApiKey(key)
      await store.addApiKey({ ...key, keyId: 'k2', name: 'second' })
      expect(await store.findApiKey('h')).toEqual(key)
      expect(await store.findApiKey('x')).toBeUndefined()
      expect(await store.hasApiKeys('t1')).toBe(true)
      expect(await store.hasApiKeys('t2')).toBe(false)
    })

    test('a team has the slug that nobody had before, and is listed in the order it was made', async () => {
      const third = { teamId: 't3', slug: 'third', name: 'Third' }
      expect(await store.addTeam(third, 5)).toBe(true)
      expect(await store.addTeam({ ...third, teamId: 't4' }, 6)).toBe(false)
      expect(await store.listTeams()).toEqual([team, otherTeam, third])
    })

    test('the keys of a sign-in are found by its user in its team alone', async () => {
      const login = { subject: 'https://issuer.example alice', sealedKey: 'sealed' }
      const key = {
        ...{ keyId: 'l1', teamId: 't1', name: 'n', hash: 'l', maskedStart: 'a', maskedEnd: 'b' },
        scope: 'member' as const,
        ...{ createdAtMs: 1, lastUsedAtMs: null, expiresAtMs: 9, login },
      }
      await store.addApiKey(key)
      expect(await store.listLoginKeys('t1', login.subject)).toEqual([key])
      expect(await store.listLoginKeys('t2', login.subject)).toEqual([])
      expect(await store.listLoginKeys('t1', 'https://issuer.example bob')).toEqual([])
      expect(await store.findApiKey('l')).toEqual(key)
    })

    test('keys are listed, renamed and removed by their own team alone', async () => {
      const key = (keyId: string, more: object = {}) => ({
        keyId,
        teamId: 't1',
        name: keyId,
        hash: `hash of ${keyId}`,
        maskedStart: 'ab',
        maskedEnd: 'cdef',
        scope: 'read-only' as const,
        createdAtMs: 1,
        lastUsedAtMs: null,
        expiresAtMs: null,
        ...more,
      })
      await store.addApiKey(key('k2', { createdAtMs: 2 }))
      await store.addApiKey(key('k1'))
      await store.addApiKey(key('k3', { teamId: 't2' }))
      await store.markApiKeyUsed('k1', 7)
      expect(await store.listApiKeys('t1')).toEqual([
        key('k1', { lastUsedAtMs: 7 }),
        key('k2', { createdAtMs: 2 }),
      ])
      expect(await store.renameApiKey('t2', 'k1', 'stolen')).toBeUndefined()
      expect(await store.renameApiKey('t1', 'k1', 'new')).toEqual(key('k1', { name: 'new', lastUsedAtMs: 7 }))
      expect(await store.removeApiKey('t2', 'k1')).toBe(false)
      expect(await store.removeApiKey('t1', 'k1')).toBe(true)
      expect(await store.removeApiKey('t1', 'k1')).toBe(false)
      expect(await store.findApiKey('hash of k1')).toBeUndefined()
    })

    test('a secret is made once', async () => {
      expect(await store.getOrCreateSecret('seed', () => 'one')).toBe('one')
      expect(await store.getOrCreateSecret('seed', () => 'two')).toBe('one')
    })

    test('a template of the node is found by alias, by id and by build', async () => {
      await store.syncTemplates([template(firstBuild, 1)])
      const found = { templateId: 'tpl', teamId: null, alias: 'base', source: 'template', isPublic: true }
      expect(await store.findTemplateByAlias(null, 'base')).toEqual(found)
      expect(await store.findTemplateByAlias('default', 'base')).toBeUndefined()
      expect(await store.findTemplate('tpl')).toEqual(found)
      expect(await store.findTemplate('base')).toBeUndefined()
      expect((await store.findBuild('tpl', 'default'))?.resources).toEqual(resources)
      expect((await store.findBuild('tpl', firstBuild))?.buildId).toBe(firstBuild)
      expect(await store.findBuild('tpl', 'nope')).toBeUndefined()
    })

    test('the newest build of a tag serves, and one that the node lost does not', async () => {
      await store.syncTemplates([template(secondBuild, 2), template(firstBuild, 1)])
      expect((await store.findBuild('tpl', 'default'))?.buildId).toBe(secondBuild)
      await store.syncTemplates([template(firstBuild, 1)])
      expect((await store.findBuild('tpl', 'default'))?.buildId).toBe(firstBuild)
      expect(await store.findBuild('tpl', secondBuild)).toBeUndefined()
      await store.syncTemplates([])
      expect(await store.findBuild('tpl', 'default')).toBeUndefined()
    })

    test('an alias moves to the newer template', async () => {
      await store.syncTemplates([template(firstBuild, 1)])
      await store.syncTemplates([template(secondBuild, 2, { templateId: 'tpl2' }), template(firstBuild, 1)])
      expect((await store.findTemplateByAlias(null, 'base'))?.templateId).toBe('tpl2')
    })

    test('a sandbox comes back as it was put in', async () => {
      const full = sandbox('ia', {
        metadata: { user: 'ä b', '': 'empty key' },
        alias: null,
        allowInternetAccess: true,
        isSecured: false,
        endedAtMs: 7,
        endReason: 'expired',
        lifecycle: { onTimeout: 'pause', filesOnly: true, autoResume: true, autoResumeSeconds: 7 },
        pausedFilesOnly: true,
        runsSinceMs: 5,
        network: { allowOut: ['a.example'] },
        egress: { allowOut: ['a.example'], denyOut: ['0.0.0.0/0'] },
      })
      await store.insertSandbox(full)
      expect(await store.findSandbox('ia')).toEqual(full)
      expect(await store.findSandbox('ib')).toBeUndefined()
      const { state, nodeId, epoch, endAtMs, lifecycle } = full
      expect(await store.locateSandbox('ia')).toEqual({
        ...{ state, nodeId, epoch, endAtMs, lifecycle: { onTimeout: lifecycle.onTimeout } },
      })
      expect(await store.locateSandbox('ib')).toBeUndefined()
    })

    test('an id is taken once', async () => {
      await store.insertSandbox(sandbox('ia', { metadata: { a: '1' } }))
      await expect(store.insertSandbox(sandbox('ia', { metadata: { b: '2' } }))).rejects.toThrow()
      expect((await store.findSandbox('ia'))?.metadata).toEqual({ a: '1' })
    })

    test('a create key is taken once in a team, and goes with the record', async () => {
      const createKey = { key: 'job-1', digest: 'd' }
      const first = sandbox('ia', { state: 'creating' })
      await store.insertSandbox(first, { createKey })
      expect(await store.findFirstCreate('t1', 'job-1')).toEqual({ digest: 'd', sandbox: first })
      expect(await store.findFirstCreate('t2', 'job-1')).toBeUndefined()
      await expect(store.insertSandbox(sandbox('ib'), { createKey })).rejects.toMatchObject({
        code: 'idempotency_in_progress',
      })
      expect(await store.findSandbox('ib')).toBeUndefined()
      await store.insertSandbox(sandbox('ic', { teamId: 't2' }), { createKey })
      await store.discardSandbox('ia')
      expect(await store.findFirstCreate('t1', 'job-1')).toBeUndefined()
      await store.insertSandbox(sandbox('ib'), { createKey })
      expect((await store.findFirstCreate('t1', 'job-1'))?.sandbox.sandboxId).toBe('ib')
    })

    test('of creates with one key at once one is written', async () => {
      const createKey = { key: 'job-1', digest: 'd' }
      const inserts = ['ia', 'ib', 'ic'].map((id) =>
        store.insertSandbox(sandbox(id, { state: 'creating' }), { createKey, needsAdmission: true }),
      )
      const settled = await Promise.allSettled(inserts)
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await store.findSandboxes(['ia', 'ib', 'ic'])).toHaveLength(1)
    })

    test('a change changes what it names', async () => {
      await store.insertSandbox(sandbox('ia'))
      const changed = await store.changeSandbox('ia', () => to('killing', { changedAtMs: 5 }))
      expect(changed).toEqual(sandbox('ia', { state: 'killing', changedAtMs: 5 }))
      expect(await store.findSandbox('ia')).toEqual(changed)
      expect(await store.changeSandbox('ib', () => ({ change: { changedAtMs: 5 } }))).toBeUndefined()
    })

    test('a change is decided on the record as it is, and without a decision nothing is written', async () => {
      await store.insertSandbox(sandbox('ia'))
      const seen: unknown[] = []
      const look = (found: SandboxRecord) => {
        seen.push(found)
        return undefined
      }
      expect(await store.changeSandbox('ia', look)).toEqual(sandbox('ia'))
      expect(seen).toEqual([sandbox('ia')])
      const broken = () => {
        throw new Error('no decision')
      }
      await expect(store.changeSandbox('ia', broken)).rejects.toThrow('no decision')
      expect(await store.findSandbox('ia')).toEqual(sandbox('ia'))
      expect(await store.relayEvents()).toBe(0)
    })

    test('changes of one sandbox at once are decided one after the other', async () => {
      await store.insertSandbox(sandbox('ia', { generation: 0 }))
      const count = ({ generation }: SandboxRecord) => ({
        change: { generation: generation + 1, changedAtMs: 5 },
      })
      await Promise.all(Array.from({ length: 20 }, () => store.changeSandbox('ia', count)))
      expect((await store.findSandbox('ia'))?.generation).toBe(20)
    })

    test('changes of one build at once are decided one after the other', async () => {
      const origin = { teamId: 't1', teamSlug: 'default', alias: 'app', tags: ['default'], templateId: 'app' }
      await store.addBuild({ ...origin, buildId: firstBuild, resources, nowMs: 1 })
      const start = () =>
        store.changeBuild(firstBuild, ({ state }) =>
          state === 'waiting' ? { state: 'building', updatedAtMs: 2 } : undefined,
        )
      const changed = await Promise.all([start(), start(), start()])
      expect(changed.filter((build) => build !== undefined)).toMatchObject([{ state: 'building' }])
      expect(await store.changeBuild('00000000-0000-4000-8000-00000000dead', () => undefined)).toBeUndefined()
    })

    test('builds of a team count while they run, and since they were requested', async () => {
      const origin = { teamId: 't1', teamSlug: 'default', alias: 'app', templateId: 'app', resources }
      await store.addBuild({ ...origin, tags: ['a'], buildId: firstBuild, nowMs: 1 })
      await store.addBuild({ ...origin, tags: ['b'], buildId: secondBuild, nowMs: 5 })
      expect(await store.countBuildsUnderWay('t1', 1)).toEqual({ building: 0, waiting: 2 })
      expect(await store.countBuildsUnderWay('t1', 2)).toEqual({ building: 0, waiting: 1 })
      await store.changeBuild(firstBuild, () => ({ state: 'building', updatedAtMs: 6 }))
      expect(await store.countBuildsUnderWay('t1', 2)).toEqual({ building: 1, waiting: 1 })
      expect(await store.countBuildsUnderWay('t2', 0)).toEqual({ building: 0, waiting: 0 })
    })

    test('what a build starts with is kept with its start, until it ends', async () => {
      const origin = { teamId: 't1', teamSlug: 'default', alias: 'app', tags: ['default'], templateId: 'app' }
      await store.addBuild({ ...origin, buildId: firstBuild, resources, nowMs: 1 })
      const started = { state: 'building', updatedAtMs: 2, nodeId: 'n1' } as const
      const refused = store.changeBuild(firstBuild, () => {
        throw new Error('not now')
      })
      await expect(refused).rejects.toThrow('not now')
      expect(await store.findBuildOrder(firstBuild)).toBeUndefined()
      await store.changeBuild(firstBuild, () => ({ ...started, order: 'sealed' }))
      expect(await store.findBuildOrder(firstBuild)).toEqual({
        ...{ sealed: 'sealed', isRetried: false, logsBefore: 0 },
      })
      await store.changeBuild(firstBuild, () => ({ updatedAtMs: 3 }))
      expect(await store.findBuildOrder(firstBuild)).toBeDefined()
      await store.changeBuild(firstBuild, () => ({ state: 'error', updatedAtMs: 4 }))
      expect(await store.findBuildOrder(firstBuild)).toBeUndefined()
    })

    test('a build can be used while its node has it, or the object store where that counts', async () => {
      const origin = { teamId: 't1', teamSlug: 'default', alias: 'app', tags: ['default'], templateId: 'app' }
      await store.addBuild({ ...origin, buildId: firstBuild, resources, nowMs: 1 })
      await store.changeBuild(firstBuild, () => ({
        ...{ state: 'ready', updatedAtMs: 5, nodeId: 'n1', isOnNode: true },
      }))
      const isThere = async () => (await store.findBuild('app', firstBuild)) !== undefined
      const report = async (nodeId: string, ids: readonly string[], askedAtMs = 9, countsStored = false) => {
        await store.markMadeBuilds(nodeId, ids, askedAtMs, { countsStored })
        return await isThere()
      }
      expect(await report('n1', [firstBuild])).toBe(true)
      expect(await report('n2', [])).toBe(true)
      expect(await report('n1', [], 5)).toBe(true)
      expect(await report('n1', [])).toBe(false)
      expect(await report('n1', [firstBuild])).toBe(true)
      expect(await report('n1', [], 9, true)).toBe(false)
      const attempt = await store.beginArtifact({
        ...{ artifactId: firstBuild, kind: 'build', nowMs: 1 },
        sealKey: () => 'key',
      })
      const texts = {
        sealedRecord: '',
        sandboxId: '',
        runtimeId: '',
        rootfsId: '',
        alias: '',
        templateId: '',
      }
      const facts = { artifactId: firstBuild, attempt: attempt ?? 0, manifest: '{}', storedBytes: 1 }
      await store.commitArtifact({ ...facts, ...texts, cpuFeatures: '' }, 1)
      expect(await report('n2', [])).toBe(false)
      expect(await report('n2', [], 9, true)).toBe(true)
      expect(await report('n1', [], 9, true)).toBe(true)
      expect(await report('n1', [])).toBe(false)
    })

    test('the event of a transition is listed as soon as the state is, once, and in the order of transitions', async () => {
      await store.insertSandbox(sandbox('ia'))
      await store.insertSandbox(sandbox('ib'))
      await store.changeSandbox('ia', () => to('pausing', { changedAtMs: 2 }))
      await store.changeSandbox('ia', () => to('paused', { changedAtMs: 3 }, 'k'))
      await store.changeSandbox('ib', () =>
        to('ended', { changedAtMs: 4, endedAtMs: 4, endReason: 'crashed' }),
      )
      await store.changeSandbox('ia', () => to('running', { changedAtMs: 5, generation: 7 }))
      const listed = async () =>
        (await store.listEvents({ limit: 9 })).map(({ kind, sandboxId, atMs, actor, keyId, reason }) => [
          ...[kind, sandboxId, atMs, actor, keyId, reason],
        ])
      const all = [
        ['sandboxResumed', 'ia', 5, 'system', null, null],
        ['sandboxEnded', 'ib', 4, 'system', null, 'crashed'],
        ['sandboxPaused', 'ia', 3, 'key', 'k', null],
      ]
      expect(await listed()).toEqual(all)
      expect(await store.relayEvents()).toBe(0)
      expect(await listed()).toEqual(all)
    })

    test('relays at once pass every event on once', async () => {
      for (let number = 0; number < 20; number++)
        await store.appendEvents([{ ...audited, atMs: number, subject: String(number) }])
      await Promise.all([store.relayEvents(), store.listEvents({ limit: 1 }), store.relayEvents()])
      const subjects = (await store.listEvents({ limit: 99 })).map(({ subject }) => Number(subject))
      expect(subjects).toEqual(Array.from({ length: 20 }, (_, index) => 19 - index))
    })

    test('more events than one transaction relays are all passed on', async () => {
      const events = Array.from({ length: 1001 }, (_, atMs) => ({ ...audited, atMs }))
      await store.appendEvents(events)
      expect(await store.listEvents({ limit: 2000 })).toHaveLength(events.length)
      expect(await store.relayEvents()).toBe(0)
    })

    test('a sandbox that was created counts for its template, with its state', async () => {
      await store.syncTemplates([template(firstBuild, 1)])
      await store.insertSandbox(sandbox('ia', { state: 'creating' }))
      const change = { changedAtMs: 5, startedAtMs: 4 }
      const transition = { event: 'created', to: 'running', keyId: null } as const
      await store.changeSandbox('ia', () => ({ change, transition }))
      expect(await store.findTemplateDetail('tpl')).toMatchObject({ spawnCount: 1, lastSpawnedAtMs: 4 })
    })

    test('a change to nothing is a change, and what is not named stays', async () => {
      await store.insertSandbox(sandbox('ia', { pausedFilesOnly: true, network: { denyOut: ['1.1.1.1'] } }))
      const change = { pausedFilesOnly: null, changedAtMs: 5 }
      const changed = await store.changeSandbox('ia', () => ({ change }))
      expect(changed).toEqual(sandbox('ia', { network: { denyOut: ['1.1.1.1'] }, changedAtMs: 5 }))
    })

    test('a team has the node labels that were set last, beside its limits', async () => {
      const limits = {
        runningSandboxes: 3,
        cpus: null,
        memoryMb: null,
        diskMb: null,
        volumeMb: null,
        requestsPerMinute: null,
      }
      await store.setTeamLimits('t1', limits)
      expect(await store.setTeamNodeLabels('t1', ['disk=ssd', 'gpu'])).toMatchObject({
        ...{ limits, nodeLabels: ['disk=ssd', 'gpu'] },
      })
      expect(await store.setTeamNodeLabels('nobody', ['gpu'])).toBeUndefined()
      expect(await store.findTeam('t1')).toMatchObject({ nodeLabels: ['disk=ssd', 'gpu'] })
      await store.setTeamNodeLabels('t1', [])
      expect(await store.findTeam('t1')).not.toHaveProperty('nodeLabels')
    })

    test('a sandbox begins within the quotas of its team, also when many begin at once', async () => {
      const limits = { ...noLimits, runningSandboxes: 3 }
      await store.setTeamLimits('t1', limits)
      const insert = (id: string) =>
        store.insertSandbox(sandbox(id, { state: 'creating', endAtMs: 16_000 }), { needsAdmission: true })
      const results = await Promise.allSettled(['ia', 'ib', 'ic', 'id', 'ie', 'if'].map(insert))
      const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
      expect(failures.map(({ code }) => code)).toEqual(Array(3).fill('quota_exceeded'))
      expect(await store.listUnended('local', { afterId: '', limit: 9 })).toHaveLength(3)
    })

    test('a paused sandbox that is being resumed counts as running until its operation is cleared', async () => {
      const limits = { ...noLimits, runningSandboxes: 2 }
      await store.setTeamLimits('t1', limits)
      for (const id of ['ia', 'ib', 'ic', 'id']) await store.insertSandbox(sandbox(id, { state: 'paused' }))
      const resume = (id: string) =>
        store.changeSandbox(id, () => ({
          change: { changedAtMs: 5, operation: { verb: 'resume', by: 'a', untilMs: 1 } },
          ...{ isPlacement: true, needsAdmission: true },
        }))
      const results = await Promise.allSettled(['ia', 'ib', 'ic', 'id'].map(resume))
      const begun = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      expect(begun).toHaveLength(2)
      expect(begun.map((one) => one?.epoch)).toEqual([2, 2])
      expect((await store.teamUsage('t1', { nowMs: 9, without: [] })).runningSandboxes).toBe(2)
      const [first] = begun
      await store.changeSandbox(first?.sandboxId ?? '', () => ({
        change: { changedAtMs: 6, operation: null },
      }))
      expect((await store.teamUsage('t1', { nowMs: 9, without: [] })).runningSandboxes).toBe(1)
    })

    test('a place for traffic is held until its end, and for no longer', async () => {
      const operation = { verb: 'traffic', by: 'a', untilMs: 100 } as const
      await store.insertSandbox(sandbox('ia', { state: 'paused', operation }))
      const countAt = async (nowMs: number) =>
        (await store.teamUsage('t1', { nowMs, without: [] })).runningSandboxes
      expect([await countAt(99), await countAt(100)]).toEqual([1, 0])
    })

    test('operations are listed, and renewed by whoever has them', async () => {
      const by = (name: string) => ({ verb: 'pause', by: name, untilMs: 10 }) as const
      await store.insertSandbox(sandbox('ia', { operation: by('a') }))
      await store.insertSandbox(sandbox('ib', { operation: by('b') }))
      await store.insertSandbox(sandbox('ic'))
      await store.renewOperations('a', ['ia', 'ib', 'ic'], 20)
      const listed = await store.listOperations()
      expect(listed.sort((x, y) => (x.sandboxId < y.sandboxId ? -1 : 1))).toEqual([
        { sandboxId: 'ia', nodeId: 'local', operation: { ...by('a'), untilMs: 20 } },
        { sandboxId: 'ib', nodeId: 'local', operation: by('b') },
      ])
      expect((await store.findSandbox('ic'))?.operation).toBeNull()
    })

    test('the clock of the database is told in milliseconds since 1970', async () => {
      const beforeMs = Date.now()
      const readMs = await store.readClock()
      expect(readMs).toBeGreaterThan(beforeMs - 1_000)
      expect(readMs).toBeLessThan(Date.now() + 1_000)
    })

    test('a lease is held by one process until it ends or is released', async () => {
      const take = (by: string, nowMs: number) => store.takeLease('node', by, { nowMs, untilMs: nowMs + 10 })
      const taken = await Promise.all(['a', 'b', 'c'].map((by) => take(by, 0)))
      expect(taken.filter((isTaken) => isTaken)).toHaveLength(1)
      const holder = ['a', 'b', 'c'].find((_, index) => taken[index]) ?? ''
      expect(await take(holder, 5)).toBe(true)
      expect(await take('d', 14)).toBe(false)
      expect(await take('d', 15)).toBe(true)
      expect(await take(holder, 16)).toBe(false)
      await store.releaseLease('node', holder)
      expect(await take(holder, 16)).toBe(false)
      await store.releaseLease('node', 'd')
      expect(await take(holder, 16)).toBe(true)
    })

    test('processes that live are counted, and those that do not renew are not', async () => {
      const renew = (id: string, nowMs: number) => store.renewReplica(id, { nowMs, untilMs: nowMs + 10 })
      expect([await renew('a', 0), await renew('b', 1), await renew('a', 5)]).toEqual([1, 2, 2])
      expect(await renew('a', 11)).toBe(1)
      await renew('c', 12)
      await store.removeReplica('c')
      expect(await renew('a', 13)).toBe(1)
    })

    test('what is discarded is gone with its metadata, and its id is free', async () => {
      await store.insertSandbox(sandbox('ia', { state: 'creating', metadata: { a: '1' } }))
      await store.discardSandbox('ia')
      await store.discardSandbox('ia')
      expect(await store.findSandbox('ia')).toBeUndefined()
      await store.insertSandbox(sandbox('ia', { metadata: { a: '2' } }))
      expect(await ids({ metadata: { a: '1' } })).toEqual([])
    })

    test('what somebody was told of is not discarded', async () => {
      await store.insertSandbox(sandbox('ia'))
      await store.discardSandbox('ia')
      expect(await store.findSandbox('ia')).toEqual(sandbox('ia'))
    })

    test('a list is newest first, ties by id, of one team and of the states asked for', async () => {
      await store.insertSandbox(sandbox('ib', { startedAtMs: 1 }))
      await store.insertSandbox(sandbox('ia', { startedAtMs: 1 }))
      await store.insertSandbox(sandbox('ic', { startedAtMs: 2 }))
      await store.insertSandbox(sandbox('id', { teamId: 't2' }))
      await store.insertSandbox(sandbox('ie', { state: 'ended' }))
      expect(await ids()).toEqual(['ic', 'ia', 'ib'])
      expect(await ids({ states: [] })).toEqual([])
      expect(await ids({ teamId: 't2' })).toEqual(['id'])
    })

    test('ids are compared byte by byte, as the code compares them', async () => {
      for (const id of ['ia', 'iB', 'i_', 'i1']) await store.insertSandbox(sandbox(id, { startedAtMs: 1 }))
      expect(await ids()).toEqual(['i1', 'iB', 'i_', 'ia'])
    })

    test('a page goes on after the last item, also among equals and when that item is gone', async () => {
      for (const id of ['ia', 'ib', 'ic', 'id'])
        await store.insertSandbox(sandbox(id, { startedAtMs: id === 'id' ? 2 : 1 }))
      expect(await ids({ limit: 2 })).toEqual(['id', 'ia'])
      await store.changeSandbox('ia', () => to('ended', { changedAtMs: 5 }))
      expect(await ids({ after: { atMs: 1, id: 'ia' } })).toEqual(['ib', 'ic'])
    })

    test('in ascending order a list and its pages are turned round', async () => {
      for (const id of ['ia', 'ib', 'ic', 'id'])
        await store.insertSandbox(sandbox(id, { startedAtMs: id === 'id' ? 2 : 1 }))
      expect(await ids({ order: 'asc' })).toEqual((await ids()).reverse())
      expect(await ids({ order: 'asc', after: { atMs: 1, id: 'ib' } })).toEqual(['ia', 'id'])
      expect(await ids({ order: 'asc', limit: 1 })).toEqual(['ic'])
    })

    test('a list can be of one template, and of what started at an instant or later', async () => {
      await store.insertSandbox(sandbox('ia', { startedAtMs: 1 }))
      await store.insertSandbox(sandbox('ib', { startedAtMs: 2 }))
      await store.insertSandbox(sandbox('ic', { startedAtMs: 3, templateId: 'other' }))
      expect(await ids({ startedSinceMs: 2 })).toEqual(['ic', 'ib'])
      expect(await ids({ templateId: 'tpl' })).toEqual(['ib', 'ia'])
      const query = {
        teamId: 't1',
        states: running,
        nowMs: 0,
        metadata: {},
        templateId: 'tpl',
        startedSinceMs: 2,
      }
      expect(await store.countSandboxes(query)).toBe(1)
    })

    test('sandboxes are counted by team, without those whose time is up', async () => {
      await store.insertSandbox(sandbox('ia'))
      await store.insertSandbox(sandbox('ib'))
      await store.insertSandbox(sandbox('ic', { endAtMs: 5 }))
      await store.insertSandbox(sandbox('id', { state: 'paused' }))
      await store.insertSandbox(sandbox('ie', { teamId: 't2', state: 'paused' }))
      expect([...(await store.countByTeam(running, 10))]).toEqual([['t1', 2]])
      expect([...(await store.countByTeam(['paused'], 10))].sort()).toEqual([
        ['t1', 1],
        ['t2', 1],
      ])
    })

    test('all pairs of a metadata filter must match exactly', async () => {
      await store.insertSandbox(sandbox('ia', { metadata: { app: 'x', user: '1' } }))
      await store.insertSandbox(sandbox('ib', { metadata: { app: 'x', user: '2' } }))
      expect(await ids({ metadata: { app: 'x' } })).toEqual(['ia', 'ib'])
      expect(await ids({ metadata: { app: 'x', user: '2' } })).toEqual(['ib'])
      expect(await ids({ metadata: { app: 'X' } })).toEqual([])
      const query = { teamId: 't1', states: running, nowMs: 0, metadata: { app: 'x' } }
      expect(await store.countSandboxes(query)).toBe(2)
    })

    test('a running sandbox is listed until its time is up, a paused one goes on', async () => {
      await store.insertSandbox(sandbox('ia', { endAtMs: 20 }))
      await store.insertSandbox(sandbox('ib', { endAtMs: 21 }))
      await store.insertSandbox(sandbox('ic', { endAtMs: 10, state: 'paused' }))
      expect(await ids({ nowMs: 20, states: ['running', 'paused'] })).toEqual(['ib', 'ic'])
      const paused = { ...killed, onTimeout: 'pause' } as const
      await store.insertSandbox(sandbox('id', { endAtMs: 10, lifecycle: paused }))
      expect(await ids({ nowMs: 20 })).toEqual(['ib', 'id'])
    })

    test('what has not ended is listed over all teams, and old ends are forgotten', async () => {
      await store.insertSandbox(sandbox('ia'))
      await store.insertSandbox(sandbox('ib', { teamId: 't2', state: 'creating' }))
      await store.insertSandbox(sandbox('ic', { state: 'ended', endedAtMs: 10 }))
      await store.insertSandbox(sandbox('id', { state: 'ended', endedAtMs: 20 }))
      const unended = async (afterId: string, limit: number) =>
        (await store.listUnended('local', { afterId, limit })).map(({ sandboxId }) => sandboxId)
      expect(await unended('', 9)).toEqual(['ia', 'ib'])
      expect(await unended('', 1)).toEqual(['ia'])
      expect(await unended('ia', 1)).toEqual(['ib'])
      expect(await unended('ib', 1)).toEqual([])
      expect(await store.pruneEnded(20)).toBe(1)
      expect(await store.findSandbox('ic')).toBeUndefined()
      expect(await store.findSandbox('id')).toBeDefined()
    })

    test('a template is not removed while a sandbox stands on it', async () => {
      await store.syncTemplates([template(firstBuild, 1)])
      for (const state of ['creating', 'running', 'pausing', 'paused', 'killing'] as const) {
        await store.insertSandbox(sandbox(state, { state }))
        expect(await store.removeTemplate('tpl')).toEqual({ kind: 'inUse', sandboxId: state })
        await store.changeSandbox(state, () => to('ended', { changedAtMs: 5 }))
      }
      expect((await store.removeTemplate('tpl')).kind).toBe('removed')
    })

    describeSnapshots(() => store)
    describeNodes(() => store, sandbox)
    describeArtifacts(() => store, sandbox)
    describeVolumes(() => store, sandbox)
    describeEvents(() => store, sandbox)

    test('what was written is there when it is opened again', async ({ skip }) => {
      if (under.reopen === undefined) return skip('nothing outlives it')
      await store.insertSandbox(sandbox('ia', { metadata: { a: '1' } }))
      await store.syncTemplates([template(firstBuild, 1)])
      await store.close()
      store = await under.reopen()
      expect(await ids({ metadata: { a: '1' } })).toEqual(['ia'])
      expect(await store.findTemplateByAlias(null, 'base')).toBeDefined()
    })
  })
}
