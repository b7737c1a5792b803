import { expect, test } from 'vitest'
import { run } from './run.ts'

const descriptorTableSize = async (hasLargeDescriptorTable: boolean) => {
  const { stdout } = await run(['grep', 'FDSize', '/proc/self/status'], { hasLargeDescriptorTable })
  return Number(stdout.replace(/\D/g, ''))
}

test('a program that asks for a large descriptor table has room for the descriptors that runsc duplicates', async () => {
  expect(await descriptorTableSize(false)).toBeLessThan(257)
  expect(await descriptorTableSize(true)).toBeGreaterThan(257)
})

test('the large table gives a program nothing but /dev/null', async () => {
  const { stdout } = await run(['sh', '-c', 'for f in /proc/$$/fd/*; do readlink $f; done; true'], {
    hasLargeDescriptorTable: true,
  })
  const files = stdout
    .trim()
    .split('\n')
    .filter((target) => target.startsWith('/') && !target.startsWith('/proc/'))
  expect(new Set(files)).toEqual(new Set(['/dev/null']))
})

test('this process keeps no descriptor of a large table', async () => {
  const count = async () => (await run(['ls', `/proc/${process.pid}/fd`])).stdout.trim().split('\n').length
  const rounds = 40
  const before = await count()
  for (let round = 0; round < rounds; round++) await run(['true'], { hasLargeDescriptorTable: true })
  // Pipes of other programs come and go.
  expect(await count()).toBeLessThan(before + rounds / 2)
})

test('a program is given what it is to read, its directory and its variables', async () => {
  const { stdout } = await run(['sh', '-c', 'cat; pwd; echo "$WORD"'], {
    input: 'read\n',
    cwd: '/usr',
    env: { WORD: 'given', PATH: '/usr/bin:/bin' },
  })
  expect(stdout).toBe('read\n/usr\ngiven\n')
})

test('a program is given no descriptor of this process', async () => {
  // The fourth is that of the directory, which it reads.
  expect((await run(['ls', '/proc/self/fd'])).stdout).toBe('0\n1\n2\n3\n')
})

test('a program is ended by the signals that this process ignores', async () => {
  const ignored = () => undefined
  process.on('SIGPIPE', ignored)
  try {
    await expect(run(['sh', '-c', 'kill -PIPE $$'])).rejects.toThrow('sh was ended by SIGPIPE')
  } finally {
    process.off('SIGPIPE', ignored)
  }
})

test.each([
  [['sh', '-c', 'echo why >&2; exit 3'], {}, 'sh exited with 3: why'],
  [['no-such-program'], {}, 'no-such-program could not be started (posix_spawnp: no such file or directory)'],
  [['true'], { cwd: '/nowhere' }, 'true could not be started (posix_spawnp: no such file or directory)'],
  [['sleep', '1000'], { timeoutMs: 10 }, 'sleep took longer than 10 ms'],
  [['sleep', '1000'], { signal: AbortSignal.abort() }, 'sleep was cancelled'],
])('%j that fails says how', async (argv, options, message) => {
  await expect(run(argv, options)).rejects.toThrow(message)
})

test('what a program leaves behind is not waited for', async () => {
  await expect(run(['sh', '-c', 'sleep 5 &'], { leavesProcesses: true })).resolves.toEqual({
    stdout: '',
    stderr: '',
  })
})

test('many programs at once are all heard of, and none is left as a zombie', async () => {
  const results = await Promise.all(
    Array.from({ length: 300 }, (_, index) => run(['sh', '-c', `echo ${index}`])),
  )
  expect(results.map(({ stdout }) => Number(stdout))).toEqual(results.map((_, index) => index))
  const { stdout } = await run(['ps', '--ppid', String(process.pid), '-o', 'stat='])
  expect(stdout.split('\n').filter((state) => state.startsWith('Z'))).toEqual([])
})
