/** A service's log line in short, for the person at the terminal. */
import { printable } from '@cay/core/terminal-text.ts'

const shownLevels = ['warn', 'error', 'fatal']
/** Fields that tell which thing a line is about. */
const subjectFields = ['event', 'sandboxID', 'templateID', 'buildID', 'reason', 'requestID']
const lineLengthMax = 400

/** Undefined for lines that need nobody's attention. */
export function briefLogLine(line: string, stream: 'stdout' | 'stderr'): string | undefined {
  const record = parseRecord(line)
  if (record === undefined) return stream === 'stderr' && !isRuntimeNotice(line) ? briefly(line) : undefined
  const { level, msg } = record
  if (typeof level !== 'string' || !shownLevels.includes(level)) return undefined
  const subjects = subjectFields.flatMap((field) => {
    const value = record[field]
    return typeof value === 'string' ? [`${field}=${value}`] : []
  })
  const cause = errorMessage(record.err)
  const said = typeof msg === 'string' ? msg : 'no message'
  return briefly(`${level}: ${[said, cause].filter(Boolean).join(': ')} ${subjects.join(' ')}`)
}

function parseRecord(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line)
  } catch {
    // A line that only looks like JSON is text.
    return undefined
  }
}

function errorMessage(err: unknown): string {
  if (typeof err !== 'object' || err === null || !('message' in err)) return ''
  return typeof err.message === 'string' ? err.message : ''
}

/** What Node says about itself at start is no concern of an operator. */
function isRuntimeNotice(line: string): boolean {
  return line.trim() === '' || /^\(node:\d+\) \w*Warning|^\(Use `node --trace-/.test(line)
}

/** A log may quote a guest: nothing of it may steer the terminal. */
function briefly(text: string): string {
  return printable(text.replace(/\p{Cc}+/gu, ' ').trim()).slice(0, lineLengthMax)
}
