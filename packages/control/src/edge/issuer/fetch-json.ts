/** Requests to the identity provider: bounded in time and size, and redirected nowhere. */
import { ServiceError } from '@cay/core/errors.ts'

const requestMsMax = 5_000
const responseBytesMax = 512 * 1024

export type JsonObject = Readonly<Record<string, unknown>>

/** The object that it answered, whatever the status, and the status. Throws issuer_unavailable. */
export async function fetchJson(
  url: string,
  form?: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly body: JsonObject }> {
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(requestMsMax),
      headers: { accept: 'application/json' },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    })
    const body: unknown = JSON.parse(await readText(response))
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new TypeError('no JSON object')
    return { status: response.status, body: { ...body } }
  } catch (cause) {
    throw unavailable(cause)
  }
}

export function unavailable(cause?: unknown): ServiceError {
  return new ServiceError('issuer_unavailable', 'the identity provider does not respond as expected', {
    cause,
  })
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > responseBytesMax) throw new RangeError('the response is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
