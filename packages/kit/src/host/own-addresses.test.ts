import { networkInterfaces } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { watchOwnAddresses } from './own-addresses.ts'

vi.mock('node:os', async (load) => ({ ...(await load<object>()), networkInterfaces: vi.fn() }))
afterEach(() => void vi.useRealTimers())

function haveAddress(address: string): void {
  const more = { netmask: '', family: 'IPv4', mac: '', internal: false, cidr: null } as const
  vi.mocked(networkInterfaces).mockReturnValue({ eth0: [{ address, ...more }] })
}

test('the addresses of interfaces are followed as they change', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  haveAddress('198.51.100.7')
  const isOwn = watchOwnAddresses()
  expect([isOwn('198.51.100.7'), isOwn('198.51.100.8')]).toEqual([true, false])
  haveAddress('198.51.100.8')
  vi.advanceTimersByTime(5_001)
  expect([isOwn('198.51.100.7'), isOwn('198.51.100.8')]).toEqual([false, true])
})
