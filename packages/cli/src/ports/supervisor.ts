/** What the supervisor needs of the machine. */
import type { ReservedPort } from '@cay/kit/host/reserve-port.ts'
import type { UpRecord } from '../dialect/service/up-record.ts'
import type { WhyNotListen } from '../dialect/service/why-not-listen.ts'

/** Undefined when there is no such file, when it is unreadable for this user, or when it is no record. */
export type ReadUpRecord = (path: string) => Promise<UpRecord | undefined>

/** The record of the supervisor that this process is. */
export interface UpFile {
  /** Changes take effect in the order of the calls. */
  change(next: (record: UpRecord) => UpRecord): Promise<void>
  remove(): Promise<void>
}

export interface UpRecords {
  readonly read: ReadUpRecord
  readonly open: (path: string, record: UpRecord) => UpFile
}

export interface Ports {
  /** Undefined when this process could listen there. Port 0 is always free. */
  readonly whyNotListen: (bind: string, port: number) => Promise<WhyNotListen | undefined>
  /** A port that nobody has, and that no client and no other supervisor gets before it is disposed of. */
  readonly reserve: (bind: string) => Promise<ReservedPort>
}

/** The output of one service. */
export interface ServiceLog {
  write(line: string, stream: 'stdout' | 'stderr'): void
  close(): void
}

/** `show` prints the lines that need attention. */
export type OpenServiceLog = (path: string, show: (text: string) => void) => ServiceLog
