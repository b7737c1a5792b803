import { expect, test } from 'vitest'
import { keepAlive } from './keep-alive.ts'

test('what kept a sandbox alive while the API did not answer kept the command from its end', async () => {
  const signals: (AbortSignal | undefined)[] = []
  const request = ({ signal }: { readonly signal?: AbortSignal }) => {
    signals.push(signal)
    return new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  }
  keepAlive({ request }, 'i0')()
  expect(signals.map((signal) => signal?.aborted)).toEqual([true])
})
