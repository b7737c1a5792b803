/** Calls every method of the store, with all forms of arguments that produce a different statement. */
import type { NewEvent } from '@cay/control/ports/event.ts'
import type { NodeTemplate } from '@cay/control/ports/orchestrator.ts'
import type { SandboxDecision, SandboxRecord } from '@cay/control/ports/sandbox.ts'
import type { Store } from '@cay/control/ports/store.ts'
import { lifecycleTypes } from '@cay/core/event/lifecycle.ts'
import { nodeReport } from './store-nodes.ts'

const team = { teamId: 't', slug: 'team', name: 'Team' }
const resources = { cpuCount: 1, memoryMb: 128, diskSizeMb: 1 }
const killed = { onTimeout: 'kill', filesOnly: false, autoResume: false, autoResumeSeconds: 0 } as const
const buildId = '00000000-0000-4000-8000-000000000001'
const template: NodeTemplate = {
  templateId: 'tpl',
  buildId,
  alias: 'base',
  resources,
  envdVersion: '1',
  createdAtMs: 1,
}

export function sandbox(sandboxId: string): SandboxRecord {
  return {
    ...{ sandboxId, teamId: 't', templateId: 'tpl', buildId, alias: null, state: 'running', generation: 1 },
    ...{ epoch: 1, nodeId: 'local', originId: null, operation: null },
    ...{ startedAtMs: 1, runsSinceMs: 1, endAtMs: 9, changedAtMs: 1, endedAtMs: null, endReason: null },
    ...{ lifecycle: killed, pausedFilesOnly: null, isSecured: true, allowInternetAccess: null },
    ...{
      network: null,
      egress: null,
      ingress: null,
      iam: null,
      metadata: { a: 'b' },
      resources,
      envdVersion: '1',
    },
  }
}

const event: NewEvent = {
  ...{ atMs: 1, teamId: 't', kind: 'x', actor: 'system', keyId: null, sandboxId: 'ia', subject: null },
  ...{ outcome: 'done', status: null, reason: null },
}

const after = { atMs: 1, id: 'x' }
export async function callEveryMethod(store: Store): Promise<void> {
  await callTeams(store)
  await callTemplates(store)
  await callBuilds(store)
  await callSandboxes(store)
  await callSecrets(store)
  await callUsedLinks(store)
  await callNodes(store)
  await callSnapshots(store)
  await callEvents(store)
  await callArtifacts(store)
  await callReplicas(store)
  await callMembers(store)
  await callVolumes(store)
}

async function callTeams(store: Store): Promise<void> {
  await store.ensureTeam(team, 1)
  await store.addTeam({ ...team, teamId: 'u', slug: 'other' }, 1)
  await store.findTeam('t')
  await store.findTeamsBySlug(['team', 'other'])
  await store.listTeams()
  await store.setTeamLimits('t', {
    ...{ runningSandboxes: 9, cpus: 9, memoryMb: 9_999, diskMb: 9, volumeMb: 9, requestsPerMinute: 1 },
  })
  await store.setTeamNodeLabels('t', ['gpu'])
  await store.addApiKey({
    ...{ keyId: 'k', teamId: 't', name: 'n', hash: 'h', maskedStart: 'a', maskedEnd: 'b', scope: 'full' },
    ...{ createdAtMs: 1, lastUsedAtMs: null, expiresAtMs: null },
  })
  await store.findApiKey('h')
  await store.listLoginKeys('t', 'u')
  await store.hasApiKeys('t')
  await store.listApiKeys('t')
  await store.renameApiKey('t', 'k', 'm')
  await store.markApiKeyUsed('k', 2)
  await store.removeApiKey('t', 'k')
  await store.getOrCreateSecret('s', () => 'x')
}

async function callTemplates(store: Store): Promise<void> {
  await store.syncTemplates([template])
  await store.syncTemplates([template], { isComplete: false })
  await store.findTemplateByAlias(null, 'base')
  await store.findTemplateByAlias('team', 'base')
  await store.findTemplate('tpl')
  await store.findBuild('tpl', 'default')
  await store.findBuild('tpl', buildId)
}

async function callBuilds(store: Store): Promise<void> {
  const id = '00000000-0000-4000-8000-000000000002'
  const build = {
    teamId: 't',
    teamSlug: 'team',
    alias: 'own',
    tags: ['a', 'b'],
    templateId: 'own',
    resources,
  }
  await store.addBuild({ ...build, buildId: id, nowMs: 1 })
  await store.findBuildDetail(id)
  await store.changeBuild(id, () => ({ updatedAtMs: 2 }))
  await store.changeBuild(id, () => ({ updatedAtMs: 2, state: 'building', nodeId: 'a', order: 'sealed' }))
  await store.findBuildOrder(id)
  await store.retryBuild(id, { lostNodeId: 'a', nodeId: 'b', logsBefore: 1, nowMs: 2 })
  await store.changeBuild(id, () => ({
    ...{ updatedAtMs: 2, state: 'ready', envdVersion: '1', finishedAtMs: 2, reason: 'x', reasonStep: '1' },
    isOnNode: true,
  }))
  await store.listBuildsInState('building')
  await store.countBuildsUnderWay('t', 1)
  for (const countsStored of [false, true]) {
    await store.markMadeBuilds('b', [], 9, { countsStored })
    await store.markMadeBuilds('b', [id], 9, { countsStored })
  }
  await store.unknownBuilds([id])
  await store.addBuildLogs(id, [{ number: 0, timestampMs: 1, level: 'info', message: 'm', step: '' }])
  await store.countBuildLogs(id)
  await store.listBuildLogs(id, { levelMin: 'info', offset: 0, limit: 1 })
  for (const direction of ['forward', 'backward'] as const)
    for (const from of [{}, { fromNumber: 1 }, { fromMs: 1 }])
      await store.pageBuildLogs(id, { levelMin: 'info', direction, limit: 1, ...from })
  await store.findTemplateDetail('own')
  for (const order of ['asc', 'desc'] as const)
    for (const from of [{}, { limit: 1 }, { limit: 1, after }])
      await store.listTemplates({ teamId: 't', order, ...from })
  await store.listBuilds({ templateId: 'own', limit: 1 })
  await store.listBuilds({ templateId: 'own', limit: 1, after })
  await store.setTemplatePublic('own', true, 3)
  await store.assignTags('own', id, { tags: ['c'], nowMs: 3 })
  await store.removeTags('own', ['c'])
  await store.listTags('own')
  await callDashboard(store, id)
}

async function callDashboard(store: Store, id: string): Promise<void> {
  for (const one of [{}, { templateId: 'own' }, { buildId: id }, { states: ['ready' as const] }, { after }])
    await store.listTeamBuilds({ teamId: 't', limit: 1, ...one })
  await store.findTeamBuilds('t', [id])
  for (const order of ['asc', 'desc'] as const)
    for (const column of ['created', 'updated'] as const)
      for (const one of [{}, { after }, { isPublic: true }, { isPublic: false }, { search: 'a' }])
        await store.listVisibleTemplates({ teamId: 't', column, order, limit: 1, ...one })
  for (const order of ['asc', 'desc'] as const)
    for (const column of ['latest', 'name'] as const)
      for (const one of [{}, { after }, { search: 'a' }])
        await store.listTagGroups({
          ...{ templateId: 'own', column, order, limit: 1, assignmentLimit: 1, ...one },
        })
  await store.findListedTemplate('own')
  await store.countReadyTags('own')
  for (const one of [{}, { after }])
    await store.listTagAssignments({ templateId: 'own', tag: 'b', limit: 1, ...one })
}

async function callSandboxes(store: Store): Promise<void> {
  await store.insertSandbox(sandbox('ia'))
  const createKey = { key: 'k', digest: 'd' }
  await store.insertSandbox(sandbox('ib'), { needsAdmission: true, createKey })
  await store.findFirstCreate('t', 'k')
  await store.changeSandbox('ia', () => ({
    ...{ change: { changedAtMs: 1 }, isPlacement: true, needsAdmission: true },
  }))
  await store.findSandbox('ia')
  await store.locateSandbox('ia')
  await store.findSandboxes(['ia', 'ib'])
  const change = (sandboxId: string, decision: SandboxDecision) =>
    store.changeSandbox(sandboxId, () => decision)
  await change('ia', {
    change: { startedAtMs: 2, runsSinceMs: 2, changedAtMs: 2 },
    transition: { event: 'created', to: 'running', keyId: null },
  })
  await change('ia', {
    change: { changedAtMs: 4_000_000 },
    transition: { event: 'paused', to: 'paused', keyId: null },
  })
  await change('ib', {
    change: { endedAtMs: 9, changedAtMs: 8_000_000 },
    transition: { event: 'killed', to: 'ended', keyId: null },
  })
  await callLists(store)
  await store.countByTeam(['running'], 1)
  await store.listOperations()
  await store.renewOperations('r', ['ia', 'ib'], 9)
  await store.teamUsage('t', { nowMs: 1, without: [] })
  await store.teamUsage('t', { nowMs: 1, without: ['ia'] })
  await store.listUnended('local', { afterId: '', limit: 1 })
  await store.readTeamActivity('t', { startMs: 0, endMs: 9 })
  await store.pruneEnded(10)
  await store.discardSandbox('ia')
}

async function callLists(store: Store): Promise<void> {
  const either = <T>(value: T): readonly (T | Record<string, never>)[] => [{}, value]
  for (const states of [['running'], ['paused', 'pausing'], ['running', 'paused', 'pausing']] as const)
    for (const metadata of [{}, { a: 'b' }, { a: 'b', c: 'd' }])
      for (const template of either({ templateId: 'tpl' }))
        for (const since of either({ startedSinceMs: 1 })) {
          const query = { teamId: 't', states, nowMs: 1, metadata, ...template, ...since }
          if (states.length === 1) await store.countSandboxes(query)
          for (const order of ['asc', 'desc'] as const)
            for (const from of either({ after }))
              await store.listSandboxes({ ...query, order, limit: 1, ...from })
        }
}

async function callSecrets(store: Store): Promise<void> {
  await store.insertSecret({
    ...{ secretId: 's', teamId: 't', name: 'n', sealed: 'x', version: 1, metadata: {} },
    ...{ createdAtMs: 1, updatedAtMs: 1 },
  })
  await store.findSecret('t', { name: 'n' })
  await store.findSecret('t', { secretId: 's' })
  await store.updateSecret('s', { sealed: 'y', updatedAtMs: 2 })
  await store.updateSecret('s', { sealed: 'y', updatedAtMs: 2, metadata: {} })
  await store.listSecrets('t', { limit: 1 })
  await store.listSecrets('t', { limit: 1, after })
  await store.countSecrets('t')
  await store.removeSecret('s')
  await store.listSigningKeys()
  await store.addSigningKey({ keyId: 'k', sealed: 'x', publicKey: {}, createdAtMs: 1 }, 0)
}

async function callUsedLinks(store: Store): Promise<void> {
  await store.useLink({ id: 'l', expiresAtMs: 2, nowMs: 1 })
  await store.isLinkUsed('l')
  await store.forgetLink('l')
}

async function callNodes(store: Store): Promise<void> {
  await store.addNode({ nodeId: 'a', name: 'a', labels: [], nowMs: 1 })
  const renewal = {
    nodeId: 'a',
    incarnation: 1,
    bootId: 'b',
    renewedAtMs: 2,
    clockSkewMs: 0,
    report: nodeReport,
  }
  await store.renewNodes([renewal])
  await store.findNode('a')
  await store.listNodes()
  await store.setNodeStatus('a', 'draining', 2)
  await store.setNodeLabels('a', ['x'])
  await store.followNodes('r', 2, { nowMs: 2, untilMs: 3 })
  await store.releaseNodes('r')
  await store.detachStored('a')
  await store.loseNode('a', 1, 3)
  await store.confirmLoss('a', 2, 1)
  await store.listNodeVolumes('a', 1)
  await store.listNodeVolumes('local', 1)
  for (const withVolumes of [false, true]) await store.removeNode('a', { withVolumes })
}

async function callSnapshots(store: Store): Promise<void> {
  const made = {
    teamId: 't',
    teamSlug: 'team',
    tag: 'default',
    sandboxId: 'ia',
    nodeId: 'local',
    diskMb: 1,
    nowMs: 1,
  }
  const build = { buildId: '00000000-0000-4000-8000-000000000003', resources, envdVersion: '1' }
  await store.addSnapshot({ ...made, alias: 'snap', templateId: 'snap', build })
  for (const query of [{}, { name: 'snap' }, { tag: 'default' }, { sandboxId: 'ia' }, { after }])
    await store.listSnapshots({ teamId: 't', teamSlug: 'team', limit: 1, ...query })
  await store.listSnapshotBuilds('local')
  await store.markSnapshotBuilds(false, [build.buildId])
  await store.removeTemplate('snap')
}

async function callEvents(store: Store): Promise<void> {
  await store.appendEvents([event, event])
  for (const team of [{}, { teamId: 't' }])
    for (const sandbox of [{}, { sandboxId: 'ia' }])
      for (const kind of [{}, { kind: 'x' }])
        for (const page of [{}, { before: 9 }])
          await store.listEvents({ limit: 1, ...team, ...sandbox, ...kind, ...page })
  await store.relayEvents()
  await store.beginExport('otlp')
  await store.readExport('otlp', 5)
  await store.confirmExport('otlp', 1)
  await callLedger(store)
  await callWebhooks(store)
}

async function callLedger(store: Store): Promise<void> {
  const sign = () => 'signed'
  await store.signLedgers(sign, 1)
  for (const since of [{}, { sinceMs: 1 }])
    for (const afterSeq of [0, 1])
      await store.readLedger({ teamId: 't', afterSeq, limit: 1, ...since }, { sign, nowMs: 1 })
  await store.listLedgers()
  // Twice: the first cuts the chain, and the second has nothing left to do.
  for (const beforeMs of [0, 9])
    await store.pruneEvents({ beforeMs, perTeamMax: 1, nowMs: 1 }, { sign, isSigned: () => true })
}

async function callWebhooks(store: Store): Promise<void> {
  const webhook = {
    ...{ webhookId: 'w', teamId: 't', name: 'n', url: 'http://a.test', isEnabled: true },
    ...{ events: lifecycleTypes, sealedSecret: 's', secretMask: 'm', createdAtMs: 1 },
  }
  await store.insertWebhook(webhook, 5)
  await store.findWebhook('t', 'w')
  await store.listWebhooks('t')
  await store.updateWebhook('t', 'w', {}, 1)
  await store.updateWebhook('t', 'w', { ...webhook, name: 'm' }, 1)
  await store.hasWebhooks()
  await store.insertSandbox(sandbox('ihook'))
  for (const to of ['pausing', 'paused'] as const)
    await store.changeSandbox('ihook', () => ({
      change: { changedAtMs: 2 },
      transition: { event: to === 'paused' ? 'paused' : 'pauseRequested', to, keyId: null },
    }))
  await store.relayEvents()
  for (const order of ['asc', 'desc'] as const)
    for (const only of [{}, { sandboxId: 'ihook' }])
      await store.listSandboxEvents({ teamId: 't', offset: 0, limit: 1, order, ...only })
  const lease = { senderId: 'p', nowMs: 5, untilMs: 9 }
  await store.findDueWebhooks(5, lease)
  await store.takeWebhook('w', lease)
  const [due] = await store.listDue('w', 5, 5)
  if (due === undefined) throw new Error('nothing is due')
  const failed = { ...due, state: 'pending', attempts: 1, nextAtMs: 9, status: 500, error: 'x' } as const
  for (const state of ['pending', 'delivered'] as const)
    await store.recordResults('w', [{ ...failed, state }], 5)
  for (const state of [{}, { state: 'pending' }, { state: 'dead' }, { state: 'delivered' }] as const)
    for (const page of [{}, { before: 9 }])
      await store.listDeliveries({ webhookId: 'w', limit: 1, ...state, ...page })
  await store.countWaiting()
  await store.redeliver('w', due.deliveryId, 5)
  await store.releaseWebhook('w', 'p')
  await store.expireDeliveries(1, 1)
  await store.pruneDeliveries(1)
  await store.pruneSandboxEvents(1)
  await store.removeWebhook('t', 'w')
}

async function callArtifacts(store: Store): Promise<void> {
  const attempt = { artifactId: 'a', attempt: 1 }
  const begin = { artifactId: 'a', kind: 'pause', nowMs: 1, sealKey: () => 'key' } as const
  for (const _ of ['first', 'again']) await store.beginArtifact(begin)
  await store.noteObjects(attempt, 1)
  const none = { runtimeId: '', rootfsId: '', sealedRecord: '', alias: '', templateId: '', cpuFeatures: '' }
  const facts = { artifactId: 'a', attempt: 2, manifest: '{}', storedBytes: 1, sandboxId: 'ia', ...none }
  await store.commitArtifact({ ...facts, rootfsId: 'rootfs' }, 1)
  await store.commitArtifact(facts, 1)
  await store.findArtifact('a')
  await store.findStored(['a'], 1)
  await store.findStoredPause('ia')
  await store.listOfferableBuilds(['a', 'b'])
  await store.listStoredRecipes('base')
  await store.beginArtifact({ ...begin, artifactId: 'l', kind: 'logs' })
  const segment = { sandboxId: 'ia', stream: 'log', startByte: 0, bytes: 1, expiresAtMs: 9 } as const
  const segments = [{ ...segment, firstNumber: 1, lastNumber: 2, replacesFrom: 1, keptFrom: 1 }]
  await store.commitArtifact({ ...facts, artifactId: 'l', attempt: 1, segments }, 1)
  await store.listLogSegments(['ia', 'ib'])
  await store.isNeededOn('n', 'rootfs')
  await store.listBuildCpuFeatures()
  await store.listForeign('n', ['a', 'l'])
  await store.findUpload(attempt)
  await store.grantUploads('n', ['a'], 1)
  await store.listUploadGrants(['a'])
  await store.releaseArtifacts(['a'], 1)
  await store.releaseUnused(1)
  await store.listGarbage(1, { afterId: 'a', limit: 10 })
  await store.forgetGarbage(attempt)
}

async function callReplicas(store: Store): Promise<void> {
  const lease = { nowMs: 1, untilMs: 2 }
  await store.readClock()
  await store.renewReplica('r', lease)
  await store.removeReplica('r')
  await store.takeLease('node', 'r', lease)
  await store.releaseLease('node', 'r')
}

async function callMembers(store: Store): Promise<void> {
  const token = { tokenId: 't', secretHash: 'h', expiresAtMs: 9, nodeId: null }
  const join = { tokenId: 't', keyHash: 'k', nodeId: 'n-a', name: 'a', serial: '1', nowMs: 1 }
  await store.addJoinToken(token)
  await store.findJoinToken('t')
  await store.joinMember(join)
  await store.joinMember(join)
  await store.findMember('n-a')
  await store.renewMember('n-a', { held: '1', issued: '2' })
  await store.renewAddress('a:3003', { nowMs: 1, untilMs: 2 })
  await store.removeAddress('a:3003')
  await store.revokeMember('n-a')
}

const inDirectory = { directoryId: 'd', attachEpoch: 0, formerNodeIds: null }

async function callVolumes(store: Store): Promise<void> {
  const volumeId = '00000000-0000-4000-8000-00000000000a'
  const volume = {
    volumeId,
    teamId: 't',
    name: 'data',
    sizeMb: 1,
    nodeId: 'a',
    createdAtMs: 1,
    ...inDirectory,
  }
  await store.insertVolume(volume, 9)
  await store.publishVolume(volumeId)
  await store.abandonVolumes(0)
  await store.findVolume('t', volumeId)
  await store.listVolumes('t')
  await store.listNodeVolumeUsers('a')
  await store.findVolumeUser('t', volumeId)
  const claim = { teamId: 't', volumeIds: [volumeId], sandboxId: 's', directoryId: 'd' }
  await store.claimVolumes('b', claim)
  await store.confirmAttached(volumeId, 1)
  await store.deleteUnusedVolume('t', volumeId)
  await store.markVolumeDeleted(volumeId)
  await store.listDeletedVolumes()
  await store.removeVolume(volumeId)
}
