import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Polling, pollUntil } from './poll-until.ts'

/** Longer than any test. */
const everyMs = 3_600_000
let page: EventTarget & { visibilityState: 'visible' | 'hidden' }
let window: EventTarget

beforeEach(() => {
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
  window = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  onTestFinished(() => void vi.unstubAllGlobals())
})

test('a refresh after an action was lost while a load was in flight', async () => {
  const { loads, calls } = startPolling()
  await expect.poll(() => loads.length).toBe(1)
  calls.wake()
  loads[0]?.resolve('before the action')
  await expect.poll(() => loads.length).toBe(2)
  loads[1]?.resolve('after the action')
  await expect.poll(() => calls.data).toEqual(['before the action', 'after the action'])
  calls.wake()
  await expect.poll(() => loads.length).toBe(3)
})

test('a machine that came back on the network loaded for a page that nobody saw', async () => {
  const { loads, calls } = startPolling()
  await expect.poll(() => loads.length).toBe(1)
  loads[0]?.resolve('first')
  await expect.poll(() => calls.data).toEqual(['first'])
  show('hidden')
  window.dispatchEvent(new Event('online'))
  // What would load has had its turn then.
  await new Promise((resolve) => setTimeout(resolve))
  expect(loads).toHaveLength(1)
  show('visible')
  await expect.poll(() => loads.length).toBe(2)
})

function show(state: 'visible' | 'hidden'): void {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

/** Ended with the test. */
function startPolling() {
  const loads: PromiseWithResolvers<string>[] = []
  const calls = { wake: (): void => undefined, data: [] as string[] }
  const ended = new AbortController()
  onTestFinished(() => ended.abort())
  const polling: Polling<string> = {
    load: async () => {
      const load = Promise.withResolvers<string>()
      loads.push(load)
      return await load.promise
    },
    everyMs,
    onWake: (wake) => {
      calls.wake = wake
    },
    onData: (data) => calls.data.push(data),
    onError: (error) => expect.unreachable(String(error)),
  }
  void pollUntil(ended.signal, polling)
  return { loads, calls }
}
