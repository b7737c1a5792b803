/** A control process with nothing but its port for nodes; it tells its resident memory when it is asked. */
import { readFileSync } from 'node:fs'
import { type LinkServer, startLinkServer } from '@cay/control/edge/link/link-server.ts'
import { NodeLinks } from '@cay/control/edge/link/node-links.ts'
import type { Certified } from '@cay/kit/certificates/issue.ts'
import { createLogger } from '@cay/kit/log.ts'
import type { LinksMessage } from './links.ts'

let server: LinkServer | undefined

process.on('message', (message: { readonly own?: Certified; readonly authority?: string }) => {
  void answer(message).then((answered) => process.send?.(answered))
})

async function answer({
  own,
  authority,
}: {
  readonly own?: Certified
  readonly authority?: string
}): Promise<LinksMessage> {
  if (own === undefined || authority === undefined) return { residentKib: residentKib() }
  server = await startLinkServer({
    ...{ host: '127.0.0.1', port: 0, own, authority, links: new NodeLinks() },
    log: createLogger('control', 'error'),
    isMember: () => Promise.resolve(true),
    serve: (_, response) => void response.stream.close(),
  })
  return { port: server.port }
}

function residentKib(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
}
