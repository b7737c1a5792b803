/** One sandbox, as `cay sandbox info` shows it. */
import { amountIn, fieldIn, textIn } from '../output/fields.ts'
import { sandboxIdIn } from './sandbox-id.ts'

export function parseSandboxRecord(body: unknown) {
  const lifecycle = fieldIn(body, 'lifecycle')
  return {
    sandboxId: sandboxIdIn(body),
    template: textIn(body, 'alias') ?? textIn(body, 'templateID'),
    templateId: textIn(body, 'templateID'),
    state: textIn(body, 'state'),
    startedAt: textIn(body, 'startedAt'),
    endAt: textIn(body, 'endAt'),
    onTimeout: textIn(lifecycle, 'onTimeout'),
    autoResume: fieldIn(lifecycle, 'autoResume') ?? null,
    cpuCount: amountIn(body, 'cpuCount'),
    memoryMb: amountIn(body, 'memoryMB'),
    diskMb: amountIn(body, 'diskSizeMB'),
    metadata: fieldIn(body, 'metadata') ?? {},
    volumes: fieldIn(body, 'volumeMounts') ?? [],
    network: fieldIn(body, 'network') ?? null,
  }
}
