/** Exports the changes of a sandbox's root file system from its envd into a file, and imports them into another sandbox. */
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { nodePaths } from '@cay/contract/names.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { pathsFileOf } from '../../dialect/template/template-layout.ts'
import type { ExportOptions, StoppedProcesses } from '../../ports/guest.ts'
import { refusingFullDisk } from '../files/refusing-full-disk.ts'
import { type GuestAnswer, GuestConnections, sendAlone } from '../guest/guest-connections.ts'

/** Timeout in milliseconds, for ten gigabytes on a busy machine. */
const callMsMax = 20 * 60_000
/** Bytes of the response to an import, which is an error at most. */
const importAnswerBytesMax = 4096
/** Bytes of an export between two looks at the room on the disk of the node. */
const roomEveryBytes = 16 * 1024 * 1024

/** The processes are stopped as long as the connection is open. Nothing is left of an export that fails. */
export async function exportChanges(options: ExportOptions): Promise<StoppedProcesses> {
  const { address, controlToken, rootfs, file, bytesMax, signal } = options
  const connections = new GuestConnections(address, { controlToken })
  const stopped = { continueProcesses: () => connections.reset() }
  try {
    const answer = await connections.send({
      ...{ method: 'POST', path: nodePaths.exportChanges, body: await readFile(pathsFileOf(rootfs)) },
      ...{ totalMs: callMsMax, answerBytesMax: bytesMax, signal },
    })
    await checkStatus(answer, nodePaths.exportChanges, 200)
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
    await refusingFullDisk('the files', () => pipeline(withinRoom(answer, options), target))
    return stopped
  } catch (error) {
    stopped.continueProcesses()
    await rm(file, { force: true })
    throw error
  }
}

/** Stops before the reserve of the node is touched. */
async function* withinRoom(answer: GuestAnswer, { roomBytes }: ExportOptions): AsyncGenerator<Buffer> {
  let bytes = 0
  let nextLook = 0
  for await (const piece of answer.body()) {
    bytes += piece.length
    if (bytes > nextLook) {
      nextLook = bytes + roomEveryBytes
      if ((await roomBytes()) < roomEveryBytes)
        throw new ServiceError('disk_full', 'the disk of the node has no room for the files')
    }
    yield piece
  }
}

export async function importChanges(address: string, file: string, signal?: AbortSignal): Promise<void> {
  const answer = await sendAlone(address, {
    ...{ method: 'POST', path: nodePaths.importChanges, body: createReadStream(file) },
    ...{ totalMs: callMsMax, answerBytesMax: importAnswerBytesMax, signal },
  })
  await checkStatus(answer, nodePaths.importChanges, 204)
  answer.cutOff()
}

/** Cuts off the connection of another one. */
async function checkStatus(answer: GuestAnswer, path: string, expected: number): Promise<void> {
  if (answer.status === expected) return
  try {
    const why = (await answer.text()).slice(0, errorCharactersMax)
    throw new Error(`envd responded to ${path} with ${answer.status}: ${why}`)
  } finally {
    answer.cutOff()
  }
}

const errorCharactersMax = 500
