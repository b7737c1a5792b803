import { killSandboxes } from '../app/sandbox/kill-sandboxes.ts'
import { renderSandboxList } from '../app/sandbox/list-sandboxes.ts'
import { showEgress } from '../app/sandbox/show-egress.ts'
import type { SandboxVerbs } from '../commands/sandbox-commands.ts'
import { listDenials } from '../edge/control/egress-client.ts'
import { print, printError, printed, view } from './console.ts'
import { installation, team } from './context.ts'
import { expectRoot } from './signals.ts'

export const sandboxVerbs: SandboxVerbs = {
  listSandboxes: async (options, format) => {
    const text = await renderSandboxList(await team(), options, view(format))
    if (text !== '') print(text)
    return 0
  },
  killSandboxes: async (request) => killSandboxes(await team(), request, { print, printError }),
  showEgress: async (sandboxId, format) => {
    expectRoot('cay sandbox egress')
    const { egressSocket } = installation().layout
    const denialsOf = (id: string) => listDenials(egressSocket, id)
    return printed(await showEgress(denialsOf, sandboxId, view(format)))
  },
}
