import { expect, onTestFinished, test, vi } from 'vitest'
import type { Daemon } from './daemon.ts'
import { openShell, type ShellState } from './shell.ts'

test('a lost shell was asked for again every 15 seconds by a page that nobody saw', async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const window = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const show = (state: 'visible' | 'hidden') => {
    page.visibilityState = state
    page.dispatchEvent(new Event('visibilitychange'))
  }
  const states: ShellState['kind'][] = []
  const list = vi.fn().mockRejectedValue(new Error('the connection is lost'))
  const shell = openShell({
    daemon: { processes: { list } } as unknown as Daemon,
    tag: 'dashboard-1',
    size: () => ({ cols: 80, rows: 24 }),
    onOutput: () => undefined,
    onReplay: () => undefined,
    onState: ({ kind }) => states.push(kind),
  })
  onTestFinished(() => {
    shell.close()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(states).toEqual(['connecting', 'lost'])
  show('hidden')
  await vi.advanceTimersByTimeAsync(8 * 3_600_000)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(list).toHaveBeenCalledTimes(1)
  show('visible')
  await vi.advanceTimersByTimeAsync(0)
  expect(list).toHaveBeenCalledTimes(2)
})
