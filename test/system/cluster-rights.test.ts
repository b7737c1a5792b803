/** What a node of a cluster may ask control for: its certificate is good, and it asks for what is on another node. */
import { uploadArtifactId } from '@cay/blobs/app/upload-id.ts'
import { ArtifactKind, Artifacts } from '@cay/contract/gen/artifact/artifact_pb.js'
import { Consent } from '@cay/contract/gen/consent/consent_pb.js'
import { Vault } from '@cay/contract/gen/vault/vault_pb.js'
import type { SimulatedBuilder } from '@cay/control/sim/simulated-builder.ts'
import { Code, type ConnectError, createClient } from '@connectrpc/connect'
import { beforeEach, expect, test } from 'vitest'
import { type Cluster, callerHeader, startCluster } from './cluster-world.ts'
import { request, start } from './control-build-requests.ts'
import { field } from './control-world.ts'

const forever = { timeout: 24 * 3600 }

let cluster: Cluster
/** On n1. */
let sandboxId: string

beforeEach(async () => {
  cluster = await startCluster(2)
  await cluster.call('POST', '/secrets', { body: { name: 'key', value: 'of the team' } })
  cluster.nodeOf('n2').placesMax = 0
  await cluster.renewAll()
  sandboxId = await cluster.create(forever)
  expect(await cluster.placeOf(sandboxId)).toBe('n1')
})

const as = (nodeId: string) => ({ headers: { [callerHeader]: nodeId } })
const artifacts = () => createClient(Artifacts, cluster.transport())
const vault = () => createClient(Vault, cluster.transport())

async function refusalOf(asked: Promise<unknown>): Promise<Pick<ConnectError, 'code' | 'rawMessage'>> {
  const { code, rawMessage } = await asked.then(
    () => ({ code: 'granted', rawMessage: '' }) as never,
    (error: ConnectError) => error,
  )
  return { code, rawMessage }
}

const notOnNode = () => ({
  code: Code.PermissionDenied,
  rawMessage: `the sandbox '${sandboxId}' is not on node 'n2'`,
})
const notItsOwn = (artifactId: string) => ({
  code: Code.PermissionDenied,
  rawMessage: `the artifact '${artifactId}' is not one of node 'n2'`,
})

/** Pauses the sandbox, and returns the artifact that has it. */
async function storedPause(): Promise<string> {
  expect((await cluster.call('POST', `/sandboxes/${sandboxId}/pause`)).status).toBe(204)
  const stored = await cluster.store.findStoredPause(sandboxId)
  if (stored === undefined) throw new Error('the pause is not stored')
  return stored.artifactId
}

async function storeAs(nodeId: string, artifactId: string, kind: ArtifactKind, more = {}): Promise<void> {
  const { attempt } = await artifacts().beginArtifact({ artifactId, kind }, as(nodeId))
  await artifacts().commitArtifact({ artifactId, attempt, manifest: '{}', ...more }, as(nodeId))
}

test("a node cannot resolve the secrets of another node's sandbox", async () => {
  const request = { sandboxId, secrets: ['key'], tokens: [] }
  const { secrets } = await vault().resolveValues(request, as('n1'))
  expect(secrets).toHaveLength(1)
  expect(await refusalOf(vault().resolveValues(request, as('n2')))).toEqual(notOnNode())
})

test("a node cannot open the sealed header rules of another node's sandbox", async () => {
  const refusal = await refusalOf(vault().openRules({ sandboxId, sealed: 'any' }, as('n2')))
  expect(refusal).toEqual(notOnNode())
})

test("a node can neither read, link nor release the stored pause of another node's sandbox", async () => {
  const artifactId = await storedPause()
  expect(await refusalOf(artifacts().openArtifact({ artifactId }, as('n2')))).toEqual(notItsOwn(artifactId))
  const link = { artifactId, attempt: 1, number: 0 }
  expect(await refusalOf(artifacts().linkDownload(link, as('n2')))).toEqual(notItsOwn(artifactId))
  const release = { artifactIds: ['unknown', artifactId] }
  expect(await refusalOf(artifacts().releaseArtifacts(release, as('n2')))).toEqual(notItsOwn(artifactId))
  expect(await cluster.store.findStoredPause(sandboxId)).toMatchObject({ artifactId })
  await artifacts().releaseArtifacts(release, as('n1'))
  expect(await cluster.store.findStoredPause(sandboxId)).toBeUndefined()
})

test('a node reads the pause of a sandbox that was placed on it, and its origin does not any more', async () => {
  const artifactId = await storedPause()
  await cluster.pass(11_000)
  cluster.nodeOf('n1').cut()
  cluster.nodeOf('n2').placesMax = 100
  await cluster.pass(20_000)
  await cluster.store.changeSandbox(sandboxId, () => ({ change: { nodeId: 'n2', changedAtMs: 1 } }))
  // The simulated store has no key that control could open, which comes after the check.
  expect((await refusalOf(artifacts().openArtifact({ artifactId }, as('n2')))).code).toBe(Code.Internal)
  const { code } = await refusalOf(artifacts().openArtifact({ artifactId }, as('n1')))
  expect(code).toBe(Code.PermissionDenied)
})

test("a node gets no consent to resume another node's sandbox", async () => {
  await storedPause()
  const consent = (nodeId: string) =>
    createClient(Consent, cluster.transport()).admitResume(
      { sandboxId, generation: 1n, takesEpoch: true },
      as(nodeId),
    )
  const before = await cluster.store.findSandbox(sandboxId)
  expect(await refusalOf(consent('n2'))).toEqual({
    code: Code.FailedPrecondition,
    rawMessage: `sandbox '${sandboxId}' is on another node`,
  })
  expect(await cluster.store.findSandbox(sandboxId)).toEqual(before)
  expect((await consent('n1')).epoch).toBe(BigInt(before?.epoch ?? 0) + 1n)
})

test("a node cannot store a pause of another node's sandbox", async () => {
  const pausing = storeAs('n2', 'forged', ArtifactKind.PAUSE, { sandboxId, record: '{}', epoch: 99n })
  expect(await refusalOf(pausing)).toEqual(notItsOwn('forged'))
  expect(await cluster.store.findStoredPause(sandboxId)).toBeUndefined()
})

test("a node can neither upload into nor complete another node's attempt to store an artifact", async () => {
  await artifacts().beginArtifact({ artifactId: 'snapshot', kind: ArtifactKind.SNAPSHOT }, as('n1'))
  const object = { artifactId: 'snapshot', attempt: 1, number: 1, bytes: 1n, sha256: '00' }
  expect(await refusalOf(artifacts().linkUpload(object, as('n2')))).toEqual(notItsOwn('snapshot'))
  const commit = { artifactId: 'snapshot', attempt: 1, manifest: '{}' }
  expect(await refusalOf(artifacts().commitArtifact(commit, as('n2')))).toEqual(notItsOwn('snapshot'))
  const begin = { artifactId: 'snapshot', kind: ArtifactKind.SNAPSHOT }
  expect((await refusalOf(artifacts().beginArtifact(begin, as('n2')))).code).toBe(Code.PermissionDenied)
  await artifacts().commitArtifact(commit, as('n1'))
})

test('a node reads the builds that its sandboxes were made from, and no others', async () => {
  const { buildId } = (await cluster.store.findSandbox(sandboxId)) ?? { buildId: '' }
  await storeAs('n1', 'private', ArtifactKind.BUILD, { rootfsId: '' })
  await storeAs('n1', 'rootfs-private', ArtifactKind.ROOTFS)
  await storeAs('n1', 'other', ArtifactKind.BUILD, { rootfsId: 'rootfs-private' })
  for (const artifactId of ['private', 'other', 'rootfs-private'])
    expect(await refusalOf(artifacts().openArtifact({ artifactId }, as('n2')))).toEqual(notItsOwn(artifactId))
  await storeAs('n1', buildId, ArtifactKind.BUILD)
  expect((await artifacts().openArtifact({ artifactId: buildId }, as('n1'))).manifest).toBe('{}')
})

/** Files that a client uploads through control, which passes them to a node: its id. */
async function upload(hash: string): Promise<{ readonly artifactId: string; readonly receiver: string }> {
  const { templateID } = await request(cluster, { name: 'app' })
  const { body } = await cluster.call('GET', `/templates/${templateID}/files/${hash}`)
  expect(body).toMatchObject({ present: false })
  expect((await fetch(field(body, 'url'), { method: 'PUT', body: 'an archive' })).status).toBe(200)
  const received = cluster.nodes.find(({ clients }) => (clients.builder as SimulatedBuilder).files.size > 0)
  if (received === undefined) throw new Error('no node has got the files')
  const team = [...(received.clients.builder as SimulatedBuilder).files.keys()][0]?.split('/')[0] ?? ''
  return { artifactId: uploadArtifactId(team, hash), receiver: received.nodeId }
}

test('the files of a COPY step are for the node that was sent them and for nodes that build with them', async () => {
  const hash = 'a'.repeat(64)
  const { artifactId, receiver } = await upload(hash)
  const other = receiver === 'n1' ? 'n2' : 'n1'
  const begin = { artifactId, kind: ArtifactKind.UPLOAD }
  const refusal = { code: Code.PermissionDenied }
  await expect(artifacts().beginArtifact(begin, as(other))).rejects.toMatchObject(refusal)
  await storeAs(receiver, artifactId, ArtifactKind.UPLOAD)
  const attempts = () => [
    artifacts().openArtifact({ artifactId }, as(other)),
    artifacts().linkDownload({ artifactId, attempt: 1, number: 0 }, as(other)),
    artifacts().releaseArtifacts({ artifactIds: [artifactId] }, as(other)),
  ]
  for (const attempt of attempts()) await expect(attempt).rejects.toMatchObject(refusal)
  expect((await artifacts().openArtifact({ artifactId }, as(receiver))).manifest).toBe('{}')
  for (const { nodeId } of cluster.nodes) cluster.nodeOf(nodeId).placesMax = nodeId === other ? 100 : 0
  await cluster.renewAll()
  const building = await request(cluster, { name: 'app' })
  const steps = [{ type: 'COPY', args: ['a', 'b'], filesHash: hash }]
  expect((await start(cluster, building, { fromImage: 'debian', steps })).status).toBe(202)
  expect((await artifacts().openArtifact({ artifactId }, as(other))).manifest).toBe('{}')
})

test('a node cannot store files under the name of those that a client may upload later', async () => {
  const artifactId = uploadArtifactId('team', 'b'.repeat(64))
  for (const kind of [ArtifactKind.UPLOAD, ArtifactKind.SNAPSHOT])
    expect(await refusalOf(artifacts().beginArtifact({ artifactId, kind }, as('n2')))).toEqual(
      notItsOwn(artifactId),
    )
})

test('every node reads the builds of templates that come with Cay, and what they need', async () => {
  await storeAs('n1', 'rootfs-base', ArtifactKind.ROOTFS)
  const recipe = { rootfsId: 'rootfs-base', alias: 'base', templateId: 'base' }
  await storeAs('n1', 'base-build', ArtifactKind.BUILD, recipe)
  for (const artifactId of ['base-build', 'rootfs-base'])
    expect((await artifacts().openArtifact({ artifactId }, as('n2'))).manifest).toBe('{}')
})

test("a node is told nothing of the stored logs of another node's sandbox, and replaces none of them", async () => {
  const segment = { sandboxId, stream: 1, firstNumber: 1n, lastNumber: 5n, bytes: 9n, expiresAtMs: 1n << 50n }
  await storeAs('n1', 'logs-1', ArtifactKind.LOGS, { segments: [segment] })
  const forged = { ...segment, lastNumber: 9n, replacesFrom: 1n }
  await storeAs('n2', 'logs-2', ArtifactKind.LOGS, { segments: [forged] })
  const list = (nodeId: string) => artifacts().listLogSegments({ sandboxIds: [sandboxId] }, as(nodeId))
  expect((await list('n1')).segments).toMatchObject([{ artifactId: 'logs-1', lastNumber: 5n }])
  expect((await list('n2')).segments).toEqual([])
  expect(await refusalOf(artifacts().openArtifact({ artifactId: 'logs-1' }, as('n2')))).toEqual(
    notItsOwn('logs-1'),
  )
  expect((await artifacts().openArtifact({ artifactId: 'logs-1' }, as('n1'))).manifest).toBe('{}')
})

test('a node of a cluster can neither list nor forget what is to be removed from the object store', async () => {
  expect((await refusalOf(artifacts().takeGarbage({}, as('n2')))).code).toBe(Code.PermissionDenied)
  const forget = artifacts().forgetGarbage({ artifactId: 'a', attempt: 1 }, as('n2'))
  expect((await refusalOf(forget)).code).toBe(Code.PermissionDenied)
})
