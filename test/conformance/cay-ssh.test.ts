/** OpenSSH's clients, and shells that stay, by `cay` through the real proxy in a real sandbox. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Sandbox } from 'e2b'
import { beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { cayFile, privateHome, runCay } from '../support/cay-command.ts'
import { freePorts } from '../support/free-ports.ts'
import { sshProgramsOfThisFile } from '../support/ssh-programs.ts'
import { openWindow } from '../support/terminal-window.ts'
import { Output } from './output.ts'
import { sandboxesOfThisFile } from './sandboxes.ts'

vi.setConfig({ testTimeout: 300_000 })

const create = sandboxesOfThisFile()
const ssh = sshProgramsOfThisFile()
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await create()
})

async function environment(): Promise<Record<string, string>> {
  const { apiKey, apiUrl, proxyUrl } = inject('installation')
  return { ...(await privateHome()), E2B_API_KEY: apiKey, E2B_API_URL: apiUrl, E2B_SANDBOX_URL: proxyUrl }
}

async function openSsh({ skip }: { readonly skip: () => void }) {
  if (ssh.tree() === undefined) skip()
  const env = await environment()
  const config = join(env.HOME ?? '', 'ssh_config')
  const printed = await runCay(['ssh-config'], { env })
  expect(printed).toMatchObject({ stderr: '', exitCode: 0 })
  await writeFile(config, printed.stdout)
  const run = (program: 'ssh' | 'scp', args: readonly string[], input = '') =>
    ssh.run(program, ['-F', config, ...args], { env, input })
  return { env, config, run, host: `${sandbox.sandboxId}.cay` }
}

/** Answers when its client has sent everything, and ends its own direction then only. */
const server = `
import socket, threading
def serve(client):
    question = b""
    while part := client.recv(65536): question += part
    client.sendall(b"answer to " + question)
    client.close()
listener = socket.create_server(("127.0.0.1", 4000))
print("listening", flush=True)
while True: threading.Thread(target=serve, args=(listener.accept()[0],)).start()
`

async function startServer(): Promise<void> {
  await sandbox.files.write('/tmp/server.py', server)
  const output = new Output()
  const handle = await sandbox.commands.run('python3 /tmp/server.py', {
    ...{ background: true, timeoutMs: 0, onStdout: output.onText },
  })
  onTestFinished(async () => void (await handle.kill()))
  await output.has('listening')
}

test('ssh runs a command with its input, output and exit code, and scp copies both ways', async (context) => {
  const { run, host, env } = await openSsh(context)
  expect(await run('ssh', [host, 'cat; id -un; exit 7'], 'hello\n')).toEqual({
    ...{ stdout: 'hello\nuser\n', stderr: '', exitCode: 7 },
  })
  const own = join(env.HOME ?? '', 'file')
  await writeFile(own, 'a file of this machine')
  expect(await run('scp', [own, `${host}:copied`])).toMatchObject({ stderr: '', exitCode: 0 })
  expect(await sandbox.files.read('copied')).toBe('a file of this machine')
  expect(await run('scp', [`${host}:copied`, `${own}-back`])).toMatchObject({ stderr: '', exitCode: 0 })
  expect(await readFile(`${own}-back`, 'utf8')).toBe('a file of this machine')
})

test('forwarded connections end in each direction by themselves, by ssh and by `cay sandbox port-forward`', async (context) => {
  const { run, host, env } = await openSsh(context)
  await startServer()
  expect(await run('ssh', ['-W', '127.0.0.1:4000', host], 'a question')).toMatchObject({
    ...{ stdout: 'answer to a question', exitCode: 0 },
  })
  const [port = 0] = await freePorts(1)
  const forwarding = spawn(
    process.execPath,
    [cayFile, 'sandbox', 'port-forward', sandbox.sandboxId, `${port}:4000`],
    { env, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void forwarding.kill())
  await once(forwarding.stdout, 'data')
  const question = 'x'.repeat(3_000_000)
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
  socket.end(question)
  expect((await text(socket)) === `answer to ${question}`).toBe(true)
})

const openTerminal = (env: Readonly<Record<string, string>>, args: readonly string[]) =>
  openWindow({ env, command: [process.execPath, cayFile, ...args], size: { columns: 100, rows: 30 } })

test('a named shell survives that everybody leaves it, and a pause, and shows what it has shown', async () => {
  const env = await environment()
  const own = await create()
  const attach = () => openTerminal(env, ['sandbox', 'shell', '--name', 'work', own.sandboxId])
  const first = attach()
  await first.sees(/\$ /)
  first.type('V=kept; stty size; echo sum-$((40 + 2))\r')
  await first.sees(/30 100\r\n[\s\S]*sum-42\r\n/)
  first.type('\x10\x11')
  expect(await first.exitCode()).toBe(0)
  await own.pause()
  expect((await runCay(['sandbox', 'resume', own.sandboxId], { env })).exitCode).toBe(0)
  const second = attach()
  await second.sees(/sum-42\r\n/)
  second.type('echo $V-again; exit 3\r')
  await second.sees(/kept-again\r\n/)
  expect(await second.exitCode()).toBe(3)
})

test('who is attached to a named shell while the sandbox is paused is told, and attaches again', async () => {
  const env = await environment()
  const own = await create()
  const attach = () => openTerminal(env, ['sandbox', 'shell', '--name', 'work', own.sandboxId])
  const first = attach()
  await first.sees(/\$ /)
  first.type('echo sum-$((40 + 2))\r')
  await first.sees(/sum-42\r\n/)
  await own.pause()
  await first.sees(/\$ \S*\r\n\S*Error:\S* .*paused[\s\S]*Hint: the shell goes on/)
  expect(await first.exitCode()).toBe(1)
  expect((await runCay(['sandbox', 'resume', own.sandboxId], { env })).exitCode).toBe(0)
  const second = attach()
  await second.sees(/sum-42\r\n/)
  second.type('exit\r')
  expect(await second.exitCode()).toBe(0)
})
