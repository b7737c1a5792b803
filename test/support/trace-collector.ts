/** A collector of OpenTelemetry that keeps what it is sent. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  /** Empty: it is the first of its trace. */
  readonly parentSpanId: string
  readonly name: string
  readonly service: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly isFault: boolean
}

interface Value {
  readonly stringValue?: string
  readonly intValue?: number | string
}

interface Attribute {
  readonly key: string
  readonly value: Value
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly traceId: string
        readonly spanId: string
        readonly parentSpanId?: string
        readonly name: string
        readonly attributes?: readonly Attribute[]
        readonly status?: { readonly code?: number }
      }[]
    }[]
  }[]
}

export interface Collector {
  readonly url: string
  readonly spans: readonly CollectedSpan[]
  /** Everything that was sent, as it was. */
  readonly text: () => string
  close(): Promise<void>
}

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const texts: string[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const text = Buffer.concat(pieces).toString()
    texts.push(text)
    if (request.url === '/v1/traces') spans.push(...spansIn(JSON.parse(text) as Sent))
    response.setHeader('content-type', 'application/json').end('{}')
  }
  const server = createServer((request, response) => void take(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    text: () => texts.join('\n'),
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function spansIn({ resourceSpans }: Sent): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(attributesOf(resource.attributes)['service.name'])
    return scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ traceId, spanId, parentSpanId = '', name, attributes = [], status }) => {
        const own = { attributes: attributesOf(attributes), isFault: status?.code === 2 }
        return { traceId, spanId, parentSpanId, name, service, ...own }
      })
  })
}

function attributesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  )
}
