/**
 * Every local reply of the proxy, as a value. Clients of the interface compare these texts and statuses; a 502 is how
 * they learn that a sandbox is gone.
 */
import { headers as names, productWord, wireTexts } from '@cay/contract/names.ts'
import type { DestinationRefusal } from './destination.ts'
import { type Interruption, interruptionMessages } from './interruption.ts'
import { renderPage } from './refusal-page.ts'
import type { ReplyFormat } from './reply-format.ts'

export type RequestRefusal =
  | DestinationRefusal
  | 'request_target_invalid'
  | 'transfer_coding_unknown'
  | 'method_refused'
  | 'host_misdirected'
  | 'internal_error'

export type SandboxRefusal =
  | { readonly kind: 'internal_path'; readonly path: string }
  | { readonly kind: 'not_found'; readonly sandboxId: string }
  /** The request was in flight, and its response had not begun. */
  | { readonly kind: 'interrupted'; readonly sandboxId: string; readonly by: Interruption }
  | { readonly kind: 'port_closed'; readonly sandboxId: string; readonly port: number }
  | { readonly kind: 'traffic_token_missing'; readonly sandboxId: string }
  | { readonly kind: 'traffic_token_wrong'; readonly sandboxId: string }
  | { readonly kind: 'resume_denied'; readonly sandboxId: string }
  | { readonly kind: 'resume_failed'; readonly sandboxId: string; readonly message: string }
  | { readonly kind: 'transitioning'; readonly sandboxId: string }
  /** Its node, or control, which knows its node, cannot be reached. */
  | { readonly kind: 'unreachable'; readonly sandboxId: string }
  | { readonly kind: 'team_limit'; readonly sandboxId: string; readonly message: string }
  | { readonly kind: 'too_many_connections'; readonly sandboxId: string; readonly connectionLimit: number }

export interface LocalReply {
  readonly status: number
  readonly contentType: string
  readonly body: string
  /** In whole seconds. */
  readonly retryAfterSeconds?: number
}

const requestTexts: Record<RequestRefusal, { readonly status: number; readonly text: string }> = {
  host_invalid: { status: 400, text: 'Invalid host' },
  header_missing: { status: 400, text: 'missing header' },
  sandbox_id_invalid: { status: 400, text: 'Invalid sandbox ID' },
  port_invalid: { status: 400, text: 'Invalid sandbox port' },
  request_target_invalid: { status: 400, text: 'Invalid request target' },
  transfer_coding_unknown: { status: 501, text: 'Transfer coding not supported' },
  method_refused: { status: 405, text: 'Method not allowed' },
  host_misdirected: { status: 421, text: 'Host differs from the TLS server name' },
  internal_error: { status: 500, text: 'internal error' },
}

export function refuseRequest(reason: RequestRefusal): LocalReply {
  const { status, text } = requestTexts[reason]
  return { status, contentType: 'text/plain; charset=utf-8', body: text }
}

export function refuseForSandbox(refusal: SandboxRefusal, format: ReplyFormat): LocalReply {
  const { status, message, title, detail } = describe(refusal)
  const retry = status === 429 || status === 503 ? { retryAfterSeconds: 1 } : {}
  if (format === 'html') {
    const body = renderPage({
      title,
      detail,
      about: 'sandboxId' in refusal ? refusal.sandboxId : refusal.path,
    })
    return { status, contentType: 'text/html; charset=utf-8', body, ...retry }
  }
  const body = JSON.stringify({ ...membersOf(refusal, message), code: status })
  return { status, contentType: 'application/json; charset=utf-8', body, ...retry }
}

function membersOf(refusal: SandboxRefusal, message: string): Record<string, string | number> {
  if (refusal.kind === 'internal_path') return { message, path: refusal.path }
  const { sandboxId } = refusal
  if (refusal.kind === 'port_closed') return { sandboxId, message, port: refusal.port }
  if (refusal.kind === 'too_many_connections') {
    return { sandboxId, message, connectionLimit: refusal.connectionLimit }
  }
  return { sandboxId, message }
}

interface Description {
  readonly status: number
  /** The message of the JSON body. */
  readonly message: string
  /** The title of the HTML page. */
  readonly title: string
  readonly detail: string
}

function describe(refusal: SandboxRefusal): Description {
  switch (refusal.kind) {
    case 'internal_path': {
      const message = `This path is reserved for the ${productWord.toUpperCase()} control plane`
      return { status: 404, message, title: 'Not Found', detail: `${message}.` }
    }
    case 'not_found':
      return {
        status: 502,
        message: wireTexts.sandboxNotFound,
        title: 'Sandbox Not Found',
        detail: 'It does not exist, or it has ended.',
      }
    case 'interrupted': {
      const message = interruptionMessages[refusal.by]
      return { status: 502, message, title: 'Sandbox Not Running', detail: message }
    }
    case 'port_closed':
      return {
        status: 502,
        message: wireTexts.portClosed,
        title: 'Closed Port',
        detail: `The sandbox is running but there is no service running on port ${refusal.port}.`,
      }
    case 'traffic_token_missing':
      return {
        status: 403,
        message: `${trafficTokenText} Token header '${names.trafficAccessToken}' is missing`,
        title: 'Missing Traffic Access Token',
        detail: 'Requests to this sandbox need its traffic access token.',
      }
    case 'traffic_token_wrong':
      return {
        status: 403,
        message: `${trafficTokenText} Provided token in header '${names.trafficAccessToken}' is invalid`,
        title: 'Invalid Traffic Access Token',
        detail: 'The traffic access token does not belong to this sandbox.',
      }
    case 'resume_denied': {
      const message = 'The sandbox is paused and cannot be resumed with these credentials'
      return { status: 403, message, title: 'Sandbox Cannot Be Resumed', detail: `${message}.` }
    }
    case 'resume_failed':
      return {
        status: 502,
        message: `The sandbox is paused and could not be resumed: ${refusal.message}`,
        title: 'Sandbox Could Not Be Resumed',
        detail: refusal.message,
      }
    case 'transitioning': {
      const message = 'The sandbox is still transitioning between paused and running'
      return { status: 409, message, title: 'Sandbox Is Still Transitioning', detail: `${message}.` }
    }
    case 'unreachable': {
      const message = 'The node of the sandbox cannot be reached'
      return { status: 503, message, title: 'Sandbox Cannot Be Reached', detail: `${message}.` }
    }
    case 'team_limit':
      return { status: 429, message: refusal.message, title: 'Limit Reached', detail: refusal.message }
    case 'too_many_connections':
      return {
        status: 429,
        message: 'The sandbox has too many connections',
        title: 'Too Many Connections',
        detail: `A sandbox may have at most ${refusal.connectionLimit} connections at once.`,
      }
  }
}

const trafficTokenText = 'Sandbox is secured with traffic access token.'
