/** Whoever follows a command, a terminal or a directory notices nothing of forks and snapshots of the sandbox. */
import { Sandbox } from 'e2b'
import { afterAll, describe, expect, test } from 'vitest'
import { Output } from './output.ts'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
const snapshots: string[] = []

afterAll(async () => {
  for (const id of snapshots) await Sandbox.deleteSnapshot(id)
})

async function snapshot(sandbox: Sandbox): Promise<void> {
  snapshots.push((await sandbox.createSnapshot()).snapshotId)
}

async function fork(sandbox: Sandbox): Promise<void> {
  for (const copy of await sandbox.fork({ count: 1 })) {
    if (!(copy instanceof Sandbox)) throw copy
    // Its processes go on as well, and would take the processor from those that are looked at.
    await copy.kill()
  }
}

/** Two of each, one after another. */
async function captureOften(sandbox: Sandbox): Promise<void> {
  for (const take of [snapshot, fork, snapshot, fork]) await take(sandbox)
}

const counted = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}\n`).join('')

test("a command's output comes whole and in order, for each of its readers, and so does its end", async () => {
  const sandbox = await create()
  const [one, two] = [new Output(), new Output()]
  // Ends when it is told to, so that the captures fall into it however long they take.
  const script =
    'i=0; until [ -e /tmp/enough ]; do i=$((i+1)); echo $i; sleep 0.01; done; echo last $i; exit 7'
  const command = await sandbox.commands.run(script, {
    background: true,
    timeoutMs: 0,
    onStdout: one.onText,
  })
  const second = await sandbox.commands.connect(command.pid, { timeoutMs: 0, onStdout: two.onText })
  await one.has('20\n')
  await captureOften(sandbox)
  await sandbox.files.write('/tmp/enough', '')
  await expect(command.wait()).rejects.toMatchObject({ exitCode: 7 })
  await expect(second.wait()).rejects.toMatchObject({ exitCode: 7 })
  const count = Number(/last (\d+)/.exec(one.text)?.[1])
  expect(count).toBeGreaterThan(20)
  expect(one.text).toBe(`${counted(count)}last ${count}\n`)
  // The second may have come before the first line, or in time for a later one.
  const from = Number(two.text.split('\n')[0])
  expect(from).toBeLessThan(count)
  expect(counted(from - 1) + two.text).toBe(one.text)
})

test('a command that says much and fast loses nothing', async () => {
  const sandbox = await create()
  const piece = 4_000_000
  let bytes = 0
  let isPure = true
  // Ends when it is told to, and says then how many pieces it has written.
  const script = `yes 0123456 | { n=0; until [ -e /tmp/enough ]; do head -c ${piece}; n=$((n+1)); done; echo $n >&2; }`
  const command = await sandbox.commands.run(script, {
    background: true,
    timeoutMs: 0,
    onStdout: (text) => {
      bytes += text.length
      isPure &&= /^[0-6\n]*$/.test(text)
    },
  })
  await expect.poll(() => bytes).toBeGreaterThan(0)
  for (const take of [snapshot, snapshot]) await take(sandbox)
  await sandbox.files.write('/tmp/enough', '')
  const { stdout, stderr } = await command.wait()
  const total = Number(stderr) * piece
  expect(total).toBeGreaterThan(0)
  expect(stdout.length).toBe(total)
  expect([bytes, isPure]).toEqual([total, true])
})

test('a terminal takes keys and a new size, and each key arrives once', async () => {
  const sandbox = await create()
  const output = new Output()
  const terminal = await sandbox.pty.create({ cols: 80, rows: 24, timeoutMs: 0, onData: output.onBytes })
  const type = (text: string) => sandbox.pty.sendInput(terminal.pid, new TextEncoder().encode(text))
  await type('stty -echo; echo re""ady; while read line; do echo "<$line>"; done\n')
  await output.has('ready')
  const typed: string[] = []
  const captures = captureOften(sandbox)
  let isOver = false
  void captures.finally(() => {
    isOver = true
  })
  for (let i = 0; !isOver || i < 20; i++) {
    await type(`key${i}\n`)
    typed.push(`<key${i}>`)
    if (i % 10 === 0) await sandbox.pty.resize(terminal.pid, { cols: 80 + i, rows: 24 })
  }
  await captures
  await output.has(typed.at(-1) ?? '')
  expect(output.text.match(/<key\d+>/g)).toEqual(typed)
  await terminal.kill()
})

test('a watched directory tells of everything, once', async () => {
  const sandbox = await create()
  await sandbox.files.makeDir('/tmp/watched')
  const names: string[] = []
  const handle = await sandbox.files.watchDir(
    '/tmp/watched',
    ({ name, type }) => void (type === 'create' && names.push(name)),
    { timeoutMs: 0 },
  )
  const script =
    'i=0; until [ -e /tmp/enough ]; do i=$((i+1)); : > /tmp/watched/$i; sleep 0.02; done; echo $i'
  const command = await sandbox.commands.run(script, { background: true, timeoutMs: 0 })
  await captureOften(sandbox)
  await sandbox.files.write('/tmp/enough', '')
  const count = Number((await command.wait()).stdout)
  await expect.poll(() => names.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count)
  expect(names).toEqual(Array.from({ length: count }, (_, index) => String(index + 1)))
  await handle.stop()
})

test('calls and files go through while the sandbox is captured again and again', async () => {
  const sandbox = await create()
  const captures = captureOften(sandbox)
  let isOver = false
  void captures.finally(() => {
    isOver = true
  })
  let rounds = 0
  for (; !isOver; rounds++) {
    const text = `round ${rounds} ${'x'.repeat(1000)}`
    await sandbox.files.write('/tmp/note', text)
    expect(await sandbox.files.read('/tmp/note')).toBe(text)
    expect((await sandbox.commands.run(`echo ${rounds}`)).stdout).toBe(`${rounds}\n`)
    await sandbox.files.makeDir(`/tmp/dir-${rounds}`)
    expect(await sandbox.files.exists(`/tmp/dir-${rounds}`)).toBe(true)
  }
  await captures
  expect(rounds).toBeGreaterThan(2)
})

describe('after a pause and a resume', () => {
  test('who connects to his command again gets what he has missed', async () => {
    const sandbox = await create()
    const [before, after] = [new Output(), new Output()]
    const script = 'i=0; until [ -e /tmp/enough ]; do i=$((i+1)); echo $i; sleep 0.01; done; echo last $i'
    const command = await sandbox.commands.run(script, {
      background: true,
      timeoutMs: 0,
      onStdout: before.onText,
    })
    await before.has('20\n')
    await sandbox.pause()
    await expect(command.wait()).rejects.toThrow()
    await sandbox.connect()
    const again = await sandbox.commands.connect(command.pid, { timeoutMs: 0, onStdout: after.onText })
    await sandbox.files.write('/tmp/enough', '')
    await again.wait()
    const count = Number(/last (\d+)/.exec(after.text)?.[1])
    expect(before.text + after.text).toBe(`${counted(count)}last ${count}\n`)
  })
})
