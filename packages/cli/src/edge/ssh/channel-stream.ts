/** A forwarded connection of SSH as a stream whose directions end by themselves: the library closes a channel when one of them ends. */
import { Duplex } from 'node:stream'
import type { ServerChannel } from 'ssh2'

export function channelStream(channel: ServerChannel): Duplex {
  const stream = new Duplex({
    allowHalfOpen: true,
    read: () => void channel.resume(),
    write: (chunk, _, done) => void channel.write(chunk, done),
    final(done) {
      channel.eof()
      done()
    },
    destroy(error, done) {
      channel.close()
      done(error)
    },
  })
  channel.on('data', (bytes: Buffer) => {
    if (!stream.push(bytes)) channel.pause()
  })
  channel.on('end', () => void stream.push(null))
  channel.on('close', () => void stream.destroy())
  // `close` follows.
  channel.on('error', () => undefined)
  return stream
}
