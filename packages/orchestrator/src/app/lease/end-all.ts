/** Ends sandboxes that control has given up, in whatever they are doing. */
import { Semaphore } from '@cay/kit/flow/semaphore.ts'
import type { NodeContext } from '../node/node-context.ts'
import { type EndContext, endInTurn } from '../sandbox/end-sandbox.ts'
import { preempt } from '../sandbox/preempt.ts'
import type { LiveRecord } from '../sandbox/sandbox-registry.ts'

export type KillContext = EndContext & Pick<NodeContext, 'pendingEnds'>

export interface EndAllContext extends KillContext, Pick<NodeContext, 'pool' | 'starting'> {
  sleep(ms: number): Promise<void>
  /** Of directories that nodes share; absent: it has none. Never rejects. */
  readonly releaseVolumes?: () => Promise<void>
}

/** Sandboxes that are killed at once: a kill waits a few milliseconds for the kernel. */
const killsMax = 16
/** Milliseconds between two looks for what was being created. */
const pollEveryMs = 100

/** Resolves when nothing runs; what is being created is ended when it runs. */
export async function endAll(node: EndAllContext): Promise<void> {
  const kills = new Semaphore(killsMax)
  while (node.registry.size + node.starting.size > 0) {
    await Promise.all(node.registry.liveRecords().map((record) => kills.run(() => killSandbox(node, record))))
    if (node.registry.size + node.starting.size > 0) await node.sleep(pollEveryMs)
  }
  await node.releaseVolumes?.()
}

/**
 * Its processes end before its turn comes, so that a pause or a capture of it fails instead of being waited for. Never rejects:
 * whoever calls it looks again.
 */
export async function killSandbox(
  node: KillContext,
  { container, process, claim }: LiveRecord,
): Promise<void> {
  const { sandboxId } = claim
  // Otherwise it would be found dead, and its end would be a crash.
  node.pendingEnds.add(sandboxId)
  try {
    preempt(node, { sandboxId })
    await node.runtime.kill(container, process)
    await node.queue.run(sandboxId, async () => {
      // Its pause may have succeeded just before.
      const now = node.registry.find(sandboxId)
      if (now !== undefined) await endInTurn(node, now, 'node_lost')
    })
  } catch (error) {
    node.log.error(
      { event: 'sandbox.end.failed', sandboxID: sandboxId, err: error },
      'failed to complete the end of a sandbox; retried',
    )
  } finally {
    node.pendingEnds.delete(sandboxId)
  }
}
