/** What a running `cay up` leaves in its data directory, so that a later command finds it and what it started. */

export interface ProcessRecord {
  readonly pid: number
  readonly startTicks: number
}

export interface UpRecord {
  readonly supervisor: ProcessRecord
  readonly services: Readonly<Record<string, ProcessRecord>>
  /** Empty until everything is ready. */
  readonly listening: Readonly<Record<string, string>>
}

export function renderUpRecord(record: UpRecord): string {
  return `${JSON.stringify(record, null, 2)}\n`
}

/** Undefined for anything that is no such record: half a file tells nothing that could be acted on. */
export function parseUpRecord(text: string): UpRecord | undefined {
  const value = parseJson(text)
  if (!isObject(value)) return undefined
  const { supervisor, services, listening } = value
  if (!isProcess(supervisor) || !isObject(services) || !isObject(listening)) return undefined
  const processes = Object.entries(services).filter((entry): entry is [string, ProcessRecord] =>
    isProcess(entry[1]),
  )
  const addresses = Object.entries(listening).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return {
    supervisor: { pid: supervisor.pid, startTicks: supervisor.startTicks },
    services: Object.fromEntries(processes),
    listening: Object.fromEntries(addresses),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the caller treats it as no record.
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isProcess(value: unknown): value is ProcessRecord {
  return isObject(value) && isCount(value.pid) && isCount(value.startTicks)
}

/** Pid 0 and negative pids would address groups of processes. */
function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}
