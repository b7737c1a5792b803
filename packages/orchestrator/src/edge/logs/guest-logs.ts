/** Fetches the log of a sandbox from its daemon. The response is untrusted: it is bounded and validated. */
import { nodePaths } from '@cay/contract/names.ts'
import { parseGuestPage } from '@cay/core/logs/guest-page.ts'
import type { GuestLogs } from '../../ports/observe.ts'
import { call } from '../sandbox/daemon.ts'

/** A page has 256 KiB of text, and JSON may use six bytes for one. */
const pageBytesMax = 2 * 1024 * 1024

export const guestLogs: GuestLogs = {
  async page({ address, controlToken }, cursor, timeoutMs) {
    const answer = await call({
      ...{ address, controlToken },
      method: 'GET',
      path: `${nodePaths.sandboxLogs}?after=${encodeURIComponent(cursor)}`,
      timeoutMs,
      answers: true,
      answerBytesMax: pageBytesMax,
    })
    const page = parseGuestPage(JSON.parse(answer))
    if (page === undefined) throw new Error('envd returned no valid page of its log')
    return page
  },
}
