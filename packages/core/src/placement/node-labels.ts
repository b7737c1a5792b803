/** Labels of nodes: `key` or `key=value`, of the characters that labels of Kubernetes have. */
import { ServiceError } from '../errors.ts'

export const nodeLabelsMax = 64

const namePart = '[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?'
const shapeOfLabel = new RegExp(`^(?:[a-z0-9.-]{1,63}/)?${namePart}(?:=(?:${namePart})?)?$`)

/** Sorted; `key=` is `key`. Throws request_invalid. */
export function parseNodeLabels(labels: readonly string[]): readonly string[] {
  const parsed = [...new Set(labels.map(parseNodeLabel))].sort()
  if (parsed.length > nodeLabelsMax)
    throw new ServiceError('request_invalid', `labels: at most ${nodeLabelsMax} are possible`)
  const keys = parsed.map(keyOf)
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  if (twice !== undefined) throw new ServiceError('request_invalid', `labels: '${twice}' is there twice`)
  return parsed
}

function parseNodeLabel(label: string): string {
  if (!shapeOfLabel.test(label))
    throw new ServiceError(
      'request_invalid',
      `'${label}' is no label: expected key or key=value of letters, digits, '-', '_' and '.', at most 63 each`,
    )
  return label.replace(/=$/, '')
}

/**
 * As `kubectl label` changes them: `key` or `key=value` sets, and replaces another value of the key; `key-` removes. Throws
 * request_invalid.
 */
export function changeNodeLabels(present: readonly string[], changes: readonly string[]): readonly string[] {
  const labels = new Map(present.map((label) => [keyOf(label), label]))
  for (const change of changes) {
    const removed = change.endsWith('-') ? change.slice(0, -1) : undefined
    if (removed === undefined) labels.set(keyOf(change), change)
    else labels.delete(keyOf(removed))
  }
  return parseNodeLabels([...labels.values()])
}

function keyOf(label: string): string {
  return label.split('=', 1)[0] ?? label
}
