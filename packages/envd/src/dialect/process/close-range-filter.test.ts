import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closeRangeFilter } from './close-range-filter.ts'

/** What a kernel answers, in its words for the instructions used. */
function judge(number: number, lastDescriptor: number): string {
  const data: Readonly<Record<number, number>> = { 0: number, 24: lastDescriptor }
  let loaded = 0
  for (let at = 0; ; at += 1) {
    const instruction = closeRangeFilter[at]
    if (instruction === undefined) throw new Error(`no instruction at ${at}`)
    const { code, value, whenTrue, whenFalse } = instruction
    if (code === 0x20) loaded = data[value] ?? Number.NaN
    else if (code === 0x06)
      return value === 0x7fff0000 ? 'allow' : value === 0x50026 ? 'ENOSYS' : String(value)
    else if (code === 0x15) at += loaded === value ? whenTrue : whenFalse
    else if (code === 0x25) at += loaded > value ? whenTrue : whenFalse
    else throw new Error(`unknown instruction ${code}`)
  }
}

test('close_range up to a descriptor that gVisor does not accept is a call that does not exist', () => {
  for (const last of [0x8000_0000, 0xffff_ffff]) expect(judge(436, last)).toBe('ENOSYS')
  for (const last of [0, 3, 0x7fff_ffff]) expect(judge(436, last)).toBe('allow')
})

test('every other call is allowed, whatever its arguments are', () => {
  const other = fc.nat().filter((number) => number !== 436)
  fc.assert(
    fc.property(
      other,
      fc.integer({ min: 0, max: 0xffff_ffff }),
      (number, last) => judge(number, last) === 'allow',
    ),
  )
})
