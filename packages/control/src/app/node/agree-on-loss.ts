import { SettingError } from '@cay/kit/settings.ts'
import type { Store } from '../../ports/store.ts'

/**
 * The first control process of a cluster decides when silent nodes are given up. One that counted less than another one tells
 * the nodes would say that sandboxes have ended that still run.
 */
export async function agreeOnLoss(store: Pick<Store, 'getOrCreateSecret'>, lossMs: number): Promise<void> {
  const kept = Number(await store.getOrCreateSecret('node-loss-ms', () => String(lossMs)))
  if (kept === lossMs) return
  throw new SettingError(
    'CAY_NODE_LOSS_SECONDS',
    String(lossMs / 1000),
    `${kept / 1000}, which the first control process of this cluster had`,
  )
}
