import type { ServiceExit, ServiceProcess } from '@cay/kit/host/service-process.ts'
import { expect, test } from 'vitest'
import { keepRunning } from './keep-running.ts'

const pace = { delayMsMin: 1, delayMsMax: 4, stableAfterMs: 60_000 }
const failed: ServiceExit = { exitCode: 1, words: 'exited with 1' }

/** A child that ends when it is told to, or at once. */
function fakeChild(endsAtOnce: boolean): ServiceProcess & { stops: number[] } {
  const { promise: exited, resolve } = Promise.withResolvers<ServiceExit>()
  if (endsAtOnce) resolve(failed)
  const stops: number[] = []
  return {
    stops,
    identity: undefined,
    ready: endsAtOnce ? Promise.resolve(undefined) : Promise.resolve({}),
    exited,
    closed: exited.then(() => undefined),
    kill: () => undefined,
    stop: (graceMs) => {
      stops.push(graceMs)
      resolve({ exitCode: 0, words: 'exited with 0' })
      return exited
    },
  }
}

test('a service that keeps ending is started again and again, with waits that grow to the bound', async () => {
  const abort = new AbortController()
  const delays: number[] = []
  await keepRunning(
    {
      start: () => fakeChild(true),
      pace,
      graceMs: 10,
      events: {
        onStarted: () => undefined,
        onReady: () => undefined,
        onEnded: (exit, { failures, delayMs }) => {
          expect(exit).toEqual(failed)
          delays.push(delayMs)
          if (failures === 20) abort.abort()
        },
      },
    },
    abort.signal,
  )
  expect(delays).toHaveLength(20)
  expect(delays.slice(0, 4)).toEqual([1, 2, 4, 4])
  expect(Math.max(...delays)).toBe(4)
})

test('at the signal the service is stopped with its grace and not started again', async () => {
  const abort = new AbortController()
  const started: ReturnType<typeof fakeChild>[] = []
  await keepRunning(
    {
      start: () => {
        const child = fakeChild(false)
        started.push(child)
        return child
      },
      pace,
      graceMs: 10,
      events: {
        onStarted: () => undefined,
        onReady: () => abort.abort(),
        onEnded: () => expect.unreachable('it was asked to stop'),
      },
    },
    abort.signal,
  )
  expect(started.map(({ stops }) => stops)).toEqual([[10]])
})

test('a signal that came before starts nothing', async () => {
  const start = () => expect.unreachable('nothing is to be started')
  const events = { onStarted: start, onReady: start, onEnded: start }
  await keepRunning({ start, pace, graceMs: 10, events }, AbortSignal.abort())
})
