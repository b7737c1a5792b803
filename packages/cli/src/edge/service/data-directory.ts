/** Whose the parts of the data directory are. Brought about at each start: ids may differ from those of the last one. */
import { chmod, chown, lchown, lstat, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ensureEgressAuthority, ensureTlsAuthority } from '@cay/kit/certificates/authority-files.ts'
import type { dataLayout } from '@cay/kit/data-layout.ts'
import { isErrno } from '@cay/kit/host/errno.ts'
import type { ServiceIds } from '@cay/kit/service-users.ts'
import type { Role } from '../../dialect/cluster/role.ts'

type Layout = ReturnType<typeof dataLayout>

const root = 0

export interface Owners {
  readonly ids: ServiceIds
  readonly hasTlsAuthority: boolean
  readonly hasObjectStore: boolean
  readonly role: Role
}

export async function setOwners(
  dataDir: string,
  layout: Layout,
  { ids, hasTlsAuthority, hasObjectStore, role }: Owners,
): Promise<void> {
  const { control, proxy, egress, agent } = ids.users
  await ownDirectory(layout.run, { uid: root, gid: root, mode: 0o711 })
  if (role !== 'node') {
    await ownDirectory(layout.control, { uid: control.uid, gid: control.uid, mode: 0o700 })
    await takeOverControlFiles(dataDir, layout.control)
    await ownFiles(layout.control, control.uid)
  }
  // Whose socket leads to control.
  const server = role === 'single' ? control.uid : agent.uid
  const sockets = [
    { of: layout.orchestratorSocket, uid: root, gid: ids.orchestratorCallers, mode: 0o2750 },
    { of: layout.vaultSocket, uid: server, gid: ids.vaultCallers, mode: 0o2750 },
    { of: layout.egressSocket, uid: egress.uid, gid: egress.uid, mode: 0o700 },
  ]
  for (const { of, ...owner } of sockets) await ownDirectory(dirname(of), owner)
  // Root's own service is the only caller.
  if (hasObjectStore || role !== 'single')
    await ownDirectory(dirname(layout.artifactsSocket), { uid: server, gid: server, mode: 0o700 })
  if (role !== 'single') await ownMemberDirectories(layout, ids)
  await ensureEgressAuthority(layout.egressAuthority)
  await ownSecrets(layout.egressAuthority, egress.uid)
  if (!hasTlsAuthority) return
  await ensureTlsAuthority(layout.tlsAuthority)
  await ownSecrets(layout.tlsAuthority, proxy.uid)
}

/** What the agent of a node writes, and what others read of it. */
async function ownMemberDirectories(layout: Layout, { users, clusterCallers }: ServiceIds): Promise<void> {
  const { uid } = users.agent
  await ownSecrets(layout.nodeIdentity, uid)
  await ownDirectory(layout.edgeIdentity, { uid, gid: users.proxy.uid, mode: 0o2750 })
  await ownDirectory(dirname(layout.clusterSocket), { uid, gid: clusterCallers, mode: 0o2750 })
}

export async function ownDirectory(
  path: string,
  { uid, gid, mode }: { uid: number; gid: number; mode: number },
): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await chown(path, uid, gid)
  // Last: a change of the owner takes the setgid bit away.
  await chmod(path, mode)
}

async function ownSecrets(directory: string, uid: number): Promise<void> {
  await ownDirectory(directory, { uid, gid: uid, mode: 0o700 })
  await ownFiles(directory, uid)
}

/** Links are not followed: whoever writes into the directory must not be given what lies elsewhere. */
async function ownFiles(directory: string, uid: number): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = `${directory}/${name}`
    const found = await lstat(path)
    if (found.isFile() && (found.uid !== uid || found.gid !== uid)) await lchown(path, uid, uid)
  }
}

const isControlFile = (name: string) =>
  name.startsWith('cay.db') || ['api-key', 'admin-token', 'secrets-key'].includes(name)

/** What scripts of operators read. */
const keptNames = ['api-key', 'admin-token']

/**
 * An earlier version, whose services were all root, had control's files in the data directory itself. They are moved; the
 * two that operators read are still found under their former names.
 */
async function takeOverControlFiles(dataDir: string, control: string): Promise<void> {
  for (const name of (await readdir(dataDir)).filter(isControlFile)) {
    const former = `${dataDir}/${name}`
    if (!(await lstat(former)).isFile()) continue
    if (await isThere(`${control}/${name}`))
      throw new Error(`both ${former} and ${control}/${name} exist: move the one that is not in use away`)
    await rename(former, `${control}/${name}`)
  }
  for (const name of keptNames) await linkTo(`control/${name}`, `${dataDir}/${name}`)
  for (const name of ['orchestrator', 'egress', 'vault'])
    await rm(`${dataDir}/run/${name}.sock`, { force: true })
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false
    throw error
  }
}

async function linkTo(target: string, path: string): Promise<void> {
  try {
    await symlink(target, path)
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error
  }
}
