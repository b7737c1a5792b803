/** Converts messages of process.Process to the daemon's own types and back. */

import type { ProcessInput, ProcessSelector, StartRequest } from '@cay/contract/gen/process/process_pb.js'
import { ServiceError } from '@cay/core/errors.ts'
import type { ProcessRecord, Selector } from '../../app/process/process-registry.ts'
import type { StartInput } from '../../app/process/start-process.ts'
import type { User } from '../../ports/user.ts'

export function toStart(request: StartRequest, user: User, deadlineMs: number | undefined): StartInput {
  const { process, pty, tag, stdin } = request
  return {
    command: process?.cmd ?? '',
    args: process?.args ?? [],
    envs: process?.envs ?? {},
    cwd: process?.cwd,
    tag,
    // Older clients do not send the field and rely on an open input.
    stdin: stdin ?? true,
    terminal: pty === undefined ? undefined : { cols: pty.size?.cols ?? 0, rows: pty.size?.rows ?? 0 },
    user,
    deadlineMs,
  }
}

export function toInfo({ command, args, envs, cwd, pid, tag }: ProcessRecord) {
  const config = { cmd: command, args: [...args], envs: { ...envs }, ...(cwd === undefined ? {} : { cwd }) }
  return { config, pid, ...(tag === undefined ? {} : { tag }) }
}

export function toSelector(selector: ProcessSelector | undefined): Selector {
  switch (selector?.selector.case) {
    case 'pid':
      return { kind: 'pid', pid: selector.selector.value }
    case 'tag':
      return { kind: 'tag', tag: selector.selector.value }
    default:
      throw new ServiceError('not_implemented', 'process selector is missing')
  }
}

export function toInput(input: ProcessInput | undefined) {
  const given = input?.input
  if (given?.case === undefined) throw new ServiceError('not_implemented', 'input is missing')
  return { kind: given.case, bytes: given.value }
}
