/** Messages of the daemon's process service, as JSON. */
import type { ListedProcess, ProcessEvent, ProcessSpec, Selector } from '../../ports/sandbox-daemon.ts'
import { fieldIn, listParser, numberIn, textIn } from '../output/fields.ts'

export function renderStart({ command, args, envs, cwd, terminal, hasInput, tag }: ProcessSpec): object {
  return {
    process: { cmd: command, args, envs, ...(cwd === undefined ? {} : { cwd }) },
    stdin: hasInput,
    ...(terminal === undefined ? {} : { pty: { size: terminal } }),
    ...(tag === undefined ? {} : { tag }),
  }
}

export function renderInput(
  selector: Selector,
  { bytes, isTerminal }: { readonly bytes: Buffer; readonly isTerminal: boolean },
): object {
  const text = bytes.toString('base64')
  return { process: selector, input: isTerminal ? { pty: text } : { stdin: text } }
}

/** Undefined for what keeps the connection alive, and for what a later daemon may say. */
export function parseProcessEvent(message: unknown): ProcessEvent | undefined {
  const event = fieldIn(message, 'event')
  const data = fieldIn(event, 'data')
  for (const source of ['stdout', 'stderr', 'pty'] as const) {
    const text = textIn(data, source)
    if (text !== null) return { kind: 'output', source, bytes: Buffer.from(text, 'base64') }
  }
  const pid = numberIn(fieldIn(event, 'start'), 'pid')
  if (pid !== null) return { kind: 'start', pid }
  const end = fieldIn(event, 'end')
  if (end === undefined) return undefined
  return {
    kind: 'end',
    exitCode: numberIn(end, 'exitCode') ?? 0,
    exited: fieldIn(end, 'exited') === true,
    status: textIn(end, 'status') ?? '',
  }
}

const parseListed = listParser('processes', (item): ListedProcess => {
  const config = fieldIn(item, 'config')
  const args = fieldIn(config, 'args')
  return {
    pid: numberIn(item, 'pid') ?? 0,
    tag: textIn(item, 'tag'),
    command: textIn(config, 'cmd') ?? '',
    args: Array.isArray(args) ? args.map(String) : [],
  }
})

export function parseProcessList(message: unknown): ListedProcess[] {
  return parseListed(fieldIn(message, 'processes') ?? [])
}

/** By the names of the daemon; the number that a shell adds to 128. */
const signalNumbers: Readonly<Record<string, number>> = {
  hangup: 1,
  interrupt: 2,
  quit: 3,
  aborted: 6,
  killed: 9,
  'segmentation fault': 11,
  'broken pipe': 13,
  'alarm clock': 14,
  terminated: 15,
}

/** What a shell would make of it. */
export function exitCodeOfEnd({ exitCode, exited, status }: Extract<ProcessEvent, { kind: 'end' }>): number {
  if (exited) return exitCode
  const name = /^signal: (.*?)(?: \(core dumped\))?$/.exec(status)?.[1] ?? ''
  const number = signalNumbers[name] ?? Number(/^signal (\d+)$/.exec(name)?.[1] ?? Number.NaN)
  return Number.isNaN(number) ? 1 : 128 + number
}
