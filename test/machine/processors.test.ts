/** What programs take for the number of processors in a sandbox of one: gVisor shows no fewer than two of its own accord. */
import { Sandbox, Template } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build, sizes } from '../support/build-templates.ts'
import { pointClientHere } from '../support/client.ts'

const made: Sandbox[] = []
/** Alive in the checkpoint: it says again and again what it sees. */
const watcher = 'while true; do nproc > /tmp/seen; sleep 0.2; done'
const questions = [
  'nproc',
  'getconf _NPROCESSORS_ONLN',
  'grep -c ^processor /proc/cpuinfo',
  'node -p "os.availableParallelism()"',
  'node -p "os.cpus().length"',
  'python3 -c "import os; print(len(os.sched_getaffinity(0)))"',
  'python3 -c "import os; print(os.cpu_count())"',
  'rm /tmp/seen; until [ -s /tmp/seen ]; do sleep 0.05; done; cat /tmp/seen',
]

beforeAll(async () => {
  pointClientHere()
  expect(sizes.cpuCount).toBe(1)
  const template = Template().fromTemplate('base').setStartCmd(watcher, 'test -s /tmp/seen')
  expect((await build('single', template)).error).toBeUndefined()
  made.push(await Sandbox.create('single', { timeoutMs: 300_000 }))
}, 300_000)
afterAll(async () => {
  await Promise.all(made.map((sandbox) => sandbox.kill()))
})

async function answers({ commands }: Sandbox): Promise<string[]> {
  const { stdout } = await commands.run(questions.join('\n'), { user: 'root', timeoutMs: 100_000 })
  return stdout.trim().split('\n')
}

const oneEach = questions.map(() => '1')

function first(): Sandbox {
  const [sandbox] = made
  if (sandbox === undefined) throw new Error('there is no sandbox')
  return sandbox
}

test('with one processor a program sees one, whoever runs it', async () => {
  expect(await answers(first())).toEqual(oneEach)
  expect((await first().commands.run('nproc')).stdout.trim()).toBe('1')
  expect((await first().commands.run('sudo nproc')).stdout.trim()).toBe('1')
})

test('it still does after a pause, and in a fork', async () => {
  await first().pause()
  await first().connect()
  expect(await answers(first())).toEqual(oneEach)
  const [fork] = await first().fork({ count: 1, timeoutMs: 120_000 })
  if (!(fork instanceof Sandbox)) throw fork
  made.push(fork)
  expect(await answers(fork)).toEqual(oneEach)
})
