import { fieldIn, listOf, textIn } from '../output/fields.ts'

/** What became of a sandbox of a node that is drained. */
export interface MovedSandbox {
  readonly sandboxId: string
  readonly outcome: string
  readonly nodeId: string | null
  readonly reason: string | null
}

export interface MovedPage {
  readonly sandboxes: readonly MovedSandbox[]
  readonly nextAfter: string | null
}

/** Throws when the body is none. */
export function parseMovedPage(body: unknown): MovedPage {
  const sandboxes = listOf(fieldIn(body, 'sandboxes'), 'sandboxes').map((item) => ({
    sandboxId: textIn(item, 'sandboxID') ?? '',
    outcome: textIn(item, 'outcome') ?? '',
    nodeId: textIn(item, 'nodeID'),
    reason: textIn(item, 'reason'),
  }))
  return { sandboxes, nextAfter: textIn(body, 'nextAfter') }
}

export function sentenceOf({ sandboxId, outcome, nodeId, reason }: MovedSandbox): string {
  const why = reason === null ? '' : `: ${reason}`
  if (outcome === 'moved') return `${sandboxId} moved to ${nodeId ?? 'another node'}`
  if (outcome === 'paused') return `${sandboxId} is paused${why}`
  if (outcome === 'ended') return `${sandboxId} has ended`
  return `${sandboxId} is still on the node${why}`
}
