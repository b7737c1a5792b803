import type { RemoteInfo, Socket } from 'node:dgram'
import { bounds } from '../bounds.ts'
import { answerMessage } from './answer-question.ts'
import type { Gate } from './gate.ts'

/** DNS over UDP. Whatever arrives is a question for a name or is dropped, and so is what comes when too much is under way. */
export function serveDatagrams(gate: Gate, socket: Socket): void {
  let underWay = 0
  socket.on('error', (error) => gate.log.error({ event: 'listener.failed', err: error }, 'DNS socket failed'))
  socket.on('message', (bytes, from) => {
    if (underWay >= bounds.questionsAtOnceMax) return
    underWay += 1
    void serveOne(gate, socket, { bytes, from }).finally(() => {
      underWay -= 1
    })
  })
}

interface Datagram {
  readonly bytes: Buffer
  readonly from: RemoteInfo
}

async function serveOne(gate: Gate, socket: Socket, { bytes, from }: Datagram): Promise<void> {
  const sandbox = await gate.sandboxes.find(from.address)
  if (sandbox === undefined) return
  const answer = await answerMessage(gate, sandbox, { bytes, via: 'datagram' })
  if (answer === undefined) return
  socket.send(answer, from.port, from.address, (error) => {
    if (error !== null) gate.log.debug(
        { event: 'dns.send.failed', sandboxID: sandbox.id, err: error },
        'failed to send a DNS response',
      )
  })
}
