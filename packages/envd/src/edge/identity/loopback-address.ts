/** Adds an address to the sandbox's loopback interface. */

import { addAddressMessage, errnoOfAnswer } from '../../dialect/identity/netlink-address.ts'
import { close, ifNameToIndex, receive, SystemCallError, send, socket } from '../libc.ts'

const netlinkFamily = 16
const rawSocket = 3
const closeOnExec = 0o2000000
const routeProtocol = 0
const doNotWait = 0x40
const answerBytesMax = 4096
const alreadyThere = 17

/** Does nothing if the address already exists. Throws SystemCallError. */
export function addLoopbackAddress(address: string): void {
  const netlink = socket(netlinkFamily, rawSocket | closeOnExec, routeProtocol)
  try {
    const message = addAddressMessage(address, ifNameToIndex('lo'))
    send(netlink, message, message.length, 0)
    const answer = new Uint8Array(answerBytesMax)
    // The kernel has already replied when the send call returns.
    const received = receive(netlink, answer, answer.length, doNotWait)
    const errno = errnoOfAnswer(answer.subarray(0, received))
    if (errno !== 0 && errno !== alreadyThere) throw new SystemCallError('netlink', errno ?? 0)
  } finally {
    close(netlink)
  }
}
