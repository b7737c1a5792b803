/** docs/compatibility.md as a function of what the clients offer and what was seen of it. */
import {
  type PythonClient,
  type PythonSurface,
  pythonColumns,
  pythonKey,
  pythonVerdict,
} from './python-surface.ts'
import type { ClientSurface } from './surface.ts'
import { allVerdicts, type Verdict, verdictWithoutRun } from './verdict.ts'
import type { VersionResults } from './versions/results.ts'
import { renderVersions } from './versions/section.ts'
import { differences, notExercised, notThere, wordsFor } from './words.ts'

const head = `# Compatibility

The official clients run unmodified against Cay in \`test/conformance\` and, for Python, in \`test/conformance-python\`. This page is
the result of those runs.
\`npm run compatibility\` runs them and writes it; a test checks that it lists each public call of the installed versions, and
that the calls it reports on are the calls that tests make. Do not edit it: remarks are in \`test/compatibility/words.ts\`.

**works**: tests make the call, it does what the client documents, and they passed. **fails**: tests make it and it is
refused. **not exercised**: no test makes it. **not there**: Cay does not support it.
`

const introductions: Readonly<Record<ClientSurface['client'], string>> = {
  e2b: 'The JavaScript SDK.',
  '@e2b/cli': 'The command line, with `E2B_API_KEY`, `E2B_API_URL` and `E2B_SANDBOX_URL` set.',
  '@e2b/code-interpreter':
    'Everything of `e2b`, with `code-interpreter-v1` as the template, and these calls.',
}

const pythonIntroductions: Readonly<Record<PythonClient, string>> = {
  e2b: 'The Python SDK: `Sandbox`, `Template`, `Secret` and `Volume`, and the same with `Async` before their names.',
  'e2b-code-interpreter': 'Everything of `e2b`, with `code-interpreter-v1` as the template, and these calls.',
}

export interface Offered {
  readonly surface: readonly ClientSurface[]
  readonly pythonSurface: readonly PythonSurface[]
  readonly versions: VersionResults
}

export function renderPage(
  { surface, pythonSurface, versions }: Offered,
  verdicts: ReadonlyMap<string, Verdict>,
): string {
  const sections = surface.map(({ client, version, calls }) => {
    const tables = [...groupsOf(calls)].map(([group, members]) =>
      [
        `### ${group}`,
        '',
        '| call | | |',
        '|---|---|---|',
        ...members.map((call) => rowOf(call, verdicts)),
      ].join('\n'),
    )
    return [`## \`${client}\` ${version}`, introductions[client], ...tables].join('\n\n')
  })
  const pythonSections = pythonSurface.map((each) => renderPython(each, verdicts))
  return `${[head.trimEnd(), ...sections, ...pythonSections, renderVersions(versions)].join('\n\n')}\n`
}

function renderPython(surface: PythonSurface, verdicts: ReadonlyMap<string, Verdict>): string {
  const tables = [...groupsOf(Object.keys(surface.calls))].map(([group, calls]) =>
    [
      `### ${group}`,
      '',
      '| call | sync | async | |',
      '|---|---|---|---|',
      ...calls.map((call) => pythonRowOf(surface, call, verdicts)),
    ].join('\n'),
  )
  const { client, version } = surface
  return [`## \`${client}\` for Python ${version}`, pythonIntroductions[client], ...tables].join('\n\n')
}

/** Both forms are of one call, so what is said beside them is said once. */
function pythonRowOf(surface: PythonSurface, call: string, verdicts: ReadonlyMap<string, Verdict>): string {
  const found = pythonColumns.map((form) => pythonVerdict(surface, [form, call], verdicts))
  const words = found.flatMap((verdict) => (verdict === undefined ? [] : (remarkOn(call, verdict) ?? [])))
  const cells = found.map((verdict) => verdict ?? '–')
  return `| \`${call}\` | ${cells.join(' | ')} | ${words[0] ?? ''} |`.replace('|  |', '| |')
}

const sectionHead = /^## `([^`]+)`( for Python)? \S+$/

/** What a page says of each call; of calls in Python by what a run calls their forms. */
export function readVerdicts(page: string): Map<string, Verdict> {
  const found = new Map<string, Verdict>()
  let pythonClient: PythonClient | undefined
  for (const line of page.split('\n')) {
    const [, client, ofPython] = sectionHead.exec(line) ?? []
    if (client !== undefined) pythonClient = ofPython === undefined ? undefined : (client as PythonClient)
    const [, call, ...cells] = /^\| `([^`]+)` \| ([^|]*) \|(?: ([^|]*) \|)?/.exec(line) ?? []
    if (call === undefined) continue
    if (pythonClient === undefined) setVerdict(found, call, cells[0])
    else
      for (const [at, form] of pythonColumns.entries())
        setVerdict(found, pythonKey(pythonClient, form, call), cells[at])
  }
  return found
}

function setVerdict(verdicts: Map<string, Verdict>, key: string, cell: string | undefined): void {
  const verdict = allVerdicts.find((each) => each === cell)
  if (verdict !== undefined) verdicts.set(key, verdict)
}

function rowOf(call: string, verdicts: ReadonlyMap<string, Verdict>): string {
  const verdict = verdicts.get(call) ?? verdictWithoutRun(call)
  return `| \`${call}\` | ${verdict} | ${remarkOn(call, verdict) ?? ''} |`.replace('|  |', '| |')
}

function remarkOn(call: string, verdict: Verdict): string | undefined {
  const words = {
    works: differences,
    fails: differences,
    'not exercised': notExercised,
    'not there': notThere,
  }
  return wordsFor(words[verdict], call)
}

/** `sandbox.files.read` is of `sandbox.files`, `sandbox list` of `sandbox`. */
function groupsOf(calls: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const call of calls) {
    const separator = call.includes(' ') ? ' ' : '.'
    const group = `\`${call.slice(0, call.lastIndexOf(separator))}\``
    groups.set(group, [...(groups.get(group) ?? []), call])
  }
  return groups
}
