/** Lines of `key=value`, of which the first `=` counts. Throws an error that names a line that is none. */
export function parsePairs(text: string): Record<string, string> {
  const lines = text.split('\n').map((line) => line.trim())
  return Object.fromEntries(lines.filter((line) => line !== '').map(parsePair))
}

function parsePair(line: string): [string, string] {
  const equals = line.indexOf('=')
  if (equals < 1) throw new Error(`“${line}” is not key=value`)
  return [line.slice(0, equals).trim(), line.slice(equals + 1).trim()]
}
