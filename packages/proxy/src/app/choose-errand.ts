/** What kind of errand a request is. */
import { readDaemonCall } from '@cay/core/routing/daemon-call.ts'
import { isRepeatable, isUpload } from '@cay/core/routing/repeat.ts'
import type { Target } from '@cay/core/routing/target.ts'
import type { Client } from './client.ts'
import type { CutStreams } from './cut-streams.ts'
import type { Errand, OnAnswered, OnBroken } from './errand.ts'
import { PlainErrand } from './plain-errand.ts'
import type { KeptBytes } from './request-body.ts'
import { StreamErrand } from './stream-errand.ts'

export interface ErrandDeps {
  readonly keptBytes: KeptBytes
  readonly cutStreams: CutStreams
}

export interface Choice {
  readonly client: Client
  readonly target: Target
  readonly onBroken: OnBroken
  readonly onAnswered: OnAnswered
}

export function chooseErrand({ keptBytes, cutStreams }: ErrandDeps, choice: Choice): Errand {
  const { client, target, onBroken, onAnswered } = choice
  const { method = 'GET', url = '', rawHeaders } = client.request
  const head = { port: target.port, method, requestTarget: url, headers: rawHeaders }
  const call = readDaemonCall(head)
  if (call?.kind === 'stream' && client.takeOver === undefined) {
    return new StreamErrand(client, { sandboxId: target.sandboxId, call, onBroken, keptBytes, cutStreams })
  }
  const isOnce = call?.kind === 'single'
  const mayBeginAnew = isOnce || isUpload(head)
  const wishes = { port: target.port, isRepeatable: isRepeatable(head), isOnce, mayBeginAnew }
  return new PlainErrand(client, wishes, { onBroken, onAnswered, keptBytes })
}
