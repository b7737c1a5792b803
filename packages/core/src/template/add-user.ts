/** Adds a user to the texts of /etc/passwd, /etc/group and /etc/shadow, whichever of them an image has. */
import { type Account, parseGroup, parsePasswd } from '../process/accounts.ts'

export interface AccountFiles {
  readonly passwd: string
  readonly group: string
  /** Undefined when the image has no such file. */
  readonly shadow: string | undefined
}

export interface WantedUser {
  readonly name: string
  readonly shell: string
  /** Adds the user to the groups that grant root, when the image has them. */
  readonly isAdmin: boolean
}

export interface AddedUser {
  readonly files: AccountFiles
  readonly account: Account
  readonly isNew: boolean
}

/** Ids of regular users start here; the highest ids are for nobody and for containers. */
const firstId = 1000
const lastId = 59_999

const adminGroups = ['sudo', 'wheel']

/** An existing user keeps its ids, home and shell. No user has a password. */
export function addUser(given: AccountFiles, wanted: WantedUser): AddedUser {
  const files = withRoot(given)
  const accounts = parsePasswd(files.passwd)
  const present = accounts.find(({ name }) => name === wanted.name)
  if (present !== undefined)
    return {
      files: { ...files, group: joinAdmins(files.group, wanted) },
      account: present,
      isNew: false,
    }
  const groups = parseGroup(files.group)
  const ownGroup = groups.find(({ name }) => name === wanted.name)
  const taken = new Set([...accounts.map(({ uid }) => uid), ...groups.map(({ gid }) => gid)])
  const uid = freeId(taken)
  const gid = ownGroup?.gid ?? uid
  const home = `/home/${wanted.name}`
  const group = ownGroup === undefined ? withLine(files.group, `${wanted.name}:x:${gid}:`) : files.group
  return {
    files: {
      passwd: withLine(files.passwd, `${wanted.name}:x:${uid}:${gid}::${home}:${wanted.shell}`),
      group: joinAdmins(group, wanted),
      // An empty second field: no password is required.
      shadow:
        files.shadow === undefined ? undefined : withLine(files.shadow, `${wanted.name}::19000:0:99999:7:::`),
    },
    account: { name: wanted.name, uid, gid, home, shell: wanted.shell },
    isNew: true,
  }
}

/** Images built from scratch have no accounts at all. */
function withRoot({ passwd, group, shadow }: AccountFiles): AccountFiles {
  const hasRoot = parsePasswd(passwd).some(({ uid }) => uid === 0)
  const hasGroup = parseGroup(group).some(({ gid }) => gid === 0)
  return {
    passwd: hasRoot ? passwd : withLine(passwd, 'root:x:0:0:root:/root:/bin/bash'),
    group: hasGroup ? group : withLine(group, 'root:x:0:'),
    shadow,
  }
}

function freeId(taken: ReadonlySet<number>): number {
  for (let id = firstId; id <= lastId; id++) if (!taken.has(id)) return id
  throw new RangeError('every id of a user is taken')
}

function joinAdmins(group: string, { name, isAdmin }: WantedUser): string {
  if (!isAdmin) return group
  return group
    .split('\n')
    .map((line) => {
      const [groupName = '', password = '', gid = '', members = ''] = line.split(':')
      const all = members.split(',').filter((member) => member !== '')
      if (!adminGroups.includes(groupName) || all.includes(name)) return line
      return [groupName, password, gid, [...all, name].join(',')].join(':')
    })
    .join('\n')
}

function withLine(text: string, line: string): string {
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`
}
