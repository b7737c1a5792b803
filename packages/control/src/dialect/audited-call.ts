/** What an answered call was about, as the audit log keeps it: ids only, never a value that somebody sent. */

export interface CallFacts {
  readonly params: Readonly<Record<string, unknown>>
  /** Of the answer; undefined where there was none. */
  readonly body: unknown
}

export interface AuditSubject {
  readonly sandboxId: string | null
  readonly subject: string | null
}

/** Characters of an id that somebody sent. */
const idLengthMax = 128

/** In the order in which one of them is what a call was about. */
const subjectParams = ['apiKeyID', 'secretID', 'templateID', 'buildID', 'nodeID', 'teamID']
const subjectFields = ['id', 'secretID', 'snapshotID', 'templateID', 'buildID', 'teamID']

/** One entry, and of a fork one more for each copy that came to be. */
export function describeCall({ params, body }: CallFacts): AuditSubject[] {
  const sandboxId = textIn(params, 'sandboxID')?.split('-')[0] ?? null
  const made = textIn(body, 'sandboxID') ?? null
  const own = {
    sandboxId: sandboxId ?? made,
    subject: firstOf(params, subjectParams) ?? (made === null ? firstOf(body, subjectFields) : null),
  }
  const copies = Array.isArray(body)
    ? body.map((entry) => textIn(fieldIn(entry, 'sandbox'), 'sandboxID'))
    : []
  return [
    own,
    ...copies.filter((id) => id !== undefined).map((copy) => ({ sandboxId: copy, subject: sandboxId })),
  ]
}

function firstOf(value: unknown, names: readonly string[]): string | null {
  for (const name of names) {
    const text = textIn(value, name)
    if (text !== undefined) return text
  }
  return null
}

/** What an id of ours is made of, and a name in its place: a path may hold anything. */
const shapeOfId = /^[!-~]+$/

function textIn(value: unknown, name: string): string | undefined {
  const field = fieldIn(value, name)
  return typeof field === 'string' && shapeOfId.test(field) ? field.slice(0, idLengthMax) : undefined
}

function fieldIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}
