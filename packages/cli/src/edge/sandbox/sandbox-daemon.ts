import { headers } from '@cay/contract/names.ts'
import { CommandError } from '../../dialect/output/command-error.ts'
import {
  parseProcessEvent,
  parseProcessList,
  renderInput,
  renderStart,
} from '../../dialect/sandbox/process-messages.ts'
import type { ProcessEvent, SandboxDaemon } from '../../ports/sandbox-daemon.ts'
import type { HttpResponse } from '../http-exchange.ts'
import { CallError, callStream, callUnary, type DaemonAddress } from './connect-calls.ts'
import { connectSandboxFiles } from './sandbox-files.ts'

export interface DaemonAccess {
  readonly sandboxId: string
  /** Of the proxy; undefined: every sandbox has a host name below the domain. */
  readonly proxyUrl: string | undefined
  readonly domain: string | undefined
  /** Undefined where the sandbox asks for none. */
  readonly accessToken: string | undefined
  /** For a sandbox whose URLs are not public. */
  readonly trafficToken: string | undefined
  /** Whom processes run as; undefined: the default user of the sandbox. */
  readonly user: string | undefined
}

const daemonPort = 49_983

export function connectDaemon(access: DaemonAccess): SandboxDaemon {
  const address = addressOf(access)
  const service = '/process.Process'
  const unary = (method: string, message: object, signal?: AbortSignal) =>
    callUnary(address, `${service}/${method}`, message, signal).catch(explain)
  const start: SandboxDaemon['start'] = (spec, signal) => {
    const keeping = spec.keepsOutput === true ? { [headers.keepOutput]: '1' } : {}
    const request = { path: `${service}/Start`, message: renderStart(spec), headers: keeping }
    return readEvents(callStream(address, request, signal))
  }
  return {
    start,
    connect: (selector, signal) => {
      let replayed = 0
      const request = {
        ...{ path: `${service}/Connect`, message: { process: selector }, headers: { [headers.replay]: '1' } },
        onResponse: (response: HttpResponse) => {
          replayed = Number(response.header(headers.replay) ?? 0)
        },
      }
      return joinReplayed(readEvents(callStream(address, request, signal)), () => replayed)
    },
    list: async () => parseProcessList(await unary('List', {})),
    sendInput: async (selector, input) => {
      await unary('SendInput', renderInput(selector, input))
    },
    closeInput: async (selector) => {
      await unary('CloseStdin', { process: selector })
    },
    kill: async (selector, signal, until) => {
      await unary('SendSignal', { process: selector, signal: `SIGNAL_${signal}` }, until)
    },
    resize: async (selector, size) => {
      await unary('Update', { process: selector, pty: { size } })
    },
    connectTcp: async (target, signal) =>
      (await import('./tcp-tunnel.ts')).openTcpTunnel(address, target, signal),
    files: connectSandboxFiles(address, {
      user: access.user,
      makeExecutable: async (path) => {
        const spec = { command: '/bin/chmod', args: ['+x', '--', path], envs: {}, hasInput: false }
        for await (const event of start(spec, new AbortController().signal))
          if (event.kind === 'end' && event.exitCode !== 0)
            throw new Error(`"${path}" was copied, and could not be made executable`)
      },
    }),
  }
}

export function addressOf({
  sandboxId,
  proxyUrl,
  domain,
  accessToken,
  trafficToken,
  user,
}: DaemonAccess): DaemonAddress {
  const url = proxyUrl ?? `https://${daemonPort}-${sandboxId}.${domain}`
  return {
    url,
    headers: {
      'e2b-sandbox-id': sandboxId,
      'e2b-sandbox-port': String(daemonPort),
      ...(accessToken === undefined ? {} : { [headers.accessToken]: accessToken }),
      ...(trafficToken === undefined ? {} : { [headers.trafficAccessToken]: trafficToken }),
      ...(user === undefined ? {} : { authorization: `Basic ${Buffer.from(`${user}:`).toString('base64')}` }),
    },
  }
}

async function* readEvents(messages: AsyncIterable<unknown>): AsyncGenerator<ProcessEvent> {
  try {
    for await (const message of messages) {
      const event = parseProcessEvent(message)
      if (event !== undefined) yield event
    }
  } catch (error) {
    explain(error)
  }
}

/** The first pieces of output, as many as were written before, are one. */
async function* joinReplayed(
  events: AsyncIterable<ProcessEvent>,
  count: () => number,
): AsyncGenerator<ProcessEvent> {
  const pieces: Buffer[] = []
  for await (const event of events) {
    if (event.kind !== 'output' || pieces.length >= count()) yield event
    else if (pieces.push(event.bytes) === count())
      yield { kind: 'output', source: event.source, bytes: Buffer.concat(pieces), isReplayed: true }
  }
}

/** Puts what the sandbox or the proxy refused into a sentence. */
function explain(error: unknown): never {
  if (error instanceof CallError) throw new CommandError(`the sandbox answered: ${error.message}`)
  if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')
    throw new CommandError('cannot reach the sandboxes: nothing listens at the address of the proxy', {
      hint: 'set E2B_SANDBOX_URL to it, or see `cay status`',
    })
  throw error
}
