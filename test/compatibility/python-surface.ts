/**
 * What the official clients for Python offer, as test/conformance-python/surface.py reads it from the installed ones. It is kept
 * in the repository because the page and its tests need it where Python cannot be had; a test in Python compares both.
 */
import { read } from '../repo/tree.ts'
import { type Verdict, verdictWithoutRun } from './verdict.ts'

export const pythonClients = ['e2b', 'e2b-code-interpreter'] as const
export type PythonClient = (typeof pythonClients)[number]
export const pythonColumns = ['sync', 'async'] as const
export type Form = (typeof pythonColumns)[number]

export interface PythonSurface {
  readonly client: PythonClient
  readonly version: string
  /** As they are written, each with the forms that there are: `sync`, `async`, or `both` for one that serves both. */
  readonly calls: Readonly<Record<string, string>>
}

export const pythonSurfaceFile = 'test/conformance-python/surface.json'

export function readPythonSurface(): readonly PythonSurface[] {
  return JSON.parse(read(pythonSurfaceFile)) as readonly PythonSurface[]
}

/** What a test run calls a form of a call. */
export const pythonKey = (client: PythonClient, form: string, call: string) => `${client} ${form} ${call}`

/** Each form of each call: its key, and the call. */
export function pythonForms(surface: readonly PythonSurface[]): readonly (readonly [string, string])[] {
  return surface.flatMap(({ client, calls }) =>
    Object.entries(calls).flatMap(([call, offered]) =>
      offered.split(' ').map((form) => [pythonKey(client, form, call), call] as const),
    ),
  )
}

/** Undefined where the client has no such form. One class may serve both forms of a client. */
export function pythonVerdict(
  { client, calls }: PythonSurface,
  [form, call]: readonly [Form, string],
  verdicts: ReadonlyMap<string, Verdict>,
): Verdict | undefined {
  const offered = calls[call]?.split(' ') ?? []
  const forms = [form, 'both']
  if (!forms.some((each) => offered.includes(each))) return undefined
  const found = forms.flatMap((each) => verdicts.get(pythonKey(client, each, call)) ?? [])
  return found.find((each) => each === 'works') ?? found[0] ?? verdictWithoutRun(call)
}
