/** `cay events verify`, `export` and `key`: the ledger from the command line, and from an export without Cay. */
import { readFile } from 'node:fs/promises'
import { beginAt, type LedgerTools, type LedgerVerdict, verifyPage } from '@cay/core/event/verify-ledger.ts'
import {
  type ChainPage,
  chainLine,
  type ExportedChain,
  endLine,
  entryLine,
  markLine,
  parseChainPage,
  parseExport,
} from '../../dialect/event/ledger-lines.ts'
import { textIn } from '../../dialect/output/fields.ts'
import type { ControlApi } from '../../ports/control-api.ts'
import { type EitherApi, teamNamed } from '../team/team-commands.ts'
import { compareWithExport } from './compare-export.ts'
import { type Finding, findingOf, toolsOf, verifyExported } from './verify-export.ts'

export interface LedgerRequest {
  /** Slug; undefined: the team of the key that the command shows. */
  readonly team: string | undefined
  readonly isOfAllTeams: boolean
}

export interface VerifyRequest extends LedgerRequest {
  /** An export; undefined: what the installation has. */
  readonly file: string | undefined
  /** An export that what the installation has is compared with. */
  readonly against: string | undefined
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
  const chains = await openChains(access, request)
  for (const read of chains) {
    let first: ChainPage | undefined
    let last: ChainPage | undefined
    for await (const page of pagesOf(read, { since })) {
      if (first === undefined) {
        first = page
        print(chainLine({ ...page, since: since ?? null }, chains.length))
        if (page.cut !== undefined) print(markLine(page.cut))
      }
      const heads = new Map(page.heads.map((head) => [head.seq, head]))
      for (const entry of page.entries) {
        print(entryLine(entry))
        const head = heads.get(entry.seq)
        if (head !== undefined) print(markLine(head))
      }
      last = page
    }
    if (last !== undefined)
      print(
        endLine(last.teamId, {
          seq: last.entries.at(-1)?.seq ?? last.cut?.seq ?? 0,
          head: last.lastHead?.hash ?? null,
        }),
      )
  }
}

/** The exit code: 1 when a chain is broken. */
export async function verifyLedger(
  access: EitherApi,
  { file, against, keyFile, ...request }: VerifyRequest,
  print: Print,
): Promise<number> {
  const ownKey = keyFile === undefined ? undefined : await readFile(keyFile, 'utf8')
  const path = file ?? against
  const chains = path === undefined ? undefined : parseExport(await readFile(path, 'utf8'))
  const findings =
    file !== undefined && chains !== undefined
      ? chains.map((chain) => verifyExported(chain, ownKey))
      : await verifyPresent(access, request, { ownKey, exported: chains })
  for (const { teamId, text } of findings) print(`${nameOf(teamId)}: ${text}`)
  const [first] = chains ?? []
  const expected = first?.chains ?? 0
  const isCutOff = expected > (chains?.length ?? 0)
  if (isCutOff) print(`The export is cut off: it has ${chains?.length} of ${expected} chains.`)
  if (first?.hasEnds === false)
    print(
      'The export is of an earlier version, which did not write where it ends: events may be missing there.',
    )
  if (path !== undefined && ownKey === undefined)
    print('The signatures were checked with the key in the file itself; --key takes a key from elsewhere.')
  return findings.every(({ isIntact }) => isIntact) && !isCutOff ? 0 : 1
}

/** The public key, PEM. */
export async function showLedgerKey(team: ControlApi): Promise<string> {
  const body = await team.request({ method: 'GET', path: '/events/ledger?limit=1' })
  return (textIn(body, 'publicKey') ?? '').trimEnd()
}

interface Sources {
  readonly ownKey: string | undefined
  readonly exported: readonly ExportedChain[] | undefined
}

async function verifyPresent(
  access: EitherApi,
  request: LedgerRequest,
  { ownKey, exported }: Sources,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const read of await openChains(access, request)) {
    const found = await verifyChain(read, { ownKey, exported })
    const { teamId } = found
    const isKnown = exported === undefined || exported.some((chain) => chain.teamId === teamId)
    // With all teams, it is one that was made after the export.
    const text = `${found.text}; the export does not have it`
    findings.push(isKnown ? found : { teamId, isIntact: found.isIntact && request.isOfAllTeams, text })
  }
  const present = new Set(findings.map(({ teamId }) => teamId))
  const gone = request.isOfAllTeams ? (exported ?? []).filter(({ teamId }) => !present.has(teamId)) : []
  return [
    ...findings,
    ...gone.map(({ teamId }) => ({
      teamId,
      isIntact: false,
      text: 'the export has it, and the ledger does not',
    })),
  ]
}

async function verifyChain(read: ReadChain, { ownKey, exported }: Sources): Promise<Finding> {
  let verdict: LedgerVerdict | undefined
  let last: ChainPage | undefined
  let comparison: ReturnType<typeof compareWithExport> | undefined
  let tools: LedgerTools | undefined
  for await (const page of pagesOf(read, {})) {
    if (verdict === undefined || tools === undefined) {
      const chain = exported?.find(({ teamId }) => teamId === page.teamId)
      // The key of an export that was kept elsewhere is worth more than the one that the ledger brings along.
      tools = toolsOf(ownKey ?? chain?.publicKey ?? page.publicKey)
      comparison = chain && compareWithExport(chain, ownKey, page.cut)
      verdict = beginAt(page.teamId, page.cut, tools)
    }
    last = page
    comparison?.follow(page.entries)
    if (verdict.kind === 'broken') break
    verdict = verifyPage(verdict.state, page, tools)
  }
  if (verdict === undefined || last === undefined || tools === undefined)
    throw new Error('control sent no page of the ledger')
  const finding = findingOf(last.teamId, verdict, { lastHead: last.lastHead, tools })
  return comparison?.judge(finding) ?? finding
}

function nameOf(teamId: string): string {
  return teamId === '' ? 'installation' : `team ${teamId}`
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
    if (last.seq <= after) throw new Error(`control sent event ${last.seq} behind event ${after}`)
    after = last.seq
  }
}
