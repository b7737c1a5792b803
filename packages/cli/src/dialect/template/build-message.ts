/** What the messages in the log of a build mean, in the form in which the node writes them. Pure. */
import { printable } from '@cay/core/terminal-text.ts'

export type BuildMessage =
  | { readonly kind: 'step'; readonly title: string; readonly isCached: boolean }
  /** A line that a program of the step has written. */
  | { readonly kind: 'output'; readonly text: string; readonly isError: boolean }
  | { readonly kind: 'note'; readonly text: string }

/** Before the first step and behind the last one. */
const outerSteps: Readonly<Record<string, string>> = { base: 'base', finalize: 'finalize' }

export function parseBuildMessage(message: string): BuildMessage {
  const [, output, stream, written = ''] = /^\[([^\]]+)\] \[(stdout|stderr)\]: (.*)$/s.exec(message) ?? []
  if (output !== undefined) return { kind: 'output', text: shown(written), isError: stream === 'stderr' }
  // The key at the end tells builds apart, and nothing to a reader.
  const [, cached, place = '', text = ''] =
    /^(CACHED )?\[(base|finalize|builder \d+\/\d+)\] (.*?)(?: ?\[[0-9a-f]{32}\])?$/s.exec(message) ?? []
  if (place === '') return { kind: 'note', text: shown(message) }
  const isHead = place.startsWith('builder') || text.startsWith('FROM ') || cached !== undefined
  const name = outerSteps[place] ?? place.replace('builder ', '')
  if (!isHead) return { kind: 'note', text: shown(`[${name}] ${text}`) }
  return { kind: 'step', title: shown(`[${name}] ${text}`.trim()), isCached: cached !== undefined }
}

/** One line, whatever a program or a Dockerfile has in it. */
function shown(text: string): string {
  return printable(text.replaceAll(/\s*\\?\n\s*/g, ' ').replaceAll(/\p{Cc}/gu, ''))
}
