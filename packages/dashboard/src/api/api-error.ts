/** What the API has refused, in its own sentence. */
export class ApiError extends Error {
  readonly status: number
  /** Milliseconds after which it makes sense to try again, as far as the response says. */
  readonly retryAfterMs: number | undefined

  constructor(status: number, message: string, retryAfterMs?: number) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/** The service could not be reached at all. */
export class AwayError extends Error {
  constructor(cause?: unknown) {
    super('Cay does not respond', { cause })
    this.name = 'AwayError'
  }
}
