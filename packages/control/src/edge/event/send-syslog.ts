/**
 * Sends events to a syslog server. Its protocol has no acknowledgement. Over TCP and TLS a batch has a connection of its own,
 * and counts when the server has closed it after the last byte: what only lies in a buffer does not. A datagram counts when
 * it was sent.
 */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { SyslogTarget } from '@cay/core/event/syslog-target.ts'
import { frameSyslogMessage, renderSyslogMessage } from '../../dialect/syslog-message.ts'
import type { EventExport } from '../../ports/event.ts'

const sendMsMax = 10_000

export function createSyslogExport(
  target: SyslogTarget,
  hostname: string,
  certificates?: readonly string[],
): EventExport {
  return {
    name: 'syslog',
    async send(events, signal) {
      const messages = events.map((event) => renderSyslogMessage(event, hostname))
      if (target.protocol === 'udp') return await sendDatagrams(target, messages)
      const socket = open(target, certificates)
      await sendStream(socket, messages.map(frameSyslogMessage).join(''), signal)
    },
  }
}

function open({ protocol, host, port }: SyslogTarget, certificates: readonly string[] | undefined): Socket {
  if (protocol === 'tcp') return connect({ host, port })
  return connectTls({ host, port, ...(certificates === undefined ? {} : { ca: [...certificates] }) })
}

async function sendStream(socket: Socket, text: string, signal: AbortSignal): Promise<void> {
  const stop = () => socket.destroy(new Error('the export was stopped'))
  const late = setTimeout(
    () => socket.destroy(new Error(`the server did not take the events within ${sendMsMax / 1000} s`)),
    sendMsMax,
  )
  signal.addEventListener('abort', stop, { once: true })
  try {
    socket.resume()
    socket.end(text)
    await once(socket, 'end')
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', stop)
    socket.on('error', () => undefined)
    socket.destroy()
  }
}

async function sendDatagrams({ host, port }: SyslogTarget, messages: readonly string[]): Promise<void> {
  const socket = createSocket('udp4')
  try {
    for (const message of messages)
      await new Promise<void>((resolve, reject) =>
        socket.send(message, port, host, (error) => (error === null ? resolve() : reject(error))),
      )
  } finally {
    socket.close()
  }
}
