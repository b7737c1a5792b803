import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { architectures, type Instruction, packFilter, renderFilter } from './system-call-filter.ts'

interface Call {
  readonly architecture: number
  readonly number: number
  readonly firstArgument?: number
}

/** What the kernel would answer, in its words for the instructions used. */
function judge(filter: readonly Instruction[], { architecture, number, firstArgument = 0 }: Call): string {
  const data: Readonly<Record<number, number>> = { 0: number, 4: architecture, 16: firstArgument }
  let loaded = 0
  for (let at = 0; ; at += 1) {
    const { code, value, whenTrue, whenFalse } = filter[at] ?? {
      code: 0,
      value: 0,
      whenTrue: 0,
      whenFalse: 0,
    }
    if (code === 0x20) loaded = data[value] ?? Number.NaN
    else if (code === 0x06)
      return value === 0x7fff0000 ? 'allow' : `error ${value === 0x50026 ? 'ENOSYS' : 'EPERM'}`
    else if (code === 0x15) at += loaded === value ? whenTrue : whenFalse
    else if (code === 0x45) at += (loaded & value) === 0 ? whenFalse : whenTrue
    else throw new Error(`no instruction at ${at}`)
  }
}

describe.each(['x64', 'arm64'])('the filter of system calls on %s', (name) => {
  const architecture = architectures[name]
  if (architecture === undefined) throw new Error(name)
  const { id, clone, socket, refused } = architecture
  const filter = renderFilter(architecture)
  const answerTo = (call: Omit<Call, 'architecture'>) => judge(filter, { architecture: id, ...call })

  it('refuses each call of its list, and names each once', () => {
    for (const number of refused) expect(answerTo({ number })).toBe('error EPERM')
    expect(new Set(refused).size).toBe(refused.length)
  })

  it('refuses every call under the numbers of another architecture or table', () => {
    const other = fc.nat().filter((each) => each !== id)
    fc.assert(
      fc.property(other, fc.nat(500), (architecture, number) => {
        expect(judge(filter, { architecture, number })).toBe('error EPERM')
        expect(answerTo({ number: number + 0x40000000 })).toBe('error EPERM')
      }),
    )
  })

  it('lets a process make threads and no namespace', () => {
    expect(answerTo({ number: clone, firstArgument: 0x3d0f00 })).toBe('allow')
    for (const flag of [17, 25, 26, 27, 28, 29, 30])
      expect(answerTo({ number: clone, firstArgument: 2 ** flag })).toBe('error EPERM')
    expect(answerTo({ number: 435 })).toBe('error ENOSYS')
  })

  it('allows sockets of four families', () => {
    const allowed = Array.from({ length: 64 }, (_, family) => family).filter(
      (family) => answerTo({ number: socket, firstArgument: family }) === 'allow',
    )
    expect(allowed).toEqual([1, 2, 10, 16])
  })

  it('allows every other call', () => {
    const others = Array.from({ length: 500 }, (_, number) => number).filter(
      (number) => ![...refused, clone, socket, 435].includes(number),
    )
    for (const number of others) expect(answerTo({ number })).toBe('allow')
  })

  it('is eight bytes for each instruction, and short enough for the kernel', () => {
    expect(packFilter(filter).length).toBe(filter.length * 8)
    expect(filter.length).toBeLessThan(4096)
    for (const { whenTrue, whenFalse } of filter) expect(Math.max(whenTrue, whenFalse)).toBeLessThan(256)
  })
})
