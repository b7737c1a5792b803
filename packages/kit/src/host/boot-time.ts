/** The time since the machine booted, suspension included, which no one sets. */
import { minusOne } from './libc.ts'

const clockBoottime = 7
const clockGettime = minusOne<[number, BigInt64Array]>('int clock_gettime(int clock, _Out_ int64_t *seconds)')

/** In milliseconds. */
export function bootTimeMs(): number {
  const time = new BigInt64Array(2)
  clockGettime(clockBoottime, time)
  const [seconds = 0n, nanoseconds = 0n] = time
  return Number(seconds) * 1000 + Number(nanoseconds) / 1e6
}
