/** Options that several commands have, and what their values may be. */
import { InvalidArgumentError, Option } from 'commander'
import { parseSince, parseUntil, sinceWords, untilWords } from '../dialect/event/since.ts'
import { type OutputFormat, outputFormats } from '../dialect/output/table.ts'

/** The verbs of a group are loaded when one of them runs: most of them need more than a short command has time for. */
export type Load<Verbs> = () => Promise<Verbs>

export interface OutputFlag {
  readonly output: OutputFormat
}

export const settingsHelp = `
Settings come from the environment: CAY_DATA_DIR, CAY_API_PORT, CAY_PROXY_PORT, CAY_BIND, …
docs/settings.md lists them all.`

export function outputOption(formats: readonly OutputFormat[] = outputFormats): Option {
  return new Option('-o, --output <format>', 'how to print it').choices(formats).default('table', 'a table')
}

/** The most frequent value of the option above. */
export function jsonOption(description = 'print JSON, as -o json'): Option {
  return new Option('--json', description).implies({ output: 'json' })
}

export function parseInstant(text: string): number {
  const atMs = parseSince(text, Date.now())
  if (atMs === undefined) throw new InvalidArgumentError(`expected ${sinceWords}`)
  return atMs
}

/** An instant that is still to come. */
export function parseFuture(text: string): number {
  const nowMs = Date.now()
  const atMs = parseUntil(text, nowMs)
  if (atMs === undefined) throw new InvalidArgumentError(`expected ${untilWords}`)
  if (atMs <= nowMs) throw new InvalidArgumentError('this time has passed')
  return atMs
}

/** For an option that may be repeated. */
export function parsePair(
  text: string,
  before: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('expected KEY=VALUE')
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) }
}

export function parseCount(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('expected a whole number')
  return Number(text)
}
