import { expect, onTestFinished, test, vi } from 'vitest'
import { RunscRuntime, type RunscSettings } from './runsc.ts'

test('the kill of a sandbox fails when a process of it ends between the look at it and the signal', async () => {
  // The look finds this process; no signal reaches it.
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH', errno: -3, syscall: 'kill' })
  })
  onTestFinished(() => kill.mockRestore())
  const runtime = new RunscRuntime({ cgroups: cgroupsOf([[process.pid], []]) })
  await runtime.kill({ id: 'c1' }, undefined)
  expect(kill.mock.calls).toEqual([[process.pid, 'SIGKILL']])
})

/** `listings`: the processes of a container, each time that they are asked for. */
function cgroupsOf(listings: number[][]): RunscSettings['cgroups'] {
  const unused = () => Promise.reject(new Error('not part of a kill'))
  return {
    processes: () => Promise.resolve(listings.shift() ?? []),
    thaw: () => Promise.resolve(),
    pathOf: (id) => `/${id}`,
    freeze: unused,
    memoryKills: unused,
    remove: unused,
    setMemoryLimit: unused,
    startedProcesses: unused,
  }
}
