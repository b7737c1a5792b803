import { expect, test } from 'vitest'
import { runByNode } from './run-by-node.ts'

const options = (
  onText: (text: string) => void = () => undefined,
  signal = new AbortController().signal,
) => ({
  ...{ cwd: '/', signal, onText },
  env: { PATH: process.env.PATH ?? '', WORD: 'hello' },
})

test('output of both kinds is given on, and exit code 0 has no words', async () => {
  let text = ''
  const run = runByNode(
    ['sh', '-c', 'echo "$WORD"; pwd >&2'],
    options((piece) => {
      text += piece
    }),
  )
  expect(await run).toBeUndefined()
  expect(text.split('\n').sort()).toEqual(['', '/', 'hello'])
})

test.each([
  ['a failure', ['sh', '-c', 'exit 3'], 'exited with 3'],
  ['a signal', ['sh', '-c', 'kill -TERM $$'], 'was ended by SIGTERM'],
  ['a program that is not there', ['/no/such/program'], /^could not be started \(.*ENOENT\)$/],
])('%s has words', async (_, argv, words) => expect(await runByNode(argv, options())).toMatch(words))

test('a signal ends everything that the program has started', async () => {
  const cancel = new AbortController()
  let pid = 0
  const run = runByNode(
    ['sh', '-c', 'sleep 1000 & echo $!; wait'],
    options((text) => {
      pid = Number(text)
      cancel.abort()
    }, cancel.signal),
  )
  expect(await run).toBe('was cancelled')
  // Whoever adopts it reaps it.
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect(await runByNode(['true'], options(undefined, cancel.signal))).toBe('was cancelled')
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
