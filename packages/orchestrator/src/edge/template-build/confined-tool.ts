/**
 * Runs a program in a network slot, with a root directory of its own, which lives in the slot's mount namespace and ends with
 * it.
 */
import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import { chmod, chown, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type RunOptions, type RunResult, run } from '@cay/kit/host/run.ts'
import {
  confinedArguments,
  dropSetup,
  enterMounts,
  renderToolMounts,
  setupPaths,
  toolPaths,
  toolResolvConf,
  toolUser,
} from '../../dialect/template-build/confined-tool.ts'
import type { NetworkSlot } from '../../ports/container.ts'
import { mountAll } from '../container/mounts.ts'

export interface ConfinedTool {
  /** Creates a directory below its work directory that it can write. The directories above stay owned by root. */
  makeDirectory(path: string): Promise<void>
  /** Writes a file into its home that only it can read. */
  put(path: string, text: string): Promise<void>
  run(argv: readonly string[], options: RunOptions): Promise<RunResult>
}

/** `directory` must be empty, and the caller removes it after the slot: the tool reads and writes there. */
export async function confineTool(directory: string, slot: NetworkSlot): Promise<ConfinedTool> {
  const root = `${directory}/root`
  const work = `${directory}/work`
  const shared = await makeRoot(root)
  await makeReadable(directory, 'work')
  const enter = enterMounts(slot)
  await mountAll(`${directory}/fstab`, renderToolMounts(directory, shared), enter)
  await run([...enter, 'pivot_root', root, `${root}${setupPaths.oldRoot}`])
  await run([...enter, ...dropSetup])
  return {
    async makeDirectory(path) {
      await makeReadable(work, path)
      await own(`${work}/${path}`, 0o700)
    },
    async put(path, text) {
      const file = `${root}${toolPaths.home}/${path}`
      await makeReadable(root, dirname(`${toolPaths.home}/${path}`))
      await writeFile(file, text, { mode: 0o600 })
      await own(file, 0o400)
    },
    run: (argv, options) => run(confinedArguments(slot, argv), options),
  }
}

async function own(path: string, mode: number): Promise<void> {
  await chown(path, toolUser, toolUser)
  await chmod(path, mode)
}

/** Programs and libraries, which every user of the node may read. */
const programs = '/usr'
const certificates = '/etc/ssl/certs'
const libraries = ['/lib', '/lib64']

/** Resolves with the directories of the node to be mounted. */
async function makeRoot(root: string): Promise<string[]> {
  const linked = libraries.filter((path) => existsSync(path) && lstatSync(path).isSymbolicLink())
  const shared = [programs, certificates, ...libraries.filter((path) => !linked.includes(path))].filter(
    (path) => existsSync(path),
  )
  for (const path of [...shared, toolPaths.home, toolPaths.work, ...Object.values(setupPaths), '/etc'])
    await makeReadable(root, path)
  for (const path of linked) await symlink(readlinkSync(path), `${root}${path}`)
  await writeFile(`${root}/etc/resolv.conf`, toolResolvConf)
  await chmod(`${root}/etc/resolv.conf`, 0o644)
  return shared
}

/** Creates the missing directories of the path, readable whatever the umask of the node is. */
async function makeReadable(above: string, path: string): Promise<void> {
  const names = path.split('/').filter((name) => name !== '')
  for (let depth = 0; depth <= names.length; depth++) {
    const directory = [above, ...names.slice(0, depth)].join('/')
    const isNew = (await mkdir(directory, { recursive: true })) !== undefined
    if (isNew) await chmod(directory, 0o755)
  }
}
