import { execFile } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createResolver } from './resolve-names.ts'

async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'cay-names-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}

test('names of the hosts file are found in any case, with all their IPv4 addresses', async () => {
  const hostsFile = join(await makeDirectory(), 'hosts')
  await writeFile(
    hostsFile,
    '# a comment\n::1 own.test\n10.0.0.1\tOwn.test other.test # more\n10.0.0.2 own.test\n',
  )
  const resolve = createResolver({ hostsFile })
  expect(await resolve('oWN.test')).toEqual(['10.0.0.1', '10.0.0.2'])
  expect(await resolve('other.test')).toEqual(['10.0.0.1'])
})

test('a server that never answers ends a lookup with an error', async () => {
  const silent = createSocket('udp4').bind(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const resolve = createResolver({ servers: [`127.0.0.1:${silent.address().port}`] })
  await expect(resolve('silent.test')).rejects.toMatchObject({ code: 'ETIMEOUT' })
})

/** In a network of its own, whose only resolver never answers: says which of the lookups and reads ends first. */
const program = `
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createResolver, resolveOperatorName } from '${join(import.meta.dirname, 'resolve-names.ts')}'
const silent = createSocket('udp4').bind(53, '127.0.0.1')
await once(silent, 'listening')
const asked = once(silent, 'message')
const resolve = createResolver()
const end = (text) => { console.log(text); process.exit() }
for (let count = 0; count < 64; count++) resolve('name' + count + '.silent.test').catch(() => end('silent'))
await asked
if (process.argv[2] === 'operator')
  for (let count = 0; count < 64; count++) resolveOperatorName('operator' + count + '.test').catch(() => end('silent'))
await readFile('/etc/resolv.conf')
if (process.argv[2] !== 'operator') await resolveOperatorName('localhost')
end('free')
`

test.each(['user', 'operator'])(
  'names of a silent server, chosen by: %s, leave threads for files and for the lookups of this process',
  async (kind) => {
    const directory = await makeDirectory()
    const [resolvConf, script] = [join(directory, 'resolv.conf'), join(directory, 'program.mjs')]
    await writeFile(resolvConf, 'nameserver 127.0.0.1\n')
    await writeFile(script, program)
    const shell = `mount --bind '${resolvConf}' /etc/resolv.conf && ip link set lo up && exec "$@"`
    const under = ['--user', '--map-root-user', '--net', '--mount', 'sh', '-c', shell, 'sh']
    const { stdout } = await promisify(execFile)('unshare', [...under, process.execPath, script, kind])
    expect(stdout).toBe('free\n')
  },
)
