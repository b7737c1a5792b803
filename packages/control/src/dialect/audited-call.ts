/** The subject of a request as the audit log records it: ids only, never other values that a client sent. */

export interface CallFacts {
  readonly params: Readonly<Record<string, unknown>>
  /** Body of the response; undefined when there was none. */
  readonly body: unknown
}

export interface AuditSubject {
  readonly sandboxId: string | null
  readonly subject: string | null
}

/** Maximum number of characters of a client-supplied id. */
const idLengthMax = 128

/** In order of precedence: the first that is present is the subject. */
const subjectParams = [
  'apiKeyID',
  'secretID',
  'volumeID',
  'webhookID',
  'templateID',
  'buildID',
  'nodeID',
  'teamID',
]
const subjectFields = ['id', 'secretID', 'volumeID', 'snapshotID', 'templateID', 'buildID', 'teamID']

/** Returns one entry; for a fork, one more for each copy that was created. */
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

/** Printable ASCII without spaces, as in ids and names: a path may hold any text. */
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
