import { exportLedger, showLedgerKey, verifyLedger } from '../app/event/ledger-commands.ts'
import { followEvents, showEvents } from '../app/event/show-events.ts'
import type { EventVerbs } from '../commands/event-commands.ts'
import { team } from './client-access.ts'
import { print, printError, printed, view } from './console.ts'
import { eitherApi } from './either-api.ts'
import { stopping } from './signals.ts'

export const eventVerbs: EventVerbs = {
  showEvents: async (request, format) => printed(await showEvents(eitherApi, request, view(format))),
  followEvents: async (request, format) => {
    await followEvents(eitherApi, request, {
      view: view(format),
      output: { print, printError },
      signal: stopping.signal,
    })
    return 0
  },
  verifyLedger: async (request) => verifyLedger(eitherApi, request, print),
  exportLedger: async (request) => {
    await exportLedger(eitherApi, request, print)
    return 0
  },
  showLedgerKey: async () => printed(await showLedgerKey(await team())),
}
