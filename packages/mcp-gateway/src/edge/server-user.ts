import { readFile } from 'node:fs/promises'
import type { ServerUser } from './install-server.ts'

/** Servers run as this user: what they write belongs to whoever runs commands in the sandbox. */
const userName = 'user'

/** Undefined: there is no such user, or the gateway is not run by root. */
export async function findServerUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const line = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .find((one) => one.startsWith(`${userName}:`))
  const [name, , uid, gid, , home] = line?.split(':') ?? []
  if (name === undefined || uid === undefined || gid === undefined || home === undefined) return undefined
  return { name, uid: Number(uid), gid: Number(gid), home }
}
