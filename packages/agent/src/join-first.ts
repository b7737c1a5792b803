/** The first machine of a cluster joins it by itself, as soon as its own control process answers. */
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@cay/kit/log.ts'
import type { AgentConfig } from './config.ts'
import { parseJoinOrder } from './dialect/identity-file.ts'
import { joinHere } from './join-here.ts'

/** Control starts beside the agent. */
const pollEveryMs = 500
const waitMsMax = 120_000

/** Returns when the machine is a node. Throws when it is none, and there is nothing to join with. */
export async function ensureJoined(config: AgentConfig, log: Logger): Promise<void> {
  if (existsSync(config.identityFile)) return
  const order = parseJoinOrder(await readFile(config.joinOrderFile, 'utf8'))
  if (order === undefined) throw new Error(`${config.joinOrderFile} is damaged: remove it and start again`)
  const giveUpAt = performance.now() + waitMsMax
  for (;;) {
    try {
      await joinHere(config, order)
      break
    } catch (error) {
      if (performance.now() >= giveUpAt) throw error
      log.debug({ event: 'join.failed', err: error }, 'control does not take this machine yet')
      await sleep(pollEveryMs)
    }
  }
  await rm(config.joinOrderFile, { force: true })
}
