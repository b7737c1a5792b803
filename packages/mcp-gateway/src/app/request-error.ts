import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'

/** What a client gets as the error of its request. The SDK's own class would put its prefix before the message again. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }

  static wrongParams(message: string): RequestError {
    return new RequestError(ErrorCode.InvalidParams, message)
  }
}

/** A server's error, as it has sent it. */
export function serverError({ code, message, data }: McpError): RequestError {
  return new RequestError(code, message.replace(`MCP error ${code}: `, ''), data)
}

export function isConnectionClosed(error: unknown): boolean {
  return error instanceof McpError && error.code === ErrorCode.ConnectionClosed
}
