/**
 * A chain of the ledger as JSON lines: a line that names it and its key, a cut if retention has cut it, its events in their
 * order, behind each event that a signed head covers last, the head, and a line that says where the chain ends.
 */
import type { LedgerEntry, LedgerMark } from '@cay/core/event/ledger.ts'
import { printableJson } from '@cay/core/terminal-text.ts'
import { fieldIn, listOf, numberIn, textIn } from '../output/fields.ts'

export interface ChainHead {
  /** Empty: the installation. */
  readonly teamId: string
  readonly keyId: string
  /** PEM. */
  readonly publicKey: string
  /** Instant that an export was asked to begin at; null: the beginning. */
  readonly since: string | null
}

/** Exports before this version have no last line. */
const versionWithEnd = 2

interface ChainEnd {
  /** Of the last event. */
  readonly seq: number
  /** The hash of the last signed head; null: there is none. */
  readonly head: string | null
}

export interface ChainPage extends Omit<ChainHead, 'since'> {
  readonly entries: readonly LedgerEntry[]
  readonly heads: readonly LedgerMark[]
  readonly cut: LedgerMark | undefined
  readonly lastHead: LedgerMark | undefined
}

/** A page of the API. */
export function parseChainPage(body: unknown): ChainPage {
  const teamId = textIn(body, 'teamID') ?? ''
  const markIn = (name: string) => {
    const found = fieldIn(body, name)
    return found === undefined ? undefined : parseMark(teamId, found)
  }
  return {
    teamId,
    keyId: textIn(body, 'keyID') ?? '',
    publicKey: textIn(body, 'publicKey') ?? '',
    entries: listOf(fieldIn(body, 'events'), 'events').map((item) => parseEntry(teamId, item)),
    heads: listOf(fieldIn(body, 'heads'), 'heads').map((item) => parseMark(teamId, item)),
    cut: markIn('cut'),
    lastHead: markIn('lastHead'),
  }
}

/** `chains` is the number of chains in the export. */
export function chainLine({ teamId, keyId, publicKey, since }: ChainHead, chains: number): string {
  return printableJson({ type: 'ledger', version: versionWithEnd, chains, teamId, keyId, publicKey, since })
}

export function endLine(teamId: string, { seq, head }: ChainEnd): string {
  return printableJson({ type: 'end', teamId, seq, head })
}

export function entryLine(entry: LedgerEntry): string {
  return printableJson({ type: 'event', ...entry })
}

export function markLine({ kind, ...mark }: LedgerMark): string {
  return printableJson({ type: kind, ...mark })
}

export interface ExportedChain extends ChainHead {
  readonly entries: readonly LedgerEntry[]
  readonly marks: readonly LedgerMark[]
  /** Whether the version that wrote it writes where a chain ends. */
  readonly hasEnds: boolean
  /** Undefined: the last line is not there. */
  readonly end: ChainEnd | undefined
  /** The number of chains that were written; null: an earlier version did not say. */
  readonly chains: number | null
}

type ReadChain = ExportedChain & {
  readonly entries: LedgerEntry[]
  readonly marks: LedgerMark[]
  end: ChainEnd | undefined
}

/** Throws for a line that no export has. */
export function parseExport(text: string): ExportedChain[] {
  const chains: ReadChain[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const item = parseLine(line)
    const type = textIn(item, 'type')
    if (type === 'ledger')
      chains.push({
        teamId: textIn(item, 'teamId') ?? '',
        keyId: textIn(item, 'keyId') ?? '',
        publicKey: textIn(item, 'publicKey') ?? '',
        since: textIn(item, 'since'),
        chains: numberIn(item, 'chains'),
        hasEnds: (numberIn(item, 'version') ?? 1) >= versionWithEnd,
        end: undefined,
        entries: [],
        marks: [],
      })
    else if (!addTo(chains.at(-1), type, item))
      throw new Error(`line ${index + 1} is not one of an export of the ledger`)
  }
  if (chains.length === 0) throw new Error('the file is no export of the ledger')
  return chains
}

function addTo(chain: ReadChain | undefined, type: string | null, item: unknown): boolean {
  if (chain === undefined) return false
  const teamId = textIn(item, 'teamId') ?? ''
  if (type === 'event') chain.entries.push(parseEntry(teamId, item))
  else if (type === 'head' || type === 'cut') chain.marks.push({ ...parseMark(teamId, item), kind: type })
  else if (type === 'end') chain.end = { seq: numberIn(item, 'seq') ?? 0, head: textIn(item, 'head') }
  else return false
  return true
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function parseEntry(teamId: string, item: unknown): LedgerEntry {
  return {
    seq: numberIn(item, 'seq') ?? 0,
    teamId,
    atMs: numberIn(item, 'atMs') ?? 0,
    kind: rawIn(item, 'kind') ?? '',
    actor: rawIn(item, 'actor') ?? '',
    keyId: rawIn(item, 'keyID') ?? rawIn(item, 'keyId'),
    sandboxId: rawIn(item, 'sandboxID') ?? rawIn(item, 'sandboxId'),
    subject: rawIn(item, 'subject'),
    outcome: rawIn(item, 'outcome') ?? '',
    status: numberIn(item, 'status'),
    reason: rawIn(item, 'reason'),
    previousHash: rawIn(item, 'previousHash') ?? '',
    hash: rawIn(item, 'hash') ?? '',
  }
}

/** As it was hashed: an empty text stays one. */
function rawIn(item: unknown, name: string): string | null {
  const field = fieldIn(item, name)
  return typeof field === 'string' ? field : null
}

function parseMark(teamId: string, item: unknown): LedgerMark {
  return {
    kind: textIn(item, 'kind') === 'cut' ? 'cut' : 'head',
    teamId,
    seq: numberIn(item, 'seq') ?? 0,
    hash: textIn(item, 'hash') ?? '',
    atMs: numberIn(item, 'atMs') ?? 0,
    signature: textIn(item, 'signature') ?? '',
  }
}
