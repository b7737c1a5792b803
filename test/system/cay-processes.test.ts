/** Commands, files and ports of a sandbox by `cay`, against a real daemon. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { cayFile, startCayWorld } from '../support/cay-command.ts'

test('a command has its output, its error output and its exit code', async () => {
  const { cay, world } = await startCayWorld()
  const id = await world.create()
  expect(
    await cay(['sandbox', 'exec', id.slice(0, 9), '--', 'sh', '-c', 'echo out; echo err >&2; exit 7']),
  ).toEqual({
    stdout: 'out\n',
    stderr: 'err\n',
    exitCode: 7,
  })
  expect((await cay(['sandbox', 'exec', id, 'sh', '-c', 'kill -9 $$'])).exitCode).toBe(137)
})

test("options behind the command are the command's; variables and the directory are passed", async () => {
  const { cay, world } = await startCayWorld()
  const id = await world.create()
  const { stdout } = await cay([
    'sandbox',
    'exec',
    '-e',
    'A=1 2',
    '-w',
    '/tmp',
    id,
    'sh',
    '-c',
    'echo "$A" $PWD $0',
    '-t',
  ])
  expect(stdout).toBe('1 2 /tmp -t\n')
})

test('the standard input is passed with -i, to its end', async () => {
  const { cay, world } = await startCayWorld()
  const id = await world.create()
  const input = 'line\n'.repeat(40_000)
  const counted = await cay(['sandbox', 'exec', '-i', id, 'wc', '-c'], { input })
  expect(counted).toEqual({ stdout: `${input.length}\n`, stderr: '', exitCode: 0 })
  expect((await cay(['sandbox', 'exec', id, 'wc', '-c'], { input })).stdout).toBe('0\n')
})

test('Ctrl-C ends the command in the sandbox', async () => {
  const { start, world } = await startCayWorld()
  const id = await world.create()
  const child = start([
    'sandbox',
    'exec',
    id,
    'sh',
    '-c',
    'trap "echo ended; exit 3" TERM; echo ready; while :; do sleep 0.1; done',
  ])
  const output = text(child.stdout)
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  await once(child, 'exit')
  expect(await output).toContain('ended')
  expect(child.exitCode).toBe(3)
})

test('a terminal that is none is refused, with what to leave out', async () => {
  const { cay, world } = await startCayWorld()
  const id = await world.create()
  const refused = 'Error: the standard streams are not a terminal\nHint: '
  expect(await cay(['sandbox', 'exec', '-it', id, 'sh'])).toEqual({
    stdout: '',
    stderr: `${refused}leave out -t; -i alone passes the standard input\n`,
    exitCode: 1,
  })
  // It has no -t that could be left out.
  expect((await cay(['sandbox', 'shell', id])).stderr).toBe(
    `${refused}\`cay sandbox exec ${id} COMMAND\` needs none; its -i passes the standard input\n`,
  )
})

test('a shell has the terminal of the command, with its size', async () => {
  const { env, world } = await startCayWorld()
  const id = await world.create()
  const command = `stty cols 91 rows 17; ${process.execPath} ${cayFile} sandbox exec -it ${id} sh -c 'stty size; read line; echo "got $line"; exit 4'`
  const child = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const output = text(child.stdout)
  await once(child.stdout, 'data')
  child.stdin.write('hello\r')
  await once(child, 'exit')
  expect(await output).toMatch(/17 91\r\n[\s\S]*got hello\r\n/)
  expect(child.exitCode).toBe(4)
})

test('`cay run` creates a sandbox for a command; with --rm nothing is left of it', async () => {
  const { cay, world } = await startCayWorld()
  expect(await cay(['run', '--rm', 'base', '--', 'sh', '-c', 'echo hi; exit 5'])).toEqual({
    stdout: 'hi\n',
    stderr: '',
    exitCode: 5,
  })
  expect((await world.call('GET', '/v2/sandboxes')).body).toEqual([])
  const kept = await cay(['run', '-e', 'A=b', '-m', 'k=v', 'base', 'sh', '-c', 'echo $A'])
  expect(kept.stdout).toBe('b\n')
  const id = /^The sandbox goes on: (i\w{20})\n$/.exec(kept.stderr)?.[1]
  expect((await world.call('GET', '/v2/sandboxes?metadata=k%3Dv')).body).toMatchObject([{ sandboxID: id }])
})

test('a template that there is not fails before anything runs', async () => {
  const { cay } = await startCayWorld()
  const { stderr, exitCode } = await cay(['run', '--rm', 'nope', 'true'])
  expect(stderr).toMatch(/^Error: the API answered 404: /)
  expect(exitCode).toBe(1)
})

test('files and directories are copied into a sandbox and out of it, and a stream either way', async () => {
  const { cay, env, home, world } = await startCayWorld()
  const id = await world.create()
  const here = env.HOME ?? ''
  await mkdir(join(here, 'src/deep'), { recursive: true })
  await writeFile(join(here, 'src/run.sh'), '#!/bin/sh\n', { mode: 0o755 })
  await writeFile(join(here, 'src/deep/a.txt'), 'a')
  expect(await cay(['sandbox', 'cp', join(here, 'src'), `${id.slice(0, 9)}:copied`])).toEqual({
    stdout: '',
    stderr: '',
    exitCode: 0,
  })
  expect((await stat(join(home, 'copied/run.sh'))).mode & 0o100).toBe(0o100)
  await cay(['sandbox', 'cp', `${id}:copied/deep`, here])
  expect(await readFile(join(here, 'deep/a.txt'), 'utf8')).toBe('a')
  await cay(['sandbox', 'cp', '-', `${id}:stream.txt`], { input: 'streamed' })
  expect((await cay(['sandbox', 'cp', `${id}:stream.txt`, '-'])).stdout).toBe('streamed')
  const missing = await cay(['sandbox', 'cp', `${id}:none`, here])
  expect(missing).toMatchObject({ stderr: `Error: sandbox "${id}" has no "none"\n`, exitCode: 1 })
})

test('a forwarded port leads to the port of the sandbox; a closed one is told', async () => {
  const { start, world } = await startCayWorld()
  const id = await world.create()
  const server = http.createServer((request, response) => response.end(`answer to ${request.url}`))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const remote = (server.address() as AddressInfo).port
  const child = start(['sandbox', 'port-forward', id, `0:${remote}`, '0:1'])
  onTestFinished(() => void child.kill())
  let said = ''
  child.stdout.on('data', (bytes) => {
    said += String(bytes)
  })
  await expect.poll(() => said.split('\n').length).toBe(3)
  const [open = 0, closed = 0] = [...said.matchAll(/127\.0\.0\.1:(\d+) ->/g)].map(([, port]) => Number(port))
  const response = await fetch(`http://127.0.0.1:${open}/path`)
  expect(await response.text()).toBe('answer to /path')
  const refused = connect(closed, '127.0.0.1')
  const [complaint] = await Promise.all([once(child.stderr, 'data'), once(refused.resume(), 'close')])
  expect(String(complaint)).toBe(
    'Error: the sandbox cannot connect to port 1 of 127.0.0.1 (connect ECONNREFUSED 127.0.0.1:1)\n',
  )
  child.kill('SIGINT')
  await once(child, 'exit')
  expect(child.exitCode).toBe(0)
})

test('a forwarded connection that only the client or only the server ends goes on in the other direction', async () => {
  const { start, world } = await startCayWorld()
  const id = await world.create()
  const answering = createServer({ allowHalfOpen: true }, (socket) => {
    void text(socket).then((question) => socket.end(`answer to ${question}`))
  })
  const received: Promise<string>[] = []
  const greeting = createServer({ allowHalfOpen: true }, (socket) => {
    received.push(text(socket))
    socket.end('greeting')
  })
  const remotes: number[] = []
  for (const server of [answering, greeting]) {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    remotes.push((server.address() as AddressInfo).port)
  }
  const child = start(['sandbox', 'port-forward', id, ...remotes.map((port) => `0:${port}`)])
  onTestFinished(() => void child.kill())
  let said = ''
  child.stdout.on('data', (bytes) => {
    said += String(bytes)
  })
  await expect.poll(() => said.split('\n').length).toBe(3)
  const [toAnswering = 0, toGreeting = 0] = [...said.matchAll(/127\.0\.0\.1:(\d+) ->/g)].map(([, port]) =>
    Number(port),
  )
  const asking = connect({ host: '127.0.0.1', port: toAnswering, allowHalfOpen: true })
  asking.end('the question')
  expect(await text(asking)).toBe('answer to the question')
  const greeted = connect({ host: '127.0.0.1', port: toGreeting, allowHalfOpen: true })
  expect(await text(greeted)).toBe('greeting')
  greeted.end('said later')
  await expect.poll(() => Promise.all(received)).toEqual(['said later'])
})
