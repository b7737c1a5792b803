/** Sends events to a collector as logs of OpenTelemetry. A batch counts when the collector has answered. */
import type { Logger } from '@cay/kit/log.ts'
import { readRejected, renderOtlpLogs } from '../../dialect/otlp-logs.ts'
import type { EventExport } from '../../ports/event.ts'

const sendMsMax = 10_000

export interface OtlpTarget {
  /** With its whole path. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export function createOtlpExport({ url, headers }: OtlpTarget, log: Logger): EventExport {
  return {
    name: 'otlp',
    async send(events, signal) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: renderOtlpLogs(events),
        // A redirect would turn the POST into a GET, whose 200 says nothing of the events.
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(sendMsMax)]),
      })
      const text = await response.text()
      if (response.status >= 300 && response.status < 400)
        throw new Error(`the collector redirects (${response.status}), which is not followed`)
      if (!response.ok) throw new Error(`the collector answered ${response.status}`)
      const rejected = readRejected(text)
      if (rejected > 0)
        log.warn(
          { event: 'events.export.rejected', count: rejected },
          'the collector did not keep all events',
        )
    },
  }
}
