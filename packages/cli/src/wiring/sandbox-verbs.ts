import { forkSandbox, pauseSandbox, resumeSandbox, snapshotSandbox } from '../app/sandbox/change-sandbox.ts'
import { createSandbox } from '../app/sandbox/create-sandbox.ts'
import { showLogs } from '../app/sandbox/follow-logs.ts'
import { killSandboxes } from '../app/sandbox/kill-sandboxes.ts'
import { renderSandboxList } from '../app/sandbox/list-sandboxes.ts'
import { sandboxNetwork } from '../app/sandbox/sandbox-network.ts'
import { showEgress } from '../app/sandbox/show-egress.ts'
import { showSandbox } from '../app/sandbox/show-sandbox.ts'
import { showSandboxUsage } from '../app/sandbox/show-usage.ts'
import type { SandboxVerbs } from '../commands/sandbox-commands.ts'
import { team } from './client-access.ts'
import { print, printError, printed, view } from './console.ts'
import { expectRoot, stopOnSignals, stopping } from './signals.ts'

export const sandboxVerbs: SandboxVerbs = {
  listSandboxes: async (options, format) =>
    printed(await renderSandboxList(await team(), options, view(format))),
  createSandbox: async (request) =>
    printed((await createSandbox({ team: await team(), printError }, request)).sandboxId),
  showSandbox: async (id, format) => printed(await showSandbox(await team(), id, view(format))),
  pauseSandbox: async (request) => printed(await pauseSandbox(await team(), request)),
  resumeSandbox: async (request) => printed(await resumeSandbox(await team(), request)),
  forkSandbox: async (request) => forkSandbox(await team(), request, { print, printError }),
  snapshotSandbox: async (request) => printed(await snapshotSandbox(await team(), request)),
  showLogs: async (request, format) => {
    const followUntil = () => {
      stopOnSignals({ outlivesReaders: false })
      return stopping.signal
    }
    await showLogs(await team(), request, { view: view(format), print, printError, followUntil })
    return 0
  },
  showSandboxUsage: async (ids, format) => printed(await showSandboxUsage(await team(), ids, view(format))),
  sandboxNetwork: async (request, format) =>
    printed(await sandboxNetwork(await team(), request, view(format))),
  killSandboxes: async (request) => killSandboxes(await team(), request, { print, printError }),
  showEgress: async (sandboxId, format) => {
    expectRoot('cay sandbox egress')
    // A connection to the gateway takes a library that no other verb needs.
    const [{ listDenials }, { installation }] = await Promise.all([
      import('../edge/control/egress-client.ts'),
      import('./context.ts'),
    ])
    const { egressSocket } = installation().layout
    const denialsOf = (id: string) => listDenials(egressSocket, id)
    return printed(await showEgress(denialsOf, sandboxId, view(format)))
  },
}
