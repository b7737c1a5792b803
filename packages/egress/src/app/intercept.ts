/**
 * A connection to a host whose requests get headers: TLS ends here on both sides, with one protocol inside for both, or
 * there is none. The server is spoken to first, so that the client is offered what the server speaks:
 *
 *   rule ──► server reached ──► its certificate ──► client's handshake ──► requests, each with its headers
 *     └──────────┴───────────────────┴── fails ──────────► handshake ──► one answer that says why
 */
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { HeaderRule } from '@cay/core/egress/header-rules.ts'
import { HostGuard } from '@cay/core/egress/host-guard.ts'
import { bounds } from '../bounds.ts'
import type { Flow } from './connection.ts'
import type { NamedDestination, Refusal } from './dial-name.ts'
import { type EgressContext, logAbout, reportDenied } from './egress-context.ts'
import { findFields, ValueMissing } from './header-values.ts'
import { connectUpstream } from './connect-upstream.ts'
import type { FirstBytes } from './read-first-bytes.ts'
import { type PlainResponse, deniedResponse, sendPlainResponse } from './plain-response.ts'
import { relay } from './relay.ts'
import { respondHttp2, relayHttp2 } from './relay-http2.ts'
import { ruleFor } from './rules.ts'
import type { Sandbox } from './sandbox.ts'

export interface Interception {
  readonly flow: Flow
  readonly first: FirstBytes
  /** In its normal form; a rule of the sandbox is for it. */
  readonly host: string
  readonly target: NamedDestination
}

const http1 = 'http/1.1'
const http2 = 'h2'

/** Whether it is HTTP, as far as can be told: TLS with another protocol inside has no headers to set. */
export function mayIntercept({ head, hello }: FirstBytes): boolean {
  if (hello === undefined) return head !== undefined
  return hello.protocols.length === 0 || hello.protocols.some((each) => each === http1 || each === http2)
}

/** Throws when the sandbox ends the connection, or does not speak TLS as it should. */
export async function intercept(context: EgressContext, sandbox: Sandbox, interception: Interception): Promise<void> {
  const { flow, first } = interception
  const signal = AbortSignal.any([flow.connection.signal, AbortSignal.timeout(bounds.handshakeMsMax)])
  const server = await openServer(context, sandbox, interception, signal)
  const isTls = first.hello !== undefined
  const guest = isTls ? await acceptTls(context, interception, server, signal) : flow.connection.guest
  if ('answer' in server) return await answer(guest, server.answer, !isTls)
  await carry(context, sandbox, interception, { ...server, guest })
}

interface Server {
  readonly rule: HeaderRule
  readonly remote: Socket
  /** What is spoken inside TLS; undefined when that was left open. */
  readonly protocol: string | undefined
}

interface NoServer {
  readonly answer: PlainResponse
}

async function openServer(
  context: EgressContext,
  sandbox: Sandbox,
  { flow, first, host, target }: Interception,
  signal: AbortSignal,
): Promise<Server | NoServer> {
  const refused = (rule: string) => {
    reportDenied(context, sandbox, { protocol: 'tcp', ...flow.destination, name: host, rule })
  }
  try {
    const rule = await ruleFor(context, sandbox, host)
    const reached = mayHaveHeaders(rule, first) ? await connectUpstream(context, sandbox, target, signal) : overHttps
    if ('rule' in reached) {
      refused(reached.rule)
      return { answer: deniedResponse(host, reached.rule) }
    }
    flow.connection.join(reached)
    const { socket } = reached
    if (first.hello === undefined) return { rule, remote: socket, protocol: undefined }
    const protocols = first.hello.protocols.filter((each) => each === http1 || each === http2)
    const remote = await context.tls.connect(socket, { name: host, protocols }, signal)
    return { rule, remote, protocol: protocolOf(remote) ?? (protocols.includes(http1) ? http1 : undefined) }
  } catch (error) {
    if (flow.connection.signal.aborted) throw error
    logAbout(context, sandbox)?.info(
      { event: 'interception.upstream.failed', sandboxID: sandbox.id, host, err: error },
      'failed to reach a host with a header rule',
    )
    const why = describeFailure(error)
    if (isCertificateFault(error)) refused(why)
    return { answer: { status: 502, text: `The request to ${host} was not sent: ${why}.\n` } }
  }
}

/** In clear they would be read by whoever is on the way, and the sandbox alone chooses whether a request is in clear. */
function mayHaveHeaders({ allowsHttp, fields }: HeaderRule, { hello }: FirstBytes): boolean {
  return hello !== undefined || allowsHttp || fields.length === 0
}

const overHttps: Refusal = { rule: 'its headers are set over HTTPS only, as its rule has no allowHttp' }

function protocolOf({ alpnProtocol }: TLSSocket): string | undefined {
  return typeof alpnProtocol === 'string' ? alpnProtocol : undefined
}

async function acceptTls(
  context: EgressContext,
  { flow, first, host }: Interception,
  server: Server | NoServer,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const { guest } = flow.connection
  const offered = first.hello?.protocols ?? []
  const usual = [http1, http2].find((each) => offered.includes(each))
  guest.unshift(first.bytes)
  const protocol = 'answer' in server ? usual : server.protocol
  return await context.tls.accept(guest, { name: host, protocol }, signal)
}

/** `isAsked`: the request is there already. */
async function answer(guest: Socket, text: PlainResponse, isAsked: boolean): Promise<void> {
  if ('alpnProtocol' in guest && guest.alpnProtocol === http2)
    return await respondHttp2(guest as TLSSocket, text)
  guest.on('error', () => undefined)
  if (!isAsked) await firstData(guest)
  await sendPlainResponse(guest, text)
}

function firstData(guest: Socket): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, bounds.refusedHeadMsMax)
    for (const event of ['data', 'end', 'close']) guest.once(event, () => resolve(clearTimeout(timer)))
  })
}

async function carry(
  context: EgressContext,
  sandbox: Sandbox,
  { flow, first, host }: Interception,
  { rule, remote, protocol, guest }: Server & { readonly guest: Socket },
): Promise<void> {
  const inspector = {
    findFields: () => findFields(context, sandbox, rule),
    onStopped: (cause: unknown) => {
      const why = cause instanceof ValueMissing ? cause.message : cause
      if (typeof why === 'string')
        reportDenied(context, sandbox, { protocol: 'tcp', ...flow.destination, name: host, rule: why })
      else
        logAbout(context, sandbox)?.error(
          { event: 'interception.headers.failed', sandboxID: sandbox.id, host, err: cause },
          'failed to set headers',
        )
      return failureResponse(host, cause)
    },
  }
  if (protocol === http2) {
    const ends = { guest: guest as TLSSocket, remote: remote as TLSSocket }
    return await relayHttp2(flow.connection, ends, { host, ...inspector })
  }
  const guard = new HostGuard(first.head?.host ?? host, { setsFields: true })
  const firstBytes = first.hello === undefined ? first.bytes : Buffer.alloc(0)
  await relay(flow.connection, { guest, remote }, { first: firstBytes, inspector: { ...inspector, guard } })
}

function failureResponse(host: string, cause: unknown): PlainResponse {
  if (typeof cause === 'string') return deniedResponse(host, cause)
  const why = cause instanceof ValueMissing ? cause.message : 'its headers could not be set'
  return { status: 502, text: `The request to ${host} was not sent: ${why}.\n` }
}

/** In words that tell nothing of the node. */
function describeFailure(error: unknown): string {
  if (isCertificateFault(error)) return `its certificate cannot be trusted (${error.code})`
  return 'it could not be reached'
}

/** Node names what is wrong with a certificate by these. */
function isCertificateFault(error: unknown): error is Error & { code: string } {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /CERT|SIGNATURE|ERR_TLS_CERT_ALTNAME/.test(error.code)
  )
}
