/**
 * Chooses between an HTML page and JSON for a local reply. A browser's navigation gets the page; everything else,
 * scripts of a page included, gets JSON.
 */
import { headerValue, type RawHeaders } from './raw-headers.ts'

export type ReplyFormat = 'json' | 'html'

const browsers = /mozilla|chrome|safari|firefox|edge|opera|msie/i
const scriptModes = new Set(['cors', 'no-cors', 'same-origin', 'websocket'])

export function chooseReplyFormat(headers: RawHeaders): ReplyFormat {
  const accept = (headerValue(headers, 'accept') ?? '').toLowerCase()
  if (accept.includes('application/json') && !accept.includes('text/html')) return 'json'
  const mode = (headerValue(headers, 'sec-fetch-mode') ?? '').toLowerCase()
  if (scriptModes.has(mode)) return 'json'
  if (mode !== 'navigate' && headerValue(headers, 'x-requested-with') !== undefined) return 'json'
  return browsers.test(headerValue(headers, 'user-agent') ?? '') ? 'html' : 'json'
}
