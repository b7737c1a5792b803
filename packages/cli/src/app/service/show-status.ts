/** Looks how an installation is, and changes nothing. */
import { statfs } from 'node:fs/promises'
import { ignoreMissing } from '@cay/kit/host/errno.ts'
import { isAlive } from '@cay/kit/host/process-identity.ts'
import { isForPeople, type ListView, renderRecord } from '../../dialect/output/table.ts'
import { clientUrl } from '../../dialect/service/addresses.ts'
import { downExitCode, renderStatus, type StatusReport } from '../../dialect/service/status-report.ts'
import type { UpRecord } from '../../dialect/service/up-record.ts'
import type { Installation } from '../../installation.ts'
import type { NodeFacts } from '../../ports/node-facts.ts'
import type { ReadUpRecord } from '../../ports/supervisor.ts'

export interface StatusDeps {
  readonly installation: Installation
  readonly version: string
  readonly readRecord: ReadUpRecord
  /** Whether the API at this address takes requests. */
  readonly isHealthy: (url: string) => Promise<boolean>
  /** Undefined when the orchestrator does not answer. */
  readonly describeNode: (socketPath: string) => Promise<NodeFacts | undefined>
}

/** The text to print, and the exit code: 3 when it does not run as it should. */
export async function showStatus(
  deps: StatusDeps,
  view: ListView,
): Promise<{ readonly text: string; readonly exitCode: number }> {
  const report = await reportOn(deps)
  const text = isForPeople(view)
    ? renderStatus(report, view.paint)
    : await renderRecord(report, { name: report.state, view })
  return { text, exitCode: report.state === 'running' ? 0 : downExitCode }
}

async function reportOn(deps: StatusDeps): Promise<StatusReport> {
  const { installation, version, readRecord } = deps
  const { layout, settings } = installation
  const record = await readRecord(layout.supervisorFile)
  const disk = await statfs(settings.dataDir).catch(ignoreMissing)
  const base = {
    version,
    dataDir: settings.dataDir,
    diskUsedBytes: disk === undefined ? null : (disk.blocks - disk.bfree) * disk.bsize,
    diskTotalBytes: disk === undefined ? null : disk.blocks * disk.bsize,
  }
  if (record === undefined || !isAlive(record.supervisor)) return { ...base, ...nothing, state: 'down' }
  // What was started to prepare the start is recorded beside the services, and has ended.
  const services = installation.services.flatMap(({ name }) => {
    const process = record.services[name]
    if (process === undefined) return []
    return [
      { name, status: isAlive(process) ? ('running' as const) : ('stopped' as const), pid: process.pid },
    ]
  })
  const { api } = record.listening
  const isHealthy = api === undefined ? settings.role === 'node' : await deps.isHealthy(clientUrl(api))
  const node = await deps.describeNode(layout.orchestratorSocket)
  return {
    ...base,
    pid: record.supervisor.pid,
    services,
    listening: record.listening,
    isHealthy,
    runtimeVersion: node?.runtimeVersion ?? null,
    runningSandboxes: node?.running ?? null,
    pooledSandboxes: node?.pooled ?? null,
    state: stateOf(record, isHealthy && services.every(({ status }) => status === 'running')),
  }
}

const nothing = {
  pid: null,
  services: [],
  listening: {},
  isHealthy: false,
  runtimeVersion: null,
  runningSandboxes: null,
  pooledSandboxes: null,
} as const

function stateOf({ listening }: UpRecord, isWhole: boolean): StatusReport['state'] {
  if (Object.keys(listening).length === 0) return 'starting'
  return isWhole ? 'running' : 'degraded'
}
