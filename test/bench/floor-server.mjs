/**
 * Runs inside a sandbox, by envd's own Node: what bare HTTP costs there. `/echo` gives back what it gets, `/sink` swallows
 * it, `/source?bytes=N` makes it. Prints its port.
 */
import { createServer } from 'node:http'

const piece = Buffer.alloc(64 * 1024, 7)

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://floor')
  if (pathname === '/source') source(response, Number(searchParams.get('bytes')))
  else if (pathname === '/sink') request.on('end', () => response.end()).resume()
  else echo(request, response)
})
server.listen(Number(process.argv[2]))

function echo(request, response) {
  const pieces = []
  request.on('data', (bytes) => pieces.push(bytes))
  request.on('end', () => response.end(Buffer.concat(pieces)))
}

function source(response, bytes) {
  let left = bytes
  response.setHeader('content-length', bytes)
  const send = () => {
    while (left > 0) {
      const next = left < piece.length ? piece.subarray(0, left) : piece
      left -= next.length
      if (!response.write(next)) return response.once('drain', send)
    }
    response.end()
  }
  send()
}
