/**
 * `node serve-volume.ts SOCKET ROOT UID_BASE`: serves the content of one volume, with the volume as its root directory. It is
 * started by a user of its own with the capabilities that the files of many users take, and ends when nobody has called for
 * a while.
 */
import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { minusOne } from '@cay/kit/host/libc.ts'
import { refuseSystemCalls } from '@cay/kit/host/refuse-system-calls.ts'
import { createContentServer } from './volume-content/content-server.ts'

const idleMsMax = 60_000

const [socket = '', root = '', uidBase = ''] = process.argv.slice(2)
let inUse = 0
let idle = setTimeout(leave, idleMsMax)
const server = createContentServer(Number(uidBase), (change) => {
  inUse += change
  clearTimeout(idle)
  if (inUse === 0) idle = setTimeout(leave, idleMsMax)
})
server.listen(socket)
await once(server, 'listening')
chmodSync(socket, 0o600)
const chroot = minusOne<[string]>('int chroot(const char *path)')
process.chdir(root)
chroot('.')
process.umask(0)
// chroot among them, so there is no way back.
refuseSystemCalls()
process.stdout.write('ready\n')

function leave(): void {
  process.exit(0)
}
