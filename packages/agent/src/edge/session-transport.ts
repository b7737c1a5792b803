import type { ClientHttp2Session } from 'node:http2'
import { Code, ConnectError, type Transport } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'

const authority = 'http://control'

/** Calls over connections that are opened elsewhere. `session`: undefined when there is none. */
export function sessionTransport(session: () => Promise<ClientHttp2Session | undefined>): Transport {
  return createConnectTransport({
    httpVersion: '2',
    baseUrl: authority,
    acceptCompression: [],
    sessionManager: {
      authority,
      async request(method, path, headers, options) {
        const open = await session()
        if (open === undefined)
          throw new ConnectError('no control process of the cluster can be reached', Code.Unavailable)
        return open.request({ ...headers, ':method': method, ':path': path }, options)
      },
      // The session has a keep-alive of its own.
      notifyResponseByteRead: () => undefined,
    },
  })
}
