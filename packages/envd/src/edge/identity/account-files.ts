/**
 * Reads the users of the sandbox from /etc/passwd and /etc/group. The files are parsed again only after a change,
 * which is checked at most once per turn of the event loop.
 */

import { statSync } from 'node:fs'
import { type Account, type Group, groupsOf, parseGroup, parsePasswd } from '@cay/core/process/accounts.ts'
import type { User, UserDirectory } from '../../ports/user.ts'
import { textOfFile } from '../filesystem/regular-file.ts'

export function createUserDirectory(etcDirectory = '/etc'): UserDirectory {
  const accounts = cachedFile(`${etcDirectory}/passwd`, readAccounts)
  const groups = cachedFile(`${etcDirectory}/group`, readGroups)
  return {
    find: (name) => {
      const account = accounts().byName.get(name)
      return account === undefined ? undefined : toUser(account, groups().all)
    },
    userName: (uid) => accounts().byId.get(uid)?.name ?? String(uid),
    groupName: (gid) => groups().byId.get(gid)?.name ?? String(gid),
  }
}

function toUser(account: Account, groups: readonly Group[]): User {
  return { ...account, groups: groupsOf(account, groups) }
}

function readAccounts(text: string): { byName: Map<string, Account>; byId: Map<number, Account> } {
  const all = parsePasswd(text).reverse()
  return {
    byName: new Map(all.map((account) => [account.name, account])),
    byId: new Map(all.map((account) => [account.uid, account])),
  }
}

function readGroups(text: string): { all: Group[]; byId: Map<number, Group> } {
  const all = parseGroup(text)
  return { all, byId: new Map(all.toReversed().map((group) => [group.gid, group])) }
}

/**
 * If several entries have the same name or id, the first one counts, as in the C library; the maps above are
 * therefore built in reverse order.
 */
function cachedFile<T>(path: string, parse: (text: string) => T): () => T {
  let version = ''
  let value = parse('')
  let isChecked = false
  return () => {
    if (isChecked) return value
    // A listing looks up thousands of names in one turn of the event loop.
    isChecked = true
    setImmediate(() => {
      isChecked = false
    })
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
    const now = stat === undefined ? '' : `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`
    if (now !== version) {
      value = parse(textOfFile(path) ?? '')
      version = now
    }
    return value
  }
}
