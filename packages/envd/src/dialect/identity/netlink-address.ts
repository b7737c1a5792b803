/** Builds the netlink message that adds an IPv4 address to an interface, and parses the kernel's reply. */

const messageTypes = { error: 2, newAddress: 20 } as const
/**
 * `NLM_F_REQUEST`, `NLM_F_ACK`, `NLM_F_EXCL` and `NLM_F_CREATE`: a request with a reply that creates a new address.
 */
const flags = 0x1 | 0x4 | 0x200 | 0x400
const addressFamily = 2
const wholeAddressBits = 32
const attributes = { address: 1, local: 2 } as const
const headerBytes = 16
const addressBytes = 8
const attributeBytes = 8

export function addAddressMessage(address: string, interfaceIndex: number): Uint8Array {
  const message = new Uint8Array(headerBytes + addressBytes + 2 * attributeBytes)
  const view = new DataView(message.buffer)
  view.setUint32(0, message.length, true)
  view.setUint16(4, messageTypes.newAddress, true)
  view.setUint16(6, flags, true)
  view.setUint8(headerBytes, addressFamily)
  view.setUint8(headerBytes + 1, wholeAddressBits)
  view.setUint32(headerBytes + 4, interfaceIndex, true)
  for (const [index, kind] of [attributes.local, attributes.address].entries()) {
    const at = headerBytes + addressBytes + index * attributeBytes
    view.setUint16(at, attributeBytes, true)
    view.setUint16(at + 2, kind, true)
    message.set(address.split('.').map(Number), at + 4)
  }
  return message
}

/** Returns the errno of the reply, 0 for success; undefined if the message is not a reply. */
export function errnoOfAnswer(answer: Uint8Array): number | undefined {
  if (answer.length < headerBytes + 4) return undefined
  const view = new DataView(answer.buffer, answer.byteOffset, answer.length)
  return view.getUint16(4, true) === messageTypes.error
    ? Math.abs(view.getInt32(headerBytes, true))
    : undefined
}
