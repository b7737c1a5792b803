/** The request by which the node asks a daemon for a proof, and how the head of the response is read. */
import { headers, nodePaths } from '@cay/contract/names.ts'

/** Bytes of the whole response. */
export const proofAnswerBytesMax = 4096

export function proofRequest(host: string, nonce: string): string {
  return `GET ${nodePaths.proof}?nonce=${nonce} HTTP/1.1\r\nhost: ${host}\r\n\r\n`
}

const proofPattern = new RegExp(`^${headers.daemonProof}: *([0-9a-f]+)\r$`, 'im')

/**
 * Undefined until the head is complete. Throws when the response has no proof, and when anything follows it: that
 * would be taken for the response to the next request.
 */
export function proofOfAnswer(answer: string): string | undefined {
  const end = answer.indexOf('\r\n\r\n')
  if (end === -1) {
    if (answer.length > proofAnswerBytesMax) throw new Error('envd sent too long a proof')
    return undefined
  }
  const proof = proofPattern.exec(answer)?.[1]
  if (!answer.startsWith('HTTP/1.1 204 ') || end + 4 !== answer.length || proof === undefined)
    throw new Error('envd sent no proof that it knows the control token')
  return proof
}
