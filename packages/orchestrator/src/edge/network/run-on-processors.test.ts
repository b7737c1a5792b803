import { ToolError } from '@cay/kit/host/run.ts'
import { expect, test } from 'vitest'
import { runOnProcessors } from './run-on-processors.ts'

const command = ['unshare', '--mount=/run/slot', 'true']

function refusingExcept(processor: number | undefined, why = 'failed: Invalid argument') {
  const calls: string[] = []
  const program = async (called: readonly string[]) => {
    calls.push(called.join(' '))
    const isFine = processor !== undefined && called.includes('taskset') && called.includes(String(processor))
    if (!isFine)
      throw new ToolError(called, 'exited with 1', {
        exitCode: 1,
        stderr: `unshare: mount /proc/9/ns/mnt on /run/slot ${why}`,
      })
  }
  return { calls, program }
}

test('a slot is made in a container in which the kernel binds no new mount namespace on one of the processors', async () => {
  const { calls, program } = refusingExcept(1)
  await runOnProcessors(command, program, 3)
  expect(calls).toEqual([
    'unshare --mount=/run/slot true',
    'taskset --cpu-list 0 unshare --mount=/run/slot true',
    'taskset --cpu-list 1 unshare --mount=/run/slot true',
  ])
})

test('what is refused on all of them is told as it was first, and any other failure at once', async () => {
  await expect(runOnProcessors(command, refusingExcept(undefined).program, 2)).rejects.toThrow('unshare')
  const other = refusingExcept(undefined, 'failed: Operation not permitted')
  await expect(runOnProcessors(command, other.program, 2)).rejects.toThrow('unshare')
  expect(other.calls).toHaveLength(1)
})
