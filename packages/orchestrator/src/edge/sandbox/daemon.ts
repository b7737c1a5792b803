/** Calls envd from the node, over the slot's veth pair: health and identity. No connection outlives its call. */
import { setTimeout as sleep } from 'node:timers/promises'
import { headers, nodePaths } from '@cay/contract/names.ts'
import { asProvable, isProvable, makeNonce } from '@cay/kit/daemon-proof.ts'
import { isReceiptOf, seal } from '@cay/kit/sealed-identity.ts'
import {
  type Daemon,
  type GuestActivity,
  type GuestIdentity,
  UnresponsiveGuestError,
} from '../../ports/guest.ts'
import { sendAlone } from '../guest/guest-connections.ts'
import { exportChanges, importChanges } from './guest-changes.ts'
import { GuestClient } from './guest-client.ts'

/** Milliseconds between a refused connection and the next probe. */
const refusedMs = 2
/**
 * Milliseconds without a response until the next probe. A packet may be lost while the sandbox starts, and TCP retransmits it
 * only after a second; but a restored sandbox also responds late to its first request, so no probe is cancelled.
 */
const silenceMs = 25
/**
 * Milliseconds for which no further probe is sent while one has its connection: the guest would have to respond to each, at the
 * moment when it is slowest.
 */
const connectedMs = 250
/** Timeout of one probe, so that no more than 40 are open. */
const questionMsMax = 1_000
const callMsMax = 10_000
/** The sandbox's other verbs wait for it, its end at its timeout among them. */
const idleMsMax = 2_000
/** With a start command that is waited for. */
const startMsMax = 30_000

export class HttpDaemon implements Daemon {
  readonly #caBundle: readonly string[]

  /** PEM certificates, which each sandbox trusts with its identity. */
  constructor(caBundle: readonly string[] = []) {
    this.#caBundle = caBundle
  }

  async waitReady(address: string, timeoutMs: number, signal?: AbortSignal): Promise<void> {
    const deadline = Date.now() + timeoutMs
    const over = new AbortController()
    const probing = signal === undefined ? over.signal : AbortSignal.any([over.signal, signal])
    const open = new Set<Promise<void>>()
    let failure: unknown
    let probes = 0
    let connectedAtMs = Number.NEGATIVE_INFINITY
    try {
      for (;;) {
        if (open.size === 0 || Date.now() > connectedAtMs + connectedMs) {
          const question = askHealth(address, probing, () => {
            connectedAtMs = Date.now()
          })
          probes += 1
          open.add(question)
          const closed = () => open.delete(question)
          question.then(closed, closed)
        }
        const outcome = await firstOf(open)
        signal?.throwIfAborted()
        if (outcome.kind === 'answered') return
        if (outcome.kind === 'failed') failure = outcome.error
        if (Date.now() > deadline)
          throw new UnresponsiveGuestError(
            `envd did not respond to ${probes} probes within ${timeoutMs} ms`,
            { cause: failure },
          )
        if (outcome.kind === 'failed') await sleep(refusedMs)
      }
    } finally {
      over.abort()
    }
  }

  async init(
    address: string,
    identity: GuestIdentity,
    currentControlToken?: string,
    signal?: AbortSignal,
  ): Promise<string> {
    try {
      const canProve =
        currentControlToken === undefined
          ? await knowsProofs(address, signal)
          : isProvable(currentControlToken)
      const controlToken = canProve ? asProvable(identity.controlToken) : identity.controlToken
      const caBundle = this.#caBundle.length === 0 ? {} : { caBundle: this.#caBundle }
      await call({
        ...{ address, signal, method: 'POST', path: '/init' },
        timeoutMs: identity.start === undefined ? callMsMax : startMsMax,
        ...shown(JSON.stringify({ ...identity, controlToken, ...caBundle }), currentControlToken),
      })
      return controlToken
    } catch (cause) {
      if (!isTimeout(cause)) throw cause
      throw new UnresponsiveGuestError('envd took no identity in time', { cause })
    }
  }

  readonly exportChanges = exportChanges
  readonly importChanges = importChanges

  async warmUp(address: string): Promise<void> {
    const guest = new GuestClient(address)
    try {
      await guest.runCommand('root', 'true')
    } finally {
      guest.close()
    }
  }

  readonly trimMemory = trimMemory

  async idle(
    address: string,
    controlToken: string | undefined,
    signal?: AbortSignal,
  ): Promise<GuestActivity> {
    const timeoutMs = idleMsMax
    const asked = { address, controlToken, method: 'GET', path: nodePaths.idle } as const
    return parseActivity(await call({ ...asked, timeoutMs, answers: true, signal }))
  }
}

/** An identity as the daemon can read it, and nothing else where the daemon knows proofs. */
function shown(
  identity: string,
  controlToken: string | undefined,
): Pick<Call, 'body' | 'controlToken' | 'sealed'> {
  if (controlToken === undefined || !isProvable(controlToken)) return { body: identity, controlToken }
  const { mark, body } = seal(controlToken, identity)
  return { body, sealed: { mark, isReceipt: (given) => isReceiptOf(controlToken, mark, given) } }
}

/**
 * Asked of a daemon that was given no token yet: nothing of a user has run beside it, so nothing else can answer. What it
 * is believed then holds for all of its life.
 */
async function knowsProofs(address: string, signal: AbortSignal | undefined): Promise<boolean> {
  const path = `${nodePaths.proof}?nonce=${makeNonce()}`
  const asked = { method: 'GET', path, totalMs: callMsMax, answerBytesMax, signal } as const
  const answer = await sendAlone(address, asked)
  answer.cutOff()
  if (answer.status === 204 || answer.status === 404) return answer.status === 204
  throw new Error(`envd responded to GET ${nodePaths.proof} with ${answer.status}`)
}

/** Of a signal, or of the request that it aborts. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || isTimeout(error.cause))
}

export async function trimMemory(
  address: string,
  controlToken?: string,
  signal?: AbortSignal,
): Promise<void> {
  const path = nodePaths.trimMemory
  const asked = { address, controlToken, method: 'POST', path } as const
  await call({ ...asked, timeoutMs: callMsMax, mayBeUnknown: true, signal })
}

function parseActivity(text: string): GuestActivity {
  const { processes, requests } = JSON.parse(text) as Record<string, unknown>
  if (typeof processes !== 'number' || typeof requests !== 'number')
    throw new Error('envd returned no valid activity')
  return { processes, requests }
}

type Outcome = { kind: 'answered' } | { kind: 'silent' } | { kind: 'failed'; error: unknown }

async function firstOf(questions: Iterable<Promise<void>>): Promise<Outcome> {
  const silence = sleep(silenceMs).then(() => ({ kind: 'silent' }) as const)
  const answers = [...questions].map((question) =>
    question.then(
      () => ({ kind: 'answered' }) as const,
      (error: unknown) => ({ kind: 'failed', error }) as const,
    ),
  )
  return await Promise.race([...answers, silence])
}

async function askHealth(address: string, signal: AbortSignal, onConnected: () => void): Promise<void> {
  await call({ address, method: 'GET', path: '/health', timeoutMs: questionMsMax, signal, onConnected })
}

interface Call {
  readonly address: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly timeoutMs: number
  readonly body?: string | Buffer
  /** The body is encrypted: with which token, and what shows that it was read. */
  readonly sealed?: { readonly mark: string; isReceipt(given: string): boolean }
  /** Absent: the daemon has none yet. */
  readonly controlToken?: string | undefined
  /** Expects 200 with a body instead of 204. */
  readonly answers?: boolean
  /** Takes 404 for 204: older daemons do not know the path. */
  readonly mayBeUnknown?: boolean
  readonly answerBytesMax?: number
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined
  readonly onConnected?: () => void
}

/** Of a response that is a few fields, and of one that is an error. */
const answerBytesMax = 4096

/** Resolves with the body, which is empty for 204. Rejects on an unexpected status. */
export async function call(options: Call): Promise<string> {
  const { address, method, path, body, timeoutMs, answers = false, mayBeUnknown = false } = options
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const sealed = options.sealed === undefined ? type : { [headers.sealed]: options.sealed.mark }
  const { controlToken, signal } = options
  const sent = {
    ...{ method, path, totalMs: timeoutMs, signal, headers: sealed },
    ...(body === undefined ? {} : { body }),
    ...(options.onConnected === undefined ? {} : { onConnected: options.onConnected }),
    answerBytesMax: options.answerBytesMax ?? answerBytesMax,
  }
  const answer = await sendAlone(address, sent, { controlToken })
  const { status } = answer
  try {
    if (status === 404 && mayBeUnknown) return ''
    if (status !== (answers ? 200 : 204))
      throw new Error(`envd responded to ${method} ${path} with ${status}`)
    if (options.sealed?.isReceipt(answer.header(headers.daemonProof)) === false)
      throw new Error(`envd did not show that it has read what it got by ${method} ${path}`)
    return answers ? await answer.text() : ''
  } finally {
    answer.cutOff()
  }
}
