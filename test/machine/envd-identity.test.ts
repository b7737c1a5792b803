/** What the node's one call makes of a sandbox, seen from inside. */
import { request } from 'node:http'
import { limits } from '@cay/contract/limits.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type StandaloneSandbox, startStandaloneSandbox } from '../support/standalone-sandbox.ts'

let guest: StandaloneSandbox
let now = 1

beforeAll(async () => {
  guest = await startStandaloneSandbox(inject('installation').dataDir, 'identity')
})
afterAll(async () => {
  await guest?.[Symbol.asyncDispose]()
})

async function shell(command: string, user = 'user'): Promise<string> {
  const { exitCode, stdout, stderr } = await guest.client.runCommand(user, command)
  if (exitCode !== 0) throw new Error(`${command}: ${stderr}`)
  return stdout.trim()
}

function become(identity: object): Promise<number | undefined> {
  const options = {
    host: guest.address,
    port: limits.daemonPort,
    method: 'POST',
    path: '/init',
    agent: false,
  }
  return new Promise((resolve, reject) => {
    request(options, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end(JSON.stringify({ timestampMs: now++, ...identity }))
  })
}

test('a certificate of the node is trusted, and still when the trust store is made anew', async () => {
  const config = '-subj /CN=localhost -addext subjectAltName=DNS:localhost'
  await shell(
    `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes ${config} -keyout /tmp/key.pem -out /tmp/cert.pem`,
  )
  const server = [
    'import http.server, ssl',
    'context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)',
    'context.load_cert_chain("/tmp/cert.pem", "/tmp/key.pem")',
    'server = http.server.HTTPServer(("127.0.0.1", 8443), http.server.SimpleHTTPRequestHandler)',
    'server.socket = context.wrap_socket(server.socket, server_side=True)',
    'server.serve_forever()',
  ].join('\n')
  await guest.client.writeFile('user', '/tmp/server.py', server)
  await shell('setsid python3 /tmp/server.py > /dev/null 2>&1 < /dev/null & disown')
  const address = 'https://localhost:8443/'
  const tries = [
    `curl --retry 20 --retry-connrefused --retry-delay 1 -sf -o /dev/null ${address}`,
    `python3 -c 'import urllib.request; urllib.request.urlopen("${address}")'`,
    `git ls-remote ${address} 2>&1 | grep -q 'not found'`,
  ]
  await expect(shell(tries[0] ?? '')).rejects.toThrow()

  expect(await become({ caBundle: [await shell('cat /tmp/cert.pem')] })).toBe(204)
  for (const attempt of tries) await shell(attempt)
  // With all certificates of the image it would take half a minute.
  await shell('rm -r /etc/ssl/certs/*; : > /etc/ca-certificates.conf; update-ca-certificates', 'root')
  await shell(tries[0] ?? '')

  expect(await become({ caBundle: [] })).toBe(204)
  await expect(shell(tries[0] ?? '')).rejects.toThrow()
  await shell('pkill -f server.py')
})

test('a copy has an id, a host name and a machine id of its own', async () => {
  const look = () =>
    shell('cat /run/e2b/.E2B_SANDBOX_ID; echo; hostname; cat /etc/machine-id; ls -A /run/e2b')
  await become({ sandboxId: 'first', templateId: 'some', hostname: 'first' })
  const first = (await look()).split('\n')
  await become({ sandboxId: 'second', hostname: 'second' })
  const second = (await look()).split('\n')
  expect([first[0], second[0]]).toEqual(['first', 'second'])
  expect([first[1], second[1]]).toEqual(['first', 'second'])
  expect(first[2]).not.toBe(second[2])
  expect(first).toContain('.E2B_TEMPLATE_ID')
  expect(second).not.toContain('.E2B_TEMPLATE_ID')
})

test('a sandbox that gets fewer processors shows them to programs that run already, too', async () => {
  await shell('setsid sleep 1000 > /dev/null 2>&1 < /dev/null & disown')
  const shown = 'nproc; getconf _NPROCESSORS_ONLN; taskset -p $(pgrep -x sleep) | grep -o "[^ ]*$"'
  expect(await shell(shown)).toBe('2\n2\n3')
  const resources = { cpuCount: 1, memoryMb: 1024, diskSizeMb: 1024 }
  expect(await become({ resources })).toBe(204)
  expect(await shell(shown)).toBe('1\n1\n1')
  // As in a sandbox of an earlier version: /proc is mounted anew, and what was mounted below it with it.
  await shell('umount -l /proc && mount -t proc proc /proc', 'root')
  expect(await shell('grep -c ^processor /proc/cpuinfo')).toBe('2')
  expect(await become({})).toBe(204)
  expect(await shell('grep -c ^processor /proc/cpuinfo')).toBe('1')
  const before = await shell('cat /proc/mounts')
  expect(await become({})).toBe(204)
  expect(await shell('cat /proc/mounts')).toBe(before)
  expect(await shell('stat -c %a /run/cay/proc-cpuinfo')).toBe('444')
})

test('a pipe that root had put in the place of a file kept the daemon waiting for ever', async () => {
  const read = ['/proc/sys/kernel/random/boot_id', '/proc/1/mounts', '/proc/meminfo', '/dev/urandom']
  await shell(
    `mkfifo /tmp/pipe; for path in ${read.join(' ')}; do mount --bind /tmp/pipe $path; done`,
    'root',
  )
  expect(await become({})).toBe(204)
  expect(
    await shell('umount /proc/1/mounts /proc/meminfo /dev/urandom && cat /proc/mounts', 'root'),
  ).toContain(' /proc/sys/kernel/random/boot_id ')
  expect(await shell('cat /proc/sys/kernel/random/boot_id')).toMatch(/^[0-9a-f-]{36}$/)
})
