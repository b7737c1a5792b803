/** Appends the lifecycle of each sandbox to its log, from what the registry publishes. */
import { type LifePhase, lifeLine } from '@cay/core/logs/life-lines.ts'
import type { NodeContext } from '../node/node-context.ts'
import type { SandboxView } from '../sandbox/sandbox-registry.ts'

export type LifecycleLogContext = Pick<NodeContext, 'logs' | 'registry'>

type Seen = { readonly phase: LifePhase; readonly endAtMs: number }

/** Ends when the registry closes its watchers. */
export async function recordLifecycle(node: LifecycleLogContext): Promise<void> {
  const { snapshot, changes } = node.registry.watch()
  const seen = new Map<string, Seen>()
  for (const view of snapshot) {
    await addUnlessThere(node, view)
    remember(seen, view)
  }
  for await (const view of changes) {
    if (view.phase === 'released') {
      seen.delete(view.claim.sandboxId)
      continue
    }
    const { sandboxId } = partsOf(view).claim
    const before = seen.get(sandboxId)
    const line = isAdopted(view, before)
      ? undefined
      : lifeLine({ before: before?.phase, now: view.phase, ...wordsOf(view, before) })
    if (line !== undefined) node.logs.add(sandboxId, [line])
    remember(seen, view)
  }
}

/** For a sandbox of an earlier run, of which only the last line may be missing. */
async function addUnlessThere(node: LifecycleLogContext, view: SandboxView): Promise<void> {
  const { sandboxId } = partsOf(view).claim
  const line = lifeLine({ before: undefined, now: view.phase, ...wordsOf(view, undefined) })
  if (line === undefined) return
  if (!(await node.logs.has(sandboxId, line.message))) node.logs.add(sandboxId, [line])
}

/** It was paused elsewhere, and its stored log says so. */
function isAdopted(view: SandboxView, before: Seen | undefined): boolean {
  return before === undefined && view.phase === 'paused' && view.paused.isStored === true
}

function remember(seen: Map<string, Seen>, view: SandboxView): void {
  const { sandboxId, endAtMs } = partsOf(view).claim
  if (view.phase === 'ended') seen.delete(sandboxId)
  else seen.set(sandboxId, { phase: view.phase, endAtMs })
}

function wordsOf(view: SandboxView, before: Seen | undefined) {
  const { templateId, buildId } = partsOf(view)
  const fields = { templateID: templateId, buildID: buildId }
  if (view.phase === 'ended') return { reason: view.ended.reason, fields }
  if (view.phase !== 'paused' || before === undefined) return { fields }
  // From then on its timeout is the instant of the pause.
  const isExpired = before.endAtMs <= view.paused.claim.endAtMs
  return { reason: isExpired ? ('expired' as const) : ('requested' as const), fields }
}

function partsOf(view: SandboxView) {
  if ('record' in view) return view.record
  return 'paused' in view ? view.paused : view.ended
}
