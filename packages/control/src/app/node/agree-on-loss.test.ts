import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../edge/store/open-store.ts'
import { agreeOnLoss } from './agree-on-loss.ts'

test('a control process gives up nodes while another one lets their sandboxes run', async () => {
  const store = await openStore(':memory:')
  onTestFinished(() => store.close())
  await agreeOnLoss(store, 300_000)
  await agreeOnLoss(store, 300_000)
  await expect(agreeOnLoss(store, 60_000)).rejects.toThrow(
    'CAY_NODE_LOSS_SECONDS="60" is not valid: 300, which the first control process of this cluster had',
  )
})
