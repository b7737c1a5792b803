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
import { bounds } from '../../bounds.ts'
import { connectUpstream } from '../connection/connect-upstream.ts'
import { deadlineOf, denyFlow, type Flow, pacersOf } from '../connection/flow.ts'
import { deniedResponse, type PlainResponse, sendPlainResponse } from '../connection/plain-response.ts'
import type { FirstBytes } from '../connection/read-first-bytes.ts'
import { relay } from '../connection/relay.ts'
import { relayHttp2, respondHttp2 } from '../connection/relay-http2.ts'
import type { NamedDestination, Refusal } from '../dns/dial-name.ts'
import { logAbout } from '../egress-context.ts'
import { findFields, ValueMissing } from './header-values.ts'
import { ruleFor } from './rules.ts'

/** A flow whose requests get headers. */
export interface Interception extends Flow {
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
export async function intercept(flow: Interception): Promise<void> {
  const { turns } = flow.context
  await turns.wait(flow.sandbox.party)
  if (flow.first.hello !== undefined) turns.charge(flow.sandbox.party, 2 * bounds.handshakeMs)
  const signal = deadlineOf(flow, bounds.handshakeMsMax)
  const server = await openServer(flow, signal)
  const isTls = flow.first.hello !== undefined
  const guest = isTls ? await acceptWhileConnected(flow, server, signal) : flow.connection.guest
  if ('response' in server) return await respond(guest, server.response, !isTls)
  await forward(flow, { ...server, guest })
}

interface Server {
  readonly rule: HeaderRule
  readonly remote: Socket
  /** What is spoken inside TLS; undefined when that was left open. */
  readonly protocol: string | undefined
}

interface NoServer {
  readonly response: PlainResponse
}

async function openServer(flow: Interception, signal: AbortSignal): Promise<Server | NoServer> {
  const { context, sandbox, connection, first, host, target } = flow
  try {
    const rule = await ruleFor(flow, host)
    const upstream = mayHaveHeaders(rule, first) ? await connectUpstream(flow, target, signal) : overHttps
    if ('rule' in upstream) {
      denyFlow(flow, host, upstream.rule)
      return { response: deniedResponse(host, upstream.rule) }
    }
    connection.join(upstream)
    const { socket } = upstream
    if (first.hello === undefined) return { rule, remote: socket, protocol: undefined }
    const protocols = first.hello.protocols.filter((each) => each === http1 || each === http2)
    const remote = await context.tls.connect(socket, { name: host, protocols }, signal)
    return { rule, remote, protocol: protocolOf(remote) ?? (protocols.includes(http1) ? http1 : undefined) }
  } catch (error) {
    if (connection.signal.aborted) throw error
    logAbout(context, sandbox)?.info(
      { event: 'interception.upstream.failed', sandboxID: sandbox.id, host, err: error },
      'failed to reach a host with a header rule',
    )
    const why = describeFailure(error)
    if (isCertificateFault(error)) denyFlow(flow, host, why)
    return { response: { status: 502, text: `The request to ${host} was not sent: ${why}.\n` } }
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

/** Nobody else watches the server meanwhile: its error would end the process, and the client would wait for nothing. */
async function acceptWhileConnected(
  flow: Interception,
  server: Server | NoServer,
  signal: AbortSignal,
): Promise<TLSSocket> {
  if ('response' in server) return await acceptTls(flow, server, signal)
  const { remote } = server
  const onClose = () => flow.connection.reset()
  // An error is followed by a close.
  remote.on('error', () => undefined)
  remote.once('close', onClose)
  const guest = await acceptTls(flow, server, signal)
  remote.off('close', onClose)
  return guest
}

async function acceptTls(
  { context, connection, first, host }: Interception,
  server: Server | NoServer,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const { guest } = connection
  const offered = first.hello?.protocols ?? []
  const usual = [http1, http2].find((each) => offered.includes(each))
  guest.unshift(first.bytes)
  const protocol = 'response' in server ? usual : server.protocol
  return await context.tls.accept(guest, { name: host, protocol }, signal)
}

/** `hasRequest`: it is there already. */
async function respond(guest: Socket, response: PlainResponse, hasRequest: boolean): Promise<void> {
  if ('alpnProtocol' in guest && guest.alpnProtocol === http2)
    return await respondHttp2(guest as TLSSocket, response)
  guest.on('error', () => undefined)
  if (!hasRequest) await firstData(guest)
  await sendPlainResponse(guest, response)
}

function firstData(guest: Socket): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, bounds.refusedHeadMsMax)
    for (const event of ['data', 'end', 'close']) guest.once(event, () => resolve(clearTimeout(timer)))
  })
}

async function forward(
  flow: Interception,
  { rule, remote, protocol, guest }: Server & { readonly guest: Socket },
): Promise<void> {
  const { connection, first, host } = flow
  const inspector = {
    findFields: () => findFields(flow, rule),
    onStopped: (cause: unknown) => stop(flow, cause),
  }
  if (protocol === http2) {
    const ends = { guest: guest as TLSSocket, remote: remote as TLSSocket }
    return await relayHttp2(connection, ends, { host, ...inspector, ...turnsOf(flow) })
  }
  const guard = new HostGuard(first.head?.host ?? host, { setsFields: true })
  const firstBytes = first.hello === undefined ? first.bytes : Buffer.alloc(0)
  await relay(
    connection,
    { guest, remote },
    { first: firstBytes, inspector: { ...inspector, guard }, pacers: pacersOf(flow) },
  )
}

/** Requests of one connection take the turns of its sandbox. */
function turnsOf({ context: { turns }, sandbox: { party } }: Interception) {
  return {
    awaitTurn: async () => {
      await turns.wait(party)
      turns.charge(party, bounds.requestMs)
    },
    pace: () => turns.pace(party),
  }
}

/** Reports why a request is not sent, and says what to answer. */
function stop(flow: Interception, cause: unknown): PlainResponse {
  const { context, sandbox, host } = flow
  const why = cause instanceof ValueMissing ? cause.message : cause
  if (typeof why === 'string') denyFlow(flow, host, why)
  else
    logAbout(context, sandbox)?.error(
      { event: 'interception.headers.failed', sandboxID: sandbox.id, host, err: cause },
      'failed to set headers',
    )
  return failureResponse(host, cause)
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
