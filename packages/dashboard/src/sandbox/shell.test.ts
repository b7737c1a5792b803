import { Code, ConnectError } from '@connectrpc/connect'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Daemon } from './daemon.ts'
import { openShell, type ShellState } from './shell.ts'

let page: EventTarget & { visibilityState: 'visible' | 'hidden' }
let window: EventTarget

beforeEach(() => {
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
  window = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
})

test('a lost shell was asked for again every 15 seconds by a page that nobody saw', async () => {
  const { list, states } = open(new Error('the connection is lost'))
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

test('a window that was resized sent a request to a sandbox that was paused, which could resume it', async () => {
  const { shell, update, states } = open(new ConnectError('the sandbox was paused', Code.Unavailable))
  await vi.advanceTimersByTimeAsync(0)
  expect(states).toEqual(['connecting', 'away'])
  shell.resize({ cols: 100, rows: 30 })
  expect(update).not.toHaveBeenCalled()
})

function show(state: 'visible' | 'hidden'): void {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

/** The daemon responds with that error. Ended with the test. */
function open(error: Error) {
  const states: ShellState['kind'][] = []
  const list = vi.fn().mockRejectedValue(error)
  const update = vi.fn().mockResolvedValue({})
  const shell = openShell({
    daemon: { processes: { list, update } } as unknown as Daemon,
    tag: 'dashboard-1',
    size: () => ({ cols: 80, rows: 24 }),
    onOutput: () => undefined,
    onReplay: () => undefined,
    onState: ({ kind }) => states.push(kind),
  })
  onTestFinished(() => shell.close())
  return { shell, list, update, states }
}
