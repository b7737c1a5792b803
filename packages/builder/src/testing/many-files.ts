/** An archive of so many files that `tarOf` would take long. */
import { tarOf } from './tar.ts'

/** Empty files in a directory, a thousand at once: their headers differ in digits alone. */
export function* manyFiles(count: number): Generator<Buffer> {
  const header = tarOf([{ name: 'd/0000000' }]).subarray(0, 512)
  const zeros = 7 * '0'.charCodeAt(0)
  const sum = Number.parseInt(header.toString('latin1', 148, 154), 8) - zeros
  for (let from = 0; from < count; from += 1000) {
    const piece = Buffer.alloc(512 * Math.min(1000, count - from), header)
    for (let at = 0; at < piece.length; at += 512) {
      const digits = Buffer.from(String(from + at / 512).padStart(7, '0'))
      digits.copy(piece, at + 2)
      const whole = digits.reduce((total, digit) => total + digit, sum)
      piece.write(whole.toString(8).padStart(6, '0'), at + 148, 'latin1')
    }
    yield piece
  }
  yield Buffer.alloc(1024)
}
