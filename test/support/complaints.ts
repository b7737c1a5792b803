/** The warnings and errors in the logs of an installation's services. */
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** Of all services together, the last ones. */
const linesMax = 80
/** Characters of one line. */
const lineLengthMax = 600
/** Lines of a start in which a service waits for another; each start has some. */
const isOfStart = /connect ENOENT|ECONNREFUSED/

/** Beside a failed test, they tell what went wrong behind the API; a machine that is gone tomorrow keeps no logs. */
export async function printComplaints(dataDir: string): Promise<void> {
  const lines = await complaintsOf(dataDir)
  if (lines.length === 0) return
  console.log(`\nwhat the services of ${basename(dataDir)} complained of:\n${lines.join('\n')}`)
}

async function complaintsOf(dataDir: string): Promise<string[]> {
  const logDir = join(dataDir, 'logs')
  // None of an installation that was never up.
  const names = (await readdir(logDir).catch(() => [])).filter((name) => name.endsWith('.log'))
  const texts = await Promise.all(names.map((name) => readFile(join(logDir, name), 'utf8')))
  const lines = texts.flatMap((text) => text.split('\n')).filter(isComplaint)
  return lines.slice(-linesMax).map((line) => line.slice(0, lineLengthMax))
}

function isComplaint(line: string): boolean {
  if (line === '' || isOfStart.test(line)) return false
  // A line that is no record of the log is of the runtime itself, as when a service crashed.
  return !line.startsWith('{') || /"level":"(warn|error|fatal)"/.test(line)
}
