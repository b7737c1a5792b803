/**
 * The DNS resolver of the sandboxes. Queries are forwarded to the node's resolvers only. Responses are filtered: addresses in
 * closed ranges (against DNS rebinding) and everything about IPv6 (which has no route out) are removed.
 */
import { isClosed } from '@cay/core/egress/closed-ranges.ts'
import { decideName } from '@cay/core/egress/decide.ts'
import { normalizeName } from '@cay/core/egress/domain-name.ts'
import { exemptAddresses } from '@cay/core/egress/exempt-destination.ts'
import { parseAddress } from '@cay/core/egress/ipv4.ts'
import { bounds } from '../../bounds.ts'
import {
  type DnsRecord,
  type DnsResponse,
  emptyResponse,
  type Question,
  readQuery,
  renderCode,
  renderResponse,
  resultCodes,
} from '../../dialect/dns-message.ts'
import { isSandboxUrlAddress } from '../connection/sandbox-url.ts'
import { countAllowed, type EgressContext, reportDenied } from '../egress-context.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { closedBy } from './dial-name.ts'

/** Undefined when no response is due. Never throws. */
export async function answerDnsQuery(
  context: EgressContext,
  sandbox: Sandbox,
  { bytes, via }: { readonly bytes: Buffer; readonly via: 'datagram' | 'stream' },
): Promise<Buffer | undefined> {
  const query = readQuery(bytes)
  if (query === undefined) return undefined
  if ('code' in query) return renderCode(query.id, query.code)
  if (!isWithinRate(context, sandbox)) return renderCode(query.id, resultCodes.refused)
  const bytesMax =
    via === 'stream'
      ? bounds.dnsMessageBytesMax - 1
      : Math.min(query.datagramBytesMax, bounds.datagramBytesMax)
  sandbox.queriesInFlight += 1
  try {
    return renderResponse(query, await answerQuestion(context, sandbox, query.question), bytesMax)
  } catch (error) {
    context.log.debug({ event: 'dns.query.failed', sandboxID: sandbox.id, err: error }, 'DNS query failed')
    return renderCode(query.id, resultCodes.failed)
  } finally {
    sandbox.queriesInFlight -= 1
  }
}

/** More queries than this are not name resolution but data that leaves in them. */
function isWithinRate(context: EgressContext, sandbox: Sandbox): boolean {
  const hasRoom = sandbox.queriesInFlight < bounds.sandboxQueriesInFlightMax
  if (hasRoom && sandbox.queryRateLimiter.take(context.clock.nowMs())) return true
  const rule = `more than ${bounds.queriesPerSecond} DNS queries per second`
  reportDenied(context, sandbox, { protocol: 'dns', address: '', port: dnsPort, name: '', rule })
  return false
}

const dnsPort = 53

async function answerQuestion(
  context: EgressContext,
  sandbox: Sandbox,
  question: Question,
): Promise<DnsResponse> {
  const name = normalizeName(question.name)
  const exempt = name === undefined ? undefined : exemptAddresses(sandbox.exempt, name)
  if (exempt !== undefined) return answerExempt(question, exempt)
  const decision = decideName(sandbox.policy, question.name)
  if (decision.kind === 'refused') {
    const asked = name ?? question.name
    reportDenied(context, sandbox, {
      protocol: 'dns',
      address: '',
      port: dnsPort,
      name: asked,
      rule: decision.rule,
    })
    return emptyResponse(resultCodes.noSuchName)
  }
  countAllowed('dns')
  if (name === undefined || isInternal(name)) return emptyResponse(resultCodes.noSuchName)
  if (ipv6Types.has(question.type)) return emptyResponse(resultCodes.ok)
  const signal = AbortSignal.timeout(bounds.resolverMsMax * bounds.resolversMax * 2)
  const answer = await context.network.resolve({ ...question, name }, signal)
  sandbox.queryRateLimiter.charge(answer.bytes ?? 0)
  return {
    ...answer,
    answers: answer.answers.filter((record) =>
      mayPass(context, sandbox, { record, name, type: question.type }),
    ),
    authorities: answer.authorities.filter(({ type }) => type === 'SOA'),
  }
}

/** Seconds that a client may cache it. */
const exemptTtl = 60

/** A name that the operator named stands for what the node resolves it to, also in closed ranges. */
function answerExempt({ name, type }: Question, addresses: readonly string[]): DnsResponse {
  countAllowed('dns')
  if (type !== 'A') return emptyResponse(resultCodes.ok)
  const answers = addresses.map((data) => ({ name, type: 'A', class: 'IN', ttl: exemptTtl, data }) as const)
  return { ...emptyResponse(resultCodes.ok), answers }
}

/** AAAA, and SVCB and HTTPS, whose hints name addresses and keys that would hide the server name from the gateway. */
const ipv6Types: ReadonlySet<string> = new Set(['AAAA', 'UNKNOWN_64', 'UNKNOWN_65'])

/** Reverse names of internal addresses are not for sandboxes. */
function isInternal(name: string): boolean {
  if (name.endsWith('.ip6.arpa')) return true
  if (!name.endsWith(reverse)) return false
  const parts = name.slice(0, -reverse.length).split('.').reverse()
  const address = parseAddress([...parts, '0', '0', '0'].slice(0, Math.max(4, parts.length)).join('.'))
  return address === undefined || isClosed(address)
}

const reverse = '.in-addr.arpa'

interface Found {
  readonly record: DnsRecord
  readonly name: string
  readonly type: string
}

function mayPass(context: EgressContext, sandbox: Sandbox, { record, name, type }: Found): boolean {
  if (record.type === 'CNAME' || record.type === 'DNAME') return true
  if (record.type !== type) return false
  const rule = record.type === 'A' ? closedBy(context, record.data) : undefined
  if (rule === undefined || record.type !== 'A') return true
  if (isSandboxUrlAddress(context, { name, address: record.data })) return true
  const denied = {
    protocol: 'dns',
    address: record.data,
    port: dnsPort,
    name,
    rule: `name leads to ${rule}`,
  } as const
  reportDenied(context, sandbox, denied)
  return false
}
