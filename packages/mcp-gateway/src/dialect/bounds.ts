/** What the gateway bounds. docs/templates.md has the ones that users meet. */

/** Milliseconds in which every server must be ready: the official client waits for a minute. */
export const startMsMax = 50_000
/** Milliseconds that a server has for its response to a request of the gateway's own: `initialize` and lists. */
export const ownRequestMsMax = 30_000
/** Milliseconds without progress, and in all, that a client's request may take. */
export const silenceMsMax = 5 * 60_000
export const requestMsMax = 60 * 60_000
/** Bytes of one message of a server. */
export const messageBytesMax = 10 * 1024 * 1024
/** Lines in a row on a server's standard output that are no messages. */
export const junkLinesMax = 1000
/** Pages of a list, and items in all, that are read from a server. */
export const listPagesMax = 50
export const listItemsMax = 2000
/** Starts of a server that has ended, in so many milliseconds. */
export const restartsMax = 3
export const restartWindowMs = 60_000
/** Requests to one server that have no response yet. */
export const pendingRequestsMax = 128
/** Progress notifications of one request: so many at once, and so many a second. */
export const progressBurst = 100
export const progressPerSecond = 20

export const sessionsMax = 100
/** Milliseconds without a request or an open stream, after which a session ends. */
export const sessionIdleMsMax = 60 * 60_000
/** Responses that are being sent at once, streams included. */
export const openResponsesMax = 256
/** Bytes of a client's request. */
export const requestBytesMax = 4 * 1024 * 1024
/** Characters of the servers' instructions that are passed on. */
export const instructionsLengthMax = 16_000
