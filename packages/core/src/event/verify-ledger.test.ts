import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { genesisHash, hashedText, type LedgerEntry, type LedgerMark, signedText } from './ledger.ts'
import {
  beginAt,
  beginBefore,
  describeProblem,
  type LedgerVerdict,
  verifyEnd,
  verifyPage,
} from './verify-ledger.ts'

/** Stands in for SHA-256 and a signature: two texts have the same hash only if they are the same. */
const known = new Map<string, string>()
const sha256 = (text: string) => {
  const found = known.get(text) ?? `h${known.size}`
  known.set(text, found)
  return found
}
const tools = { sha256, isSigned: (text: string, signature: string) => signature === `signed ${text}` }

const fields = {
  ...{ teamId: 't', kind: 'createSandbox', actor: 'key', keyId: 'k', sandboxId: 'i1', subject: null },
  ...{ outcome: 'done', status: 201, reason: null },
}

function chain(count: number): LedgerEntry[] {
  const entries: LedgerEntry[] = []
  for (let seq = 1; seq <= count; seq++) {
    const previousHash = entries.at(-1)?.hash ?? genesisHash
    const event = { ...fields, atMs: seq }
    entries.push({ ...event, seq, previousHash, hash: sha256(hashedText(event, seq, previousHash)) })
  }
  return entries
}

function mark(kind: LedgerMark['kind'], { seq, hash }: Pick<LedgerEntry, 'seq' | 'hash'>): LedgerMark {
  const unsigned = { kind, teamId: 't', seq, hash, atMs: 9 }
  return { ...unsigned, signature: `signed ${signedText(unsigned)}` }
}

/** Links the hashes again, as somebody does who covers an alteration. */
function rehash(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const linked: LedgerEntry[] = []
  for (const entry of entries) {
    const previousHash = linked.at(-1)?.hash ?? genesisHash
    linked.push({ ...entry, previousHash, hash: sha256(hashedText(entry, entry.seq, previousHash)) })
  }
  return linked
}

function check(entries: readonly LedgerEntry[], heads: readonly LedgerMark[] = []): LedgerVerdict {
  const begun = beginAt('t', undefined, tools)
  return begun.kind === 'broken' ? begun : verifyPage(begun.state, { entries, heads }, tools)
}

function problemIn(entries: readonly LedgerEntry[], heads: readonly LedgerMark[] = []): string {
  const verdict = check(entries, heads)
  return verdict.kind === 'intact' ? 'intact' : describeProblem(verdict.problem)
}

const swap = (entries: LedgerEntry[], a: number, b: number) =>
  entries.map((entry) => {
    const other = entry.seq === a ? entries[b - 1] : entry.seq === b ? entries[a - 1] : undefined
    return other === undefined ? entry : { ...other, seq: entry.seq, previousHash: entry.previousHash }
  })

describe('a chain', () => {
  it('that nobody touched is intact', () => {
    const entries = chain(5)
    expect(
      check(
        entries,
        entries.map((entry) => mark('head', entry)),
      ),
    ).toMatchObject({
      kind: 'intact',
      state: { seq: 5, count: 5, signedSeq: 5 },
    })
  })

  it('names the first event that is altered, missing or out of order', () => {
    const entries = chain(6)
    const altered = entries.map((entry) => (entry.seq === 3 ? { ...entry, outcome: 'refused' } : entry))
    expect(problemIn(altered)).toBe('event 3 was altered')
    expect(problemIn(entries.filter(({ seq }) => seq !== 4))).toBe('event 4 is missing')
    expect(problemIn(entries.filter(({ seq }) => seq < 2 || seq > 4))).toBe('events 2 to 4 are missing')
    expect(problemIn(swap(entries, 2, 5))).toBe('event 2 is not in its place')
    const moved = [...entries.slice(0, 2), ...entries.slice(3, 5), ...entries.slice(2, 3)]
    expect(problemIn(moved)).toBe('event 3 is not in its place')
    expect(problemIn([...entries, ...entries.slice(3, 4)])).toBe('event 4 is not in its place')
  })

  it('whose hashes were computed again fails at the next signed head', () => {
    const entries = chain(6)
    const heads = [2, 5].map((seq) => mark('head', entries[seq - 1] ?? { seq, hash: '' }))
    const altered = rehash(entries.map((entry) => (entry.seq === 4 ? { ...entry, status: 500 } : entry)))
    expect(problemIn(altered, heads)).toBe(
      'one of the events 3 to 5 was altered, and the hashes computed again',
    )
  })

  it('is signed by this key alone', () => {
    const entries = chain(3)
    const forged = { ...mark('head', { seq: 2, hash: entries[1]?.hash ?? '' }), signature: 'other' }
    expect(problemIn(entries, [forged])).toBe('the signature of the head at event 2 is not of this key')
    const theirs = { ...mark('head', { seq: 2, hash: entries[1]?.hash ?? '' }), teamId: 'u' }
    expect(problemIn(entries, [theirs])).toBe('the signature of the head at event 2 is not of this key')
  })

  it('that lost its end is told by the last signed head', () => {
    const entries = chain(6)
    const last = entries.at(-1) ?? { seq: 0, hash: '' }
    const verdict = check(entries.slice(0, 3))
    if (verdict.kind === 'broken') throw new Error('broken')
    expect(verifyEnd(verdict.state, mark('head', last), tools)).toEqual({
      ...{ kind: 'missing', seq: 4, untilSeq: 6 },
    })
  })

  it('is not intact beyond its last signed head: whoever removes heads can write the rest anew', () => {
    const entries = chain(6)
    const head = mark('head', entries[3] ?? { seq: 4, hash: '' })
    const verdict = check(entries, [head])
    if (verdict.kind === 'broken') throw new Error('broken')
    const problem = verifyEnd(verdict.state, head, tools)
    expect(problem).toEqual({ kind: 'unsigned', seq: 5, untilSeq: 6 })
    expect(problem && describeProblem(problem)).toBe('events 5 to 6 are covered by no signed head')
    expect(describeProblem({ kind: 'unsigned', seq: 6, untilSeq: 6 })).toBe(
      'event 6 is covered by no signed head',
    )
    const whole = check(entries, [mark('head', entries[5] ?? { seq: 6, hash: '' })])
    expect(whole.kind === 'intact' && verifyEnd(whole.state, head, tools)).toBeUndefined()
    const empty = check([])
    expect(empty.kind === 'intact' && verifyEnd(empty.state, undefined, tools)).toBeUndefined()
  })

  it('begins where retention cut it, and nowhere else', () => {
    const entries = chain(6)
    const cutAt = (seq: number) => mark('cut', entries[seq - 1] ?? { seq, hash: '' })
    const after = (seq: number, cut: LedgerMark) => {
      const begun = beginAt('t', cut, tools)
      if (begun.kind === 'broken') return describeProblem(begun.problem)
      const verdict = verifyPage(begun.state, { entries: entries.slice(seq), heads: [] }, tools)
      return verdict.kind === 'intact' ? 'intact' : describeProblem(verdict.problem)
    }
    expect(after(3, cutAt(3))).toBe('intact')
    expect(after(4, cutAt(3))).toBe('event 4 is missing')
    expect(after(3, { ...cutAt(3), atMs: 1 })).toBe('the signature of the cut at event 3 is not of this key')
    expect(problemIn(entries.slice(3))).toBe('events 1 to 3 are missing')
  })

  it('may be verified from the middle, where a head follows', () => {
    const entries = chain(6)
    const [first, ...rest] = entries.slice(3)
    if (first === undefined) throw new Error('empty')
    const heads = [mark('head', entries[5] ?? first)]
    const verdict = verifyPage(beginBefore(first), { entries: [first, ...rest], heads }, tools)
    expect(verdict).toMatchObject({ kind: 'intact', state: { count: 3, signedSeq: 6 } })
  })

  it('is never intact after any change of one field, removal or swap', () => {
    const changes = fc.oneof(
      fc.record({ kind: fc.constant('alter' as const), at: fc.integer({ min: 1, max: 8 }), by: fc.string() }),
      fc.record({ kind: fc.constant('remove' as const), at: fc.integer({ min: 1, max: 7 }) }),
      fc.record({
        ...{ kind: fc.constant('swap' as const), at: fc.integer({ min: 1, max: 4 }) },
        with: fc.integer({ min: 5, max: 8 }),
      }),
    )
    fc.assert(
      fc.property(changes, (change) => {
        const entries = chain(8)
        const changed =
          change.kind === 'alter'
            ? entries.map((entry) => (entry.seq === change.at ? { ...entry, subject: change.by } : entry))
            : change.kind === 'remove'
              ? entries.filter(({ seq }) => seq !== change.at)
              : swap(entries, change.at, change.with)
        const verdict = check(changed)
        expect(verdict.kind).toBe('broken')
        if (verdict.kind === 'broken') expect(verdict.problem.seq).toBe(change.at)
      }),
    )
  })
})
