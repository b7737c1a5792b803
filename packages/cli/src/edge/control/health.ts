import { exchange } from '../http-exchange.ts'

const answerMsMax = 5000

/** Whether the API at this address takes requests. */
export async function isHealthy(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(answerMsMax)
    const response = await exchange({ method: 'GET', url: new URL('/health', url), headers: {}, signal })
    await response.text()
    return response.ok
  } catch {
    // Refused, reset or too late: it is not.
    return false
  }
}
