/** Parses what the proxy's headers state about a stream (docs/envd.md, "Resumable streams"). */
import { headers } from '@cay/contract/names.ts'
import { ServiceError } from '@cay/core/errors.ts'
import type { HandlerContext } from '@connectrpc/connect'
import type { StreamClaim } from '../app/streams/resumable-streams.ts'

/** Returns undefined if the caller does not name the stream. Throws `request_invalid`. */
export function readClaim({ requestHeader }: HandlerContext): StreamClaim | undefined {
  const text = requestHeader.get(headers.stream)
  if (text === null) return undefined
  const [, name, attempt, frames] = /^([\w-]{1,64}):(\d{1,9}):(\d{1,15})$/.exec(text) ?? []
  if (name === undefined) throw new ServiceError('request_invalid', `'${text}' names no stream`)
  return { name, attempt: Number(attempt), frames: Number(frames) }
}

export interface CutStream {
  readonly name: string
  readonly frames: number
}

/** Streams that a pause has cut; this call may resume one of them. */
export function readCutStreams({ requestHeader }: HandlerContext): CutStream[] {
  const texts = (requestHeader.get(headers.cutStreams) ?? '').split(',')
  return texts.flatMap((text) => {
    const [, name, frames] = /^\s*([\w-]{1,64}):(\d{1,15})\s*$/.exec(text) ?? []
    return name === undefined ? [] : [{ name, frames: Number(frames) }]
  })
}
