/** Parses /etc/passwd and /etc/group. Malformed lines are skipped, as in the C library. */

export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
  readonly home: string
  readonly shell: string
}

export interface Group {
  readonly name: string
  readonly gid: number
  readonly members: readonly string[]
}

export function parsePasswd(text: string): Account[] {
  return entries(text, 7).flatMap(([name = '', , uid = '', gid = '', , home = '', shell = '']) =>
    isId(uid) && isId(gid)
      ? [{ name, uid: Number(uid), gid: Number(gid), home: home || '/', shell: shell || '/bin/sh' }]
      : [],
  )
}

export function parseGroup(text: string): Group[] {
  return entries(text, 4).flatMap(([name = '', , gid = '', members = '']) =>
    isId(gid)
      ? [{ name, gid: Number(gid), members: members.split(',').filter((member) => member !== '') }]
      : [],
  )
}

/** The primary group first, then those that list the account, each once. */
export function groupsOf(account: Account, groups: readonly Group[]): number[] {
  const named = groups.filter((group) => group.members.includes(account.name)).map((group) => group.gid)
  return [...new Set([account.gid, ...named])]
}

function entries(text: string, fields: number): string[][] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(':'))
    .filter((parts) => parts.length >= fields && parts[0] !== '')
}

/** 32 bits, except the value that means "no id". */
function isId(text: string): boolean {
  return /^\d{1,10}$/.test(text) && Number(text) < 0xffffffff
}
