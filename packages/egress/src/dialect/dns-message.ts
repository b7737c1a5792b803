/** DNS messages (RFC 1035) as this service needs them: one question, and an answer to it. The library does the bytes. */
import {
  type Answer,
  decode,
  encode,
  encodingLength,
  type Packet,
  RECURSION_AVAILABLE,
  RECURSION_DESIRED,
  type RecordType,
  TRUNCATED_RESPONSE,
} from 'dns-packet'

export type DnsRecord = Answer

export interface Question {
  readonly name: string
  /** As the library names it: `A`, `UNKNOWN_65`. */
  readonly type: RecordType
}

export interface DnsQuery {
  readonly id: number
  readonly question: Question
  /** The flag RD of the query, sent back. */
  readonly recursionFlag: number
  /** The largest response over UDP that the client accepts. */
  readonly datagramBytesMax: number
}

export const resultCodes = {
  ok: 0,
  malformed: 1,
  failed: 2,
  noSuchName: 3,
  notImplemented: 4,
  refused: 5,
} as const
export type ResultCode = number

export interface DnsResponse {
  readonly code: ResultCode
  readonly answers: readonly DnsRecord[]
  /** Says how long a negative response may be cached. */
  readonly authorities: readonly DnsRecord[]
  readonly isTruncated: boolean
  /** Bytes on the wire; absent for local responses. */
  readonly bytes?: number
}

export function emptyResponse(code: ResultCode): DnsResponse {
  return { code, answers: [], authorities: [], isTruncated: false }
}

const headerBytes = 12
const plainDatagramBytes = 512
const opcodeMask = 0x7800
/** A name has 255, and what says how to answer is short. */
const queryBytesMax = 2048
/** How to answer (EDNS), and who asks. */
const additionalsMax = 2

/** A query, or the code to respond with; undefined when no response is due. */
export function readQuery(
  bytes: Buffer,
): DnsQuery | { readonly id: number; readonly code: ResultCode } | undefined {
  if (bytes.length < headerBytes || (bytes.readUInt16BE(2) & 0x8000) !== 0) return undefined
  const id = bytes.readUInt16BE(0)
  const flags = bytes.readUInt16BE(2)
  if ((flags & opcodeMask) !== 0) return { id, code: resultCodes.notImplemented }
  const packet = isOneQuestion(bytes) ? decodeOrNot(bytes) : undefined
  const [question] = packet?.questions ?? []
  if (packet === undefined || question === undefined) return { id, code: resultCodes.malformed }
  if (question.class !== 'IN' || refusedTypes.has(question.type)) return { id, code: resultCodes.refused }
  const option = packet.additionals?.find((record) => record.type === 'OPT')
  return {
    id,
    question: { name: question.name, type: question.type },
    recursionFlag: flags & RECURSION_DESIRED,
    datagramBytesMax:
      option?.type === 'OPT' ? Math.max(option.udpPayloadSize, plainDatagramBytes) : plainDatagramBytes,
  }
}

/** By its head, before it is gone through: thousands of records that are no question take a tenth of a second. */
function isOneQuestion(bytes: Buffer): boolean {
  const [questions, answers, authorities, additionals] = [4, 6, 8, 10].map((at) => bytes.readUInt16BE(at))
  const hasOneOnly = questions === 1 && answers === 0 && authorities === 0
  return hasOneOnly && (additionals ?? 0) <= additionalsMax && bytes.length <= queryBytesMax
}

/** Zone transfers and ANY. */
const refusedTypes: ReadonlySet<string> = new Set(['ANY', 'AXFR', 'IXFR', 'OPT', 'TSIG', 'TKEY'])

/** Throws for names that cannot be written. */
export function renderQuestion(id: number, question: Question): Buffer {
  return encode({ type: 'query', id, flags: RECURSION_DESIRED, questions: [{ ...question, class: 'IN' }] })
}

/** Undefined when it does not answer this query. */
export function readResponse(bytes: Buffer, id: number, asked: Question): DnsResponse | undefined {
  const packet = decodeOrNot(bytes)
  const [question, ...others] = packet?.questions ?? []
  if (packet === undefined || packet.type !== 'response' || packet.id !== id) return undefined
  if (question === undefined || others.length > 0 || question.type !== asked.type) return undefined
  if (question.name.toLowerCase() !== asked.name.toLowerCase()) return undefined
  const flags = packet.flags ?? 0
  return {
    code: flags & 0xf,
    answers: packet.answers ?? [],
    authorities: packet.authorities ?? [],
    isTruncated: (flags & TRUNCATED_RESPONSE) !== 0,
    bytes: bytes.length,
  }
}

/** Sets TC when records do not fit: the client then retries over TCP. */
export function renderResponse(query: DnsQuery, answer: DnsResponse, bytesMax: number): Buffer {
  const packet: Packet = {
    type: 'response',
    id: query.id,
    flags: RECURSION_AVAILABLE | query.recursionFlag | answer.code,
    questions: [{ ...query.question, class: 'IN' }],
    answers: [...answer.answers],
    authorities: [...answer.authorities],
  }
  if (!answer.isTruncated && encodingLength(packet) <= bytesMax) return encode(packet)
  return encode({ ...packet, flags: (packet.flags ?? 0) | TRUNCATED_RESPONSE, answers: [], authorities: [] })
}

/** For queries that cannot be parsed: only the code. */
export function renderCode(id: number, code: ResultCode): Buffer {
  return encode({ type: 'response', id, flags: RECURSION_AVAILABLE | code })
}

function decodeOrNot(bytes: Buffer): Packet | undefined {
  try {
    return decode(bytes)
  } catch {
    // The library throws for malformed messages; the caller responds or drops.
    return undefined
  }
}
