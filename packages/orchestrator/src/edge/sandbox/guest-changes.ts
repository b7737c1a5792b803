/** Exports the changes of a sandbox's root file system from its envd into a file, and imports them into another sandbox. */
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Agent, type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { limits } from '@cay/contract/limits.ts'
import { headers, nodePaths } from '@cay/contract/names.ts'
import { pathsFileOf } from '../../dialect/template/template-layout.ts'
import type { ExportOptions, StoppedProcesses } from '../../ports/guest.ts'
import { refusingFullDisk } from '../files/refusing-full-disk.ts'

/** Timeout in milliseconds, for ten gigabytes on a busy machine. */
const callMsMax = 20 * 60_000

/** The processes are stopped as long as the connection is open. */
export async function exportChanges(options: ExportOptions): Promise<StoppedProcesses> {
  const agent = new Agent({ keepAlive: true })
  const stopped = { continueProcesses: () => agent.destroy() }
  try {
    const paths = await readFile(pathsFileOf(options.rootfs))
    const token = options.controlToken === undefined ? {} : { [headers.controlToken]: options.controlToken }
    const outgoing = post(options.address, nodePaths.exportChanges, { agent, headers: token })
    outgoing.end(paths)
    const response = await answered(outgoing, 200)
    const file = createWriteStream(options.file, { flags: 'wx', mode: 0o600 })
    await refusingFullDisk('the files', () => pipeline(response, file))
    return stopped
  } catch (error) {
    stopped.continueProcesses()
    throw error
  }
}

export async function importChanges(address: string, file: string): Promise<void> {
  const outgoing = post(address, nodePaths.importChanges, { agent: false })
  const response = answered(outgoing, 204)
  // A response before the end of the archive says why it was not read to its end.
  await Promise.race([response, pipeline(createReadStream(file), outgoing).then(() => response)])
  ;(await response).socket.resetAndDestroy()
}

function post(host: string, path: string, options: RequestOptions): ClientRequest {
  const signal = AbortSignal.timeout(callMsMax)
  return request({ host, port: limits.daemonPort, method: 'POST', path, signal, ...options })
}

async function answered(outgoing: ClientRequest, status: number): Promise<IncomingMessage> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve)
    outgoing.on('error', reject)
  })
  if (response.statusCode === status) return response
  throw new Error(
    `envd responded to ${outgoing.path} with ${response.statusCode}: ${(await text(response)).slice(0, 500)}`,
  )
}
