import { describe, expect, it } from 'vitest'
import { FrameSplitter } from './frame-splitter.ts'
import { endInterruptedStream, interruptionMessages } from './interruption.ts'

const textOf = (bytes: Uint8Array) => String.fromCharCode(...bytes)

describe.each(['paused', 'ended'] as const)('a stream whose sandbox is %s', (interruption) => {
  const message = interruptionMessages[interruption]

  it('ends over Connect with an error in its last frame', () => {
    const { frame, trailers } = endInterruptedStream('connect', interruption)
    expect([frame[0], trailers]).toEqual([2, []])
    expect(JSON.parse(textOf(frame.subarray(5)))).toEqual({ error: { code: 'unavailable', message } })
  })

  it('ends over gRPC-web with trailers in its last frame', () => {
    const { frame, trailers } = endInterruptedStream('grpc-web', interruption)
    expect([frame[0], trailers]).toEqual([0x80, []])
    expect(textOf(frame.subarray(5))).toBe(`grpc-status: 14\r\ngrpc-message: ${message}\r\n`)
  })

  it('ends over gRPC with trailers alone', () => {
    const { frame, trailers } = endInterruptedStream('grpc', interruption)
    expect([frame.length, Object.fromEntries(trailers)]).toEqual([
      0,
      { 'grpc-status': '14', 'grpc-message': message },
    ])
  })

  it.each(['connect', 'grpc-web'] as const)('has one whole last frame over %s', (protocol) => {
    const { frame } = endInterruptedStream(protocol, interruption)
    expect(new FrameSplitter(1024).push(frame)).toEqual({ bytes: frame, count: 1, isLast: true })
  })
})
