/** What the content API is held against: a server that pipes bodies into one file, synced, and the file into responses. */

import { type ChildProcess, fork } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'

export async function serveBareFiles(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'cay-bare-files-'))
  // A process of its own, as the content API is one.
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [join(directory, 'file')])
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', () => reject(new Error('the bare file server ended')))
  })
  return {
    url: `http://127.0.0.1:${port}/file`,
    async close() {
      child.kill('SIGKILL')
      await rm(directory, { recursive: true })
    },
  }
}

const [, self, file] = process.argv
if (self === fileURLToPath(import.meta.url) && file !== undefined) {
  const server = createServer(async (request, response) => {
    if (request.method === 'PUT') {
      const handle = await open(file, 'w')
      for await (const piece of request) await handle.writeFile(piece)
      await handle.sync()
      await handle.close()
      response.writeHead(201).end()
      return
    }
    response.setHeader('content-length', (await stat(file)).size)
    await pipeline(createReadStream(file), response)
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' && address !== null ? address.port : 0)
  })
}
