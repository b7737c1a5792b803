/** Verifies a ledger page by page, and names the first event that is altered, missing or out of order. */
import { genesisHash, hashedText, type LedgerEntry, type LedgerMark, signedText } from './ledger.ts'

export interface LedgerTools {
  /** SHA-256 in lower-case hexadecimal digits. */
  readonly sha256: (text: string) => string
  readonly isSigned: (text: string, signature: string) => boolean
}

export type LedgerProblem =
  | { readonly kind: 'altered' | 'reordered'; readonly seq: number }
  | { readonly kind: 'missing'; readonly seq: number; readonly untilSeq: number }
  /** Whoever removed the heads behind could have written these events anew. */
  | { readonly kind: 'unsigned'; readonly seq: number; readonly untilSeq: number }
  /** An event after `afterSeq` was altered, and all later hashes were computed again. */
  | { readonly kind: 'rewritten'; readonly seq: number; readonly afterSeq: number }
  | { readonly kind: 'badSignature'; readonly seq: number; readonly mark: LedgerMark['kind'] }

export interface LedgerState {
  readonly teamId: string
  /** The last verified event; the start is one before the first event. */
  readonly seq: number
  readonly hash: string
  readonly count: number
  /** The last event that a signed head covers. */
  readonly signedSeq: number
}

export type LedgerVerdict =
  | { readonly kind: 'intact'; readonly state: LedgerState }
  | { readonly kind: 'broken'; readonly problem: LedgerProblem }

/** Begins at the beginning of a chain, or where retention cut it. */
export function beginAt(teamId: string, cut: LedgerMark | undefined, tools: LedgerTools): LedgerVerdict {
  if (cut !== undefined && !(cut.teamId === teamId && isGenuine(cut, tools)))
    return broken({ kind: 'badSignature', seq: cut.seq, mark: 'cut' })
  const { seq, hash } = cut ?? { seq: 0, hash: genesisHash }
  return { kind: 'intact', state: { teamId, seq, hash, count: 0, signedSeq: seq } }
}

/** Begins in the middle of a chain, for an export of its end: the heads that follow cover the hash that it begins with. */
export function beginBefore({ teamId, seq, previousHash }: LedgerEntry): LedgerState {
  return { teamId, seq: seq - 1, hash: previousHash, count: 0, signedSeq: seq - 1 }
}

/** The next events in their order, and the heads among them. */
export function verifyPage(
  state: LedgerState,
  { entries, heads }: { readonly entries: readonly LedgerEntry[]; readonly heads: readonly LedgerMark[] },
  tools: LedgerTools,
): LedgerVerdict {
  const headsBySeq = new Map(heads.map((head) => [head.seq, head]))
  let now = state
  for (const entry of entries) {
    const problem = problemOf(now, entry, { entries, tools })
    if (problem !== undefined) return broken(problem)
    now = { ...now, seq: entry.seq, hash: entry.hash, count: now.count + 1 }
    const head = headsBySeq.get(entry.seq)
    if (head === undefined) continue
    if (head.teamId !== now.teamId || !isGenuine(head, tools))
      return broken({ kind: 'badSignature', seq: head.seq, mark: 'head' })
    if (head.hash !== now.hash) return broken({ kind: 'rewritten', seq: entry.seq, afterSeq: now.signedSeq })
    now = { ...now, signedSeq: entry.seq }
  }
  return { kind: 'intact', state: now }
}

/**
 * After the last event, which a signed head has to cover: a page of a chain is read with its end signed. A head beyond it says
 * that events are missing at the end.
 */
export function verifyEnd(
  state: LedgerState,
  lastHead: LedgerMark | undefined,
  tools: LedgerTools,
): LedgerProblem | undefined {
  if (lastHead === undefined || lastHead.seq <= state.seq) {
    const { seq, count, signedSeq } = state
    return count > 0 && signedSeq < seq ? { kind: 'unsigned', seq: signedSeq + 1, untilSeq: seq } : undefined
  }
  if (lastHead.teamId !== state.teamId || !isGenuine(lastHead, tools))
    return { kind: 'badSignature', seq: lastHead.seq, mark: 'head' }
  return { kind: 'missing', seq: state.seq + 1, untilSeq: lastHead.seq }
}

function problemOf(
  { teamId, seq, hash }: LedgerState,
  entry: LedgerEntry,
  { entries, tools }: { entries: readonly LedgerEntry[]; tools: LedgerTools },
): LedgerProblem | undefined {
  const next = seq + 1
  const isNext = (one: LedgerEntry) =>
    one.teamId === teamId && one.hash === tools.sha256(hashedText(one, next, hash))
  if (entry.seq === next && isNext(entry) && entry.previousHash === hash) return undefined
  if (entry.seq < next || entries.some((one) => one !== entry && isNext(one)))
    return { kind: 'reordered', seq: Math.min(entry.seq, next) }
  if (entry.seq > next) return { kind: 'missing', seq: next, untilSeq: entry.seq - 1 }
  return { kind: 'altered', seq: next }
}

function isGenuine(mark: LedgerMark, { isSigned }: LedgerTools): boolean {
  return isSigned(signedText(mark), mark.signature)
}

function broken(problem: LedgerProblem): LedgerVerdict {
  return { kind: 'broken', problem }
}

/** One sentence for people. */
export function describeProblem(problem: LedgerProblem): string {
  const { seq } = problem
  switch (problem.kind) {
    case 'altered':
      return `event ${seq} was altered`
    case 'reordered':
      return `event ${seq} is not in its place`
    case 'missing':
      return problem.untilSeq === seq
        ? `event ${seq} is missing`
        : `events ${seq} to ${problem.untilSeq} are missing`
    case 'unsigned':
      return problem.untilSeq === seq
        ? `event ${seq} is covered by no signed head`
        : `events ${seq} to ${problem.untilSeq} are covered by no signed head`
    case 'rewritten':
      return problem.afterSeq + 1 === seq
        ? `event ${seq} was altered, and its hash computed again`
        : `one of the events ${problem.afterSeq + 1} to ${seq} was altered, and the hashes computed again`
    case 'badSignature':
      return `the signature of the ${problem.mark} at event ${seq} is not of this key`
  }
}
