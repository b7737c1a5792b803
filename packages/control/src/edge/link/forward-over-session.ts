/** Passes a request to a node on over its link, and its response back, body by body. */
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  constants,
  type IncomingHttpHeaders,
} from 'node:http2'
import { drainRequest } from '@cay/kit/flow/drain-request.ts'
import type { Forward } from '../../ports/node-transports.ts'

/** Of one connection, and not of the message: HTTP/2 has neither. */
const connectionHeaders = new Set(['transfer-encoding', 'expect'])

export function forwardOver(session: ClientHttp2Session, ...call: Parameters<Forward>): Promise<void> {
  const [request, response, headers] = call
  return new Promise((resolve, reject) => {
    const passed = Object.entries(headers).filter(([name]) => !connectionHeaders.has(name))
    const { method = 'GET', url = '/' } = request
    const stream = session.request({ ...Object.fromEntries(passed), ':method': method, ':path': url })
    let hasResponded = false
    const fail = () => {
      if (hasResponded) response.destroy()
      else reject(new Error('the link to the node ended before it responded'))
      drainRequest(request)
    }
    stream.on('error', fail)
    stream.on('close', () => {
      if (!hasResponded) fail()
    })
    stream.on('response', (answer) => {
      hasResponded = true
      respond(stream, answer, response)
    })
    response.on('close', () => {
      stream.close(constants.NGHTTP2_CANCEL)
      resolve()
    })
    request.on('error', () => stream.close(constants.NGHTTP2_CANCEL))
    request.pipe(stream)
  })
}

function respond(
  stream: ClientHttp2Stream,
  answer: IncomingHttpHeaders,
  response: Parameters<Forward>[1],
): void {
  const headers = Object.entries(answer).filter(([name]) => !name.startsWith(':'))
  response.writeHead(Number(answer[':status'] ?? 502), Object.fromEntries(headers))
  // It was cut off: what came of it looks complete otherwise.
  stream.on('aborted', () => response.destroy())
  stream.pipe(response)
}
