/** The section of docs/compatibility.md about the versions of the clients. */
import type { CallResult, VersionResult, VersionResults } from './results.ts'
import { type Language, languages, versionsTried } from './versions.ts'

const titles: Readonly<Record<Language, string>> = { javascript: 'JavaScript', python: 'Python' }
const programs: Readonly<Record<Language, string>> = { javascript: 'client.mjs', python: 'client.py' }

export function renderVersions(results: VersionResults): string {
  return `## Versions of the clients

\`npm run compatibility -- --versions\` installs old and new versions of \`e2b\` and has each of them make the calls of
\`test/compatibility/versions\` over TLS, with nothing set but \`E2B_DOMAIN\`, \`E2B_API_KEY\` and the authority of the installation
([TLS](proxy.md#tls)). These are the results of ${results.date}. A result is called \`LANGUAGE@VERSION/CALL\`, for example
\`python@1.0.6/files.list\`; \`npm run compatibility -- --versions python@1.0.6\` runs that version alone, and prints them.

${languages.map((language) => renderLanguage(language, results)).join('\n\n')}
`.trimEnd()
}

function renderLanguage(language: Language, { versions, newest }: VersionResults): string {
  const rows = versions[language].map(rowOf)
  const calls = Object.keys(versions[language].at(-1)?.calls ?? {})
  return `### \`e2b\` for ${titles[language]}

${newestOf(language, newest[language])} The ${calls.length} calls of \`${programs[language]}\` are
${wrapped(calls.map((call) => `\`${call}\``).join(', '))}.

| version | calls that work | not in this version | fails |
|---|---|---|---|
${rows.join('\n')}`
}

const lineLengthMax = 140

function wrapped(text: string): string {
  return text.split(', ').reduce((lines, part) => {
    const isFull = lines.length - lines.lastIndexOf('\n') + part.length > lineLengthMax
    return `${lines}${lines === '' ? '' : isFull ? ',\n' : ', '}${part}`
  }, '')
}

function newestOf(language: Language, newest: string): string {
  const isTried = versionsTried[language].includes(newest)
  return isTried
    ? `The newest version in the registry was ${newest}, which was tried.`
    : `**The newest version in the registry was ${newest}, which was not tried.**`
}

function rowOf({ version, calls }: VersionResult): string {
  const of = (wanted: CallResult) =>
    Object.entries(calls).flatMap(([call, result]) => (result === wanted ? [`\`${call}\``] : []))
  const cells = [
    version,
    `${of('works').length}`,
    of('none').join(', ') || '–',
    of('fails').join(', ') || '–',
  ]
  return `| ${cells.join(' | ')} |`
}
