/** Verifies an export of the ledger without Cay. */
import { createPublicKey, hash, verify } from 'node:crypto'
import {
  beginAt,
  beginBefore,
  describeProblem,
  type LedgerState,
  type LedgerTools,
  type LedgerVerdict,
  verifyEnd,
  verifyPage,
} from '@cay/core/event/verify-ledger.ts'
import type { ChainPage, ExportedChain } from '../../dialect/event/ledger-lines.ts'

export interface Finding {
  readonly teamId: string
  readonly isIntact: boolean
  readonly text: string
}

export function verifyExported(chain: ExportedChain, ownKey: string | undefined): Finding {
  const { teamId, entries, marks } = chain
  const tools = toolsOf(ownKey ?? chain.publicKey)
  const heads = marks.filter(({ kind }) => kind === 'head')
  const cut = marks.find(({ kind }) => kind === 'cut')
  const begun = beginExported(chain, cut, tools)
  const verdict = begun.kind === 'broken' ? begun : verifyPage(begun.state, { entries, heads }, tools)
  const lastHead = lastHeadOf(chain)
  const finding = findingOf(teamId, verdict, { lastHead, tools })
  if (!finding.isIntact || verdict.kind === 'broken') return finding
  const problem = cutOff(chain, verdict.state)
  return problem === undefined ? finding : { teamId, isIntact: false, text: problem }
}

export function lastHeadOf({ marks }: ExportedChain): ChainPage['lastHead'] {
  return marks
    .filter(({ kind }) => kind === 'head')
    .toSorted((a, b) => a.seq - b.seq)
    .at(-1)
}

/** Whatever is before its last line is intact also when the rest is not there. */
function cutOff(chain: ExportedChain, { seq, hash, count }: LedgerState): string | undefined {
  const { hasEnds, end } = chain
  if (end === undefined) return hasEnds ? `the export is cut off after event ${seq}` : undefined
  if (end.seq > seq) return describeProblem({ kind: 'missing', seq: seq + 1, untilSeq: end.seq })
  const isSame = end.seq === seq && (count === 0 || end.head === hash)
  return isSame ? undefined : `the last line of the export is not that of event ${seq}`
}

/** An export since an instant may begin anywhere: the first signed head covers the hash that it begins with. */
function beginExported(
  { teamId, since, entries: [first] }: ExportedChain,
  cut: ExportedChain['marks'][number] | undefined,
  tools: LedgerTools,
): LedgerVerdict {
  const isPart = since !== null && first !== undefined && first.seq > (cut?.seq ?? 0) + 1
  return isPart ? { kind: 'intact', state: beginBefore(first) } : beginAt(teamId, cut, tools)
}

export function findingOf(
  teamId: string,
  verdict: LedgerVerdict,
  { lastHead, tools }: { lastHead: ChainPage['lastHead']; tools: LedgerTools },
): Finding {
  const broken = (text: string) => ({ teamId, isIntact: false, text })
  if (verdict.kind === 'broken') return broken(describeProblem(verdict.problem))
  const atEnd = verifyEnd(verdict.state, lastHead, tools)
  if (atEnd !== undefined) return broken(describeProblem(atEnd))
  return { teamId, isIntact: true, text: describeIntact(verdict.state) }
}

function describeIntact({ seq, count, signedSeq }: LedgerState): string {
  if (count === 0) return 'there are no events'
  const events = count === 1 ? `event ${seq} is` : `events ${seq - count + 1} to ${seq} are`
  return `${events} intact, signed to ${signedSeq}`
}

export function toolsOf(pem: string): LedgerTools {
  const key = readKey(pem)
  return {
    sha256: (text) => hash('sha256', text),
    isSigned: (text, signature) => verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url')),
  }
}

function readKey(pem: string) {
  try {
    return createPublicKey(pem)
  } catch (cause) {
    throw new Error('the public key is none: `cay events key` prints it', { cause })
  }
}
