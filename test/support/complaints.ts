/** The warnings and errors in the logs of an installation's services. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Of all services together, the last ones. */
const linesMax = 80
/** Characters of one line. */
const lineLengthMax = 600
/** Lines of a start in which a service waits for another; each start has some. */
const isOfStart = /connect ENOENT|ECONNREFUSED/

export async function complaintsOf(dataDir: string): Promise<string[]> {
  const logDir = join(dataDir, 'logs')
  const names = (await readdir(logDir)).filter((name) => name.endsWith('.log'))
  const texts = await Promise.all(names.map((name) => readFile(join(logDir, name), 'utf8')))
  const lines = texts.flatMap((text) => text.split('\n')).filter(isComplaint)
  return lines.slice(-linesMax).map((line) => line.slice(0, lineLengthMax))
}

function isComplaint(line: string): boolean {
  if (line === '' || isOfStart.test(line)) return false
  // A line that is no record of the log is of the runtime itself, as when a service crashed.
  return !line.startsWith('{') || /"level":"(warn|error|fatal)"/.test(line)
}
