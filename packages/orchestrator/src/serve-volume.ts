/**
 * `node serve-volume.ts SOCKET ROOT UID_BASE`: serves the content of one volume, with the volume as its root directory. It is
 * started as a user of its own with the capabilities that the files of many users take, and ends with its standard input: that
 * is when the service of the node ends, however it does. Without a volume at ROOT it ends with the status `notMountedStatus`.
 */
import { once } from 'node:events'
import { chmodSync, statSync } from 'node:fs'
import { minusOne } from '@cay/kit/host/libc.ts'
import { refuseSystemCalls } from '@cay/kit/host/refuse-system-calls.ts'
import { notMountedStatus } from './dialect/volume-server.ts'
import { createContentServer } from './volume-content/content-server.ts'
import { removeDrafts } from './volume-content/draft.ts'

const [socket = '', root = '', uidBase = ''] = process.argv.slice(2)
process.stdin.on('end', () => process.exit(0)).resume()
const server = createContentServer({ uidBase: Number(uidBase), top: '/' })
server.listen(socket)
await once(server, 'listening')
chmodSync(socket, 0o600)
const chroot = minusOne<[string]>('int chroot(const char *path)')
process.chdir(root)
// Unmounted since the node had a look: what is written to the directory below would be on the node's disk, and in no volume.
if (statSync('.').dev === statSync('..').dev) process.exit(notMountedStatus)
chroot('.')
process.umask(0)
await removeDrafts('/')
// chroot among them, so there is no way back.
refuseSystemCalls()
process.stdout.write('ready\n')
