/** `cay events verify`, `export` and `key`: the ledger from the command line, and from an export without Cay. */
import { createPublicKey, hash, verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'
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
import {
  type ChainPage,
  chainLine,
  type ExportedChain,
  entryLine,
  markLine,
  parseChainPage,
  parseExport,
} from '../../dialect/event/ledger-lines.ts'
import { textIn } from '../../dialect/output/fields.ts'
import type { ControlApi } from '../../ports/control-api.ts'
import { type EitherApi, teamNamed } from '../team/team-commands.ts'

export interface LedgerRequest {
  /** Slug; undefined: the team of the key that the command shows. */
  readonly team: string | undefined
  readonly isOfAllTeams: boolean
}

export interface VerifyRequest extends LedgerRequest {
  /** An export; undefined: what the installation has. */
  readonly file: string | undefined
  /** A file with the public key; undefined: the key that comes with the chain. */
  readonly keyFile: string | undefined
}

type Print = (line: string) => void

/** Prints the chains as JSON lines. */
export async function exportLedger(
  access: EitherApi,
  { sinceMs, ...request }: LedgerRequest & { readonly sinceMs: number | undefined },
  print: Print,
): Promise<void> {
  const since = sinceMs === undefined ? undefined : new Date(sinceMs).toISOString()
  for (const read of await openChains(access, request)) {
    let first: ChainPage | undefined
    for await (const page of pagesOf(read, { since })) {
      if (first === undefined) {
        first = page
        print(chainLine({ ...page, since: since ?? null }))
        if (page.cut !== undefined) print(markLine(page.cut))
      }
      const heads = new Map(page.heads.map((head) => [head.seq, head]))
      for (const entry of page.entries) {
        print(entryLine(entry))
        const head = heads.get(entry.seq)
        if (head !== undefined) print(markLine(head))
      }
    }
  }
}

/** The exit code: 1 when a chain is broken. */
export async function verifyLedger(
  access: EitherApi,
  { file, keyFile, ...request }: VerifyRequest,
  print: Print,
): Promise<number> {
  const ownKey = keyFile === undefined ? undefined : await readFile(keyFile, 'utf8')
  const findings =
    file === undefined
      ? await verifyPresent(access, request, ownKey)
      : parseExport(await readFile(file, 'utf8')).map((chain) => verifyExported(chain, ownKey))
  for (const { teamId, text } of findings) print(`${nameOf(teamId)}: ${text}`)
  if (file !== undefined && ownKey === undefined)
    print('The signatures were checked with the key in the file itself; --key takes a key from elsewhere.')
  return findings.every(({ isIntact }) => isIntact) ? 0 : 1
}

/** The public key, PEM. */
export async function showLedgerKey(team: ControlApi): Promise<string> {
  const body = await team.request({ method: 'GET', path: '/events/ledger?limit=1' })
  return (textIn(body, 'publicKey') ?? '').trimEnd()
}

interface Finding {
  readonly teamId: string
  readonly isIntact: boolean
  readonly text: string
}

async function verifyPresent(
  access: EitherApi,
  request: LedgerRequest,
  ownKey: string | undefined,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const read of await openChains(access, request)) {
    let verdict: LedgerVerdict | undefined
    let last: ChainPage | undefined
    for await (const page of pagesOf(read, {})) {
      const tools = toolsOf(ownKey ?? page.publicKey)
      verdict ??= beginAt(page.teamId, page.cut, tools)
      last = page
      if (verdict.kind === 'broken') break
      verdict = verifyPage(verdict.state, page, tools)
    }
    if (verdict === undefined || last === undefined) continue
    findings.push(
      findingOf(last.teamId, verdict, { lastHead: last.lastHead, tools: toolsOf(ownKey ?? last.publicKey) }),
    )
  }
  return findings
}

function verifyExported(chain: ExportedChain, ownKey: string | undefined): Finding {
  const { teamId, entries, marks } = chain
  const tools = toolsOf(ownKey ?? chain.publicKey)
  const heads = marks.filter(({ kind }) => kind === 'head')
  const cut = marks.find(({ kind }) => kind === 'cut')
  const begun = beginExported(chain, cut, tools)
  const verdict = begun.kind === 'broken' ? begun : verifyPage(begun.state, { entries, heads }, tools)
  const lastHead = heads.toSorted((a, b) => a.seq - b.seq).at(-1)
  return findingOf(teamId, verdict, { lastHead, tools })
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

function findingOf(
  teamId: string,
  verdict: LedgerVerdict,
  { lastHead, tools }: { lastHead: ChainPage['lastHead']; tools: LedgerTools },
): Finding {
  const broken = (text: string) => ({ teamId, isIntact: false, text })
  if (verdict.kind === 'broken') return broken(describeProblem(verdict.problem))
  const atEnd = verifyEnd(verdict.state, lastHead, tools)
  if (atEnd !== undefined) return broken(describeProblem(atEnd))
  const { state } = verdict
  if (state.count > 0 && state.signedSeq <= state.seq - state.count)
    return broken('no signed head covers the events')
  return { teamId, isIntact: true, text: describeIntact(state) }
}

function describeIntact({ seq, count, signedSeq }: LedgerState): string {
  if (count === 0) return 'there are no events'
  const events = count === 1 ? `event ${seq} is` : `events ${seq - count + 1} to ${seq} are`
  return `${events} intact, signed to ${signedSeq}`
}

function nameOf(teamId: string): string {
  return teamId === '' ? 'installation' : `team ${teamId}`
}

function toolsOf(pem: string): LedgerTools {
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

type ReadChain = (range: URLSearchParams) => Promise<ChainPage>

async function openChains(
  access: EitherApi,
  { team, isOfAllTeams }: LedgerRequest,
): Promise<readonly ReadChain[]> {
  if (team === undefined && !isOfAllTeams) return [chainAt(await access.own(), '/events/ledger', {})]
  const admin = await access.admin()
  const path = '/admin/events/ledger'
  if (team !== undefined) return [chainAt(admin, path, { teamID: (await teamNamed(admin, team)).teamId })]
  const known = await admin.request({ method: 'GET', path: '/admin/events/ledgers' })
  const teams = Array.isArray(known) ? known : []
  return teams.map((teamId: unknown) =>
    chainAt(admin, path, typeof teamId === 'string' ? { teamID: teamId } : {}),
  )
}

function chainAt(api: ControlApi, path: string, fixed: Readonly<Record<string, string>>): ReadChain {
  return async (range) => {
    const query = new URLSearchParams({ ...fixed, ...Object.fromEntries(range) })
    return parseChainPage(await api.request({ method: 'GET', path: `${path}?${query}` }))
  }
}

/** At least one page, which may be empty. */
async function* pagesOf(
  read: ReadChain,
  { since }: { since?: string | undefined },
): AsyncGenerator<ChainPage> {
  for (let after = 0; ; ) {
    const isFirst = after === 0
    const range = isFirst && since !== undefined ? { since } : { after: String(after) }
    const page = await read(new URLSearchParams(range))
    const last = page.entries.at(-1)
    if (last !== undefined || isFirst) yield page
    if (last === undefined) return
    after = last.seq
  }
}
