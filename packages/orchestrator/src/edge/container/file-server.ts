/** The process of the runtime that serves the files of volumes to one container, `runsc-gofer`. */
import { readFile } from 'node:fs/promises'
import { ignoreMissing } from '@cay/kit/host/errno.ts'
import type { Container } from '../../ports/container.ts'

/** False when it has ended. True for a container that needs none, or whose runtime does not say which process it is. */
export async function hasFileServer(container: Container): Promise<boolean> {
  if (container.volumes === undefined) return true
  const pid = await readPid(container)
  if (pid === undefined) return true
  // Another process may have got its number.
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return commandLine.includes(container.id)
}

/** Of the file in which the runtime keeps its state, which it may be writing at the moment. */
async function readPid({ id, directory }: Container): Promise<number | undefined> {
  const text = await readFile(`${directory}/runsc/${id}_sandbox:${id}.state`, 'utf8').catch(ignoreMissing)
  const [, pid] = /"goferPid":\s*([1-9]\d*)/.exec(text ?? '') ?? []
  return pid === undefined ? undefined : Number(pid)
}
