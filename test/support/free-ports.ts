import { reservePort } from '@cay/kit/host/reserve-port.ts'

/** Ports of the loopback that nobody has now, that are no client's by accident later, and that no other test is given. */
export async function freePorts(count: number): Promise<number[]> {
  const reserved = await Promise.all(Array.from({ length: count }, () => reservePort('127.0.0.1')))
  return reserved.map(({ port }) => port)
}
