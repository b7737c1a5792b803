/**
 * Compares the ledger with an export that was kept elsewhere. Control signs what its database says, so whoever can write there
 * gets a genuine head over events that he made up; what an export says of the same events he cannot change.
 */
import type { LedgerEntry, LedgerMark } from '@cay/core/event/ledger.ts'
import type { ExportedChain } from '../../dialect/event/ledger-lines.ts'
import { type Finding, lastHeadOf, verifyExported } from './verify-export.ts'

interface ExportComparison {
  /** The next events of the ledger, in their order. */
  follow(entries: readonly LedgerEntry[]): void
  /** What is found, from what was found in the ledger itself. */
  judge(finding: Finding): Finding
}

/** `cut` is where retention has cut the chain of the ledger. */
export function compareWithExport(
  chain: ExportedChain,
  ownKey: string | undefined,
  cut: LedgerMark | undefined,
): ExportComparison {
  const { teamId } = chain
  const exported = new Map(chain.entries.map((entry) => [entry.seq, entry]))
  const lastSeq = lastHeadOf(chain)?.seq ?? 0
  const ofExport = verifyExported(chain, ownKey)
  let difference: string | undefined
  let comparedTo = 0
  const atCut = cut && exported.get(cut.seq)
  if (atCut !== undefined && atCut.hash === cut?.hash) comparedTo = atCut.seq
  else if (atCut !== undefined)
    difference = `an event up to ${atCut.seq}, which retention removed, was not that of the export`
  return {
    follow(entries) {
      for (const { seq, hash, previousHash } of entries) {
        const kept = exported.get(seq)
        if (kept === undefined || difference !== undefined) continue
        if (kept.hash === hash) comparedTo = seq
        else if (kept.previousHash === previousHash) difference = `event ${seq} is not that of the export`
        else difference = `an event before ${seq} is not that of the export`
      }
    },
    judge(finding) {
      const broken = (text: string) => ({ teamId, isIntact: false, text })
      if (!ofExport.isIntact) return broken(`the export itself is not intact: ${ofExport.text}`)
      if (difference !== undefined) return broken(difference)
      if (!finding.isIntact) return finding
      if (comparedTo >= lastSeq && lastSeq > 0)
        return { ...finding, text: `${finding.text}, and as in the export to ${lastSeq}` }
      if (lastSeq === 0) return broken('the export has no event that could be compared')
      return (cut?.seq ?? 0) > lastSeq
        ? broken(`retention has removed the events up to ${cut?.seq}, and with them all of the export`)
        : broken(`the ledger ends before event ${lastSeq}, which the export has`)
    },
  }
}
