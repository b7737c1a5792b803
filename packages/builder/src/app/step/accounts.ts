/** The users of the sandbox, from its own files. */
import {
  chmodSync,
  chownSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { type Account, parseGroup, parsePasswd } from '@cay/core/process/accounts.ts'
import { addUser } from '@cay/core/template/add-user.ts'
import { StepFailure } from './step-failure.ts'

const files = { passwd: '/etc/passwd', group: '/etc/group', shadow: '/etc/shadow' } as const
const sudoRules = '/etc/sudoers.d'

export function findAccount(name: string): Account | undefined {
  const accounts = parsePasswd(readText(files.passwd) ?? '')
  return accounts.find((account) => account.name === name) ?? accounts.find(({ uid }) => String(uid) === name)
}

/** `USER[:GROUP]`, each a name or a number; without a group, the group of that name. */
export function resolveOwner(text: string): { uid: number; gid: number } {
  const [user = '', group = user] = text.split(':')
  const account = findAccount(user)
  const uid = account?.uid ?? numberOf(user)
  const found = parseGroup(readText(files.group) ?? '').find(({ name }) => name === group)
  const gid = found?.gid ?? (group === user ? account?.gid : undefined) ?? numberOf(group)
  if (uid === undefined) throw new StepFailure(`invalid user: '${user}'`)
  if (gid === undefined) throw new StepFailure(`invalid group: '${group}'`)
  return { uid, gid }
}

/** Says whether anything was changed. */
export function ensureUser(name: string, mayBecomeRoot: boolean): boolean {
  const isThere = findAccount(name) !== undefined
  if (!isThere && !/^[a-z_][a-z0-9_-]{0,31}$/.test(name))
    throw new StepFailure(`'${name}' cannot be the name of a user`)
  const hasRights = mayBecomeRoot && grantSudo(name)
  if (isThere) return hasRights
  const added = addUser(
    {
      passwd: readText(files.passwd) ?? '',
      group: readText(files.group) ?? '',
      shadow: readText(files.shadow),
    },
    { name, shell: '/bin/bash', isAdmin: mayBecomeRoot },
  )
  writeFileSync(files.passwd, added.files.passwd)
  writeFileSync(files.group, added.files.group)
  if (added.files.shadow !== undefined) writeFileSync(files.shadow, added.files.shadow)
  makeHome(added.account)
  return true
}

function grantSudo(name: string): boolean {
  const path = `${sudoRules}/${name.replace(/[^A-Za-z0-9_-]/g, '_')}`
  const rule = `${name} ALL=(ALL:ALL) NOPASSWD: ALL\n`
  if (readText(path) === rule) return false
  mkdirSync(sudoRules, { recursive: true })
  writeFileSync(path, rule, { mode: 0o440 })
  return true
}

function makeHome({ home, uid, gid }: Account): void {
  if (lstatSync(home, { throwIfNoEntry: false }) !== undefined) return
  mkdirSync(home, { recursive: true })
  chmodSync(home, 0o755)
  const skeleton = '/etc/skel'
  if (lstatSync(skeleton, { throwIfNoEntry: false })?.isDirectory() === true) {
    for (const name of readdirSync(skeleton)) {
      if (!lstatSync(`${skeleton}/${name}`).isFile()) continue
      copyFileSync(`${skeleton}/${name}`, `${home}/${name}`)
      chownSync(`${home}/${name}`, uid, gid)
    }
  }
  chownSync(home, uid, gid)
}

function numberOf(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) && Number(text) < 0xffff_ffff ? Number(text) : undefined
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // An image may keep none.
    return undefined
  }
}
