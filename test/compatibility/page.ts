/** docs/compatibility.md as a function of what the clients offer and what was seen of it. */
import type { ClientSurface } from './surface.ts'
import { differences, notExercised, notThere, wordsFor } from './words.ts'

export type Verdict = 'works' | 'fails' | 'not exercised' | 'not there'

const head = `# Compatibility

The official clients run unmodified against Cay in \`test/conformance\`, and this page is the result of those runs.
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

export function renderPage(
  surface: readonly ClientSurface[],
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
  return `${[head.trimEnd(), ...sections].join('\n\n')}\n`
}

/** What a page says of each call. */
export function readVerdicts(page: string): Map<string, Verdict> {
  const rows = page.matchAll(/^\| `([^`]+)` \| (works|fails|not exercised|not there) \|/gm)
  return new Map([...rows].map(([, call = '', verdict]) => [call, verdict as Verdict]))
}

/** Of a call that no run has answered. */
export function verdictWithoutRun(call: string): Verdict {
  return wordsFor(notThere, call) === undefined ? 'not exercised' : 'not there'
}

function rowOf(call: string, verdicts: ReadonlyMap<string, Verdict>): string {
  const verdict = verdicts.get(call) ?? verdictWithoutRun(call)
  const words = {
    works: differences,
    fails: differences,
    'not exercised': notExercised,
    'not there': notThere,
  }
  return `| \`${call}\` | ${verdict} | ${wordsFor(words[verdict], call) ?? ''} |`.replace('|  |', '| |')
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
