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
refused. **not exercised**: no test makes it. **not there**: Cay does not support it. The test is the first one that makes the call: a file
of \`test/conformance\`, or a test of \`test/conformance-python\`, which
\`npx vitest run --project conformance test/conformance/python-client.test.ts -t NAME\` runs alone.
`

const introductions: Readonly<Record<ClientSurface['client'], string>> = {
  e2b: 'The JavaScript SDK.',
  '@e2b/cli': 'The command line, with `E2B_API_KEY`, `E2B_API_URL` and `E2B_SANDBOX_URL` set.',
  '@e2b/code-interpreter':
    'Everything of `e2b`, with `code-interpreter-v1` as the template, and these calls.',
  '@e2b/desktop':
    'Everything of `e2b`, with `desktop` as the template, and these calls, in `test/templates/desktop.test.ts`.',
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

/** What tests have seen of the calls; those in Python are called as a run calls their forms. */
export interface Seen {
  readonly verdicts: ReadonlyMap<string, Verdict>
  /** The test in which a call worked. */
  readonly tests: ReadonlyMap<string, string>
}

export function renderPage({ surface, pythonSurface, versions }: Offered, seen: Seen): string {
  const sections = surface.map(({ client, version, calls }) => {
    const tables = [...groupsOf(calls)].map(([group, members]) =>
      [
        `### ${group}`,
        '',
        '| call | | test | |',
        '|---|---|---|---|',
        ...members.map((call) => rowOf(call, seen)),
      ].join('\n'),
    )
    return [`## \`${client}\` ${version}`, introductions[client], ...tables].join('\n\n')
  })
  const pythonSections = pythonSurface.map((each) => renderPython(each, seen))
  return `${[head.trimEnd(), ...sections, ...pythonSections, renderVersions(versions)].join('\n\n')}\n`
}

function renderPython(surface: PythonSurface, seen: Seen): string {
  const tables = [...groupsOf(Object.keys(surface.calls))].map(([group, calls]) =>
    [
      `### ${group}`,
      '',
      '| call | sync | async | test | |',
      '|---|---|---|---|---|',
      ...calls.map((call) => pythonRowOf(surface, call, seen)),
    ].join('\n'),
  )
  const { client, version } = surface
  return [`## \`${client}\` for Python ${version}`, pythonIntroductions[client], ...tables].join('\n\n')
}

/** Both forms are of one call, so what is said beside them is said once. */
function pythonRowOf(surface: PythonSurface, call: string, { verdicts, tests }: Seen): string {
  const found = pythonColumns.map((form) => pythonVerdict(surface, [form, call], verdicts))
  const words = found.flatMap((verdict) => (verdict === undefined ? [] : (remarkOn(call, verdict) ?? [])))
  const cells = found.map((verdict) => verdict ?? '–')
  const forms = [...pythonColumns, 'both'].map((form) => pythonKey(surface.client, form, call))
  const [test] = forms.flatMap((key) => tests.get(key) ?? [])
  return row([`\`${call}\``, ...cells, testCell(test), words[0] ?? ''])
}

function row(cells: readonly string[]): string {
  return `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`
}

const testCell = (test: string | undefined) => (test === undefined ? '' : `\`${test}\``)

const sectionHead = /^## `([^`]+)`( for Python)? \S+$/

/** What a page says of each call. */
export function readSeen(page: string): Seen {
  const verdicts = new Map<string, Verdict>()
  const tests = new Map<string, string>()
  let pythonClient: PythonClient | undefined
  for (const line of page.split('\n')) {
    const [, client, ofPython] = sectionHead.exec(line) ?? []
    if (client !== undefined) pythonClient = ofPython === undefined ? undefined : (client as PythonClient)
    const [, call, rest = ''] = /^\| `([^`]+)` \|(.*)$/.exec(line) ?? []
    if (call === undefined) continue
    const cells = rest.split('|').map((cell) => cell.trim())
    const keys = keysOf(pythonClient, call)
    for (const [at, key] of keys.entries()) {
      setVerdict(verdicts, key, cells[at])
      const [, test] = /^`([^`]+)`$/.exec(cells[keys.length] ?? '') ?? []
      if (test !== undefined) tests.set(key, test)
    }
  }
  return { verdicts, tests }
}

/** One for each column of verdicts. */
function keysOf(pythonClient: PythonClient | undefined, call: string): readonly string[] {
  if (pythonClient === undefined) return [call]
  return pythonColumns.map((form) => pythonKey(pythonClient, form, call))
}

function setVerdict(verdicts: Map<string, Verdict>, key: string, cell: string | undefined): void {
  const verdict = allVerdicts.find((each) => each === cell)
  if (verdict !== undefined) verdicts.set(key, verdict)
}

function rowOf(call: string, { verdicts, tests }: Seen): string {
  const verdict = verdicts.get(call) ?? verdictWithoutRun(call)
  return row([`\`${call}\``, verdict, testCell(tests.get(call)), remarkOn(call, verdict) ?? ''])
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
