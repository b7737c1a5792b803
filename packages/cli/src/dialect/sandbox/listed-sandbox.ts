import { amountIn, fieldIn, listParser, textIn } from '../output/fields.ts'
import { sandboxIdIn } from './sandbox-id.ts'

/** An item of the v2 list, as much of it as the command shows. */
export interface ListedSandbox {
  readonly sandboxId: string
  /** Its alias, or its id where it has none. */
  readonly template: string | null
  readonly state: string | null
  readonly startedAt: string | null
  readonly endAt: string | null
  readonly cpuCount: number | null
  readonly memoryMb: number | null
  readonly diskMb: number | null
  readonly metadata: Readonly<Record<string, string>>
}

export const parseListedSandboxes = listParser(
  'sandboxes',
  (item): ListedSandbox => ({
    sandboxId: sandboxIdIn(item),
    template: textIn(item, 'alias') ?? textIn(item, 'templateID'),
    state: textIn(item, 'state'),
    startedAt: textIn(item, 'startedAt'),
    endAt: textIn(item, 'endAt'),
    cpuCount: amountIn(item, 'cpuCount'),
    memoryMb: amountIn(item, 'memoryMB'),
    diskMb: amountIn(item, 'diskSizeMB'),
    metadata: metadataIn(item),
  }),
)

function metadataIn(item: unknown): Record<string, string> {
  const pairs = Object.entries(fieldIn(item, 'metadata') ?? {})
  return Object.fromEntries(pairs.map(([key, value]) => [key, String(value)]))
}
