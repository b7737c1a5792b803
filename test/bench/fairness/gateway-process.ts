/** An egress gateway with simulated sandboxes in a process of its own: nothing else runs on its thread. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectionLimit } from '@cay/egress/app/connection/connection-limit.ts'
import { callOrchestrator } from '@cay/egress/edge/orchestrator.ts'
import { openTls } from '@cay/egress/edge/tls.ts'
import { SimulatedNetwork } from '@cay/egress/sim/simulated-network.ts'
import { SimulatedVault } from '@cay/egress/sim/simulated-vault.ts'
import { startEgress } from '@cay/egress/start-egress.ts'
import { makeAuthority } from '@cay/kit/certificates/issue.ts'
import { raiseOpenFilesLimit } from '@cay/kit/host/open-files.ts'
import { createLogger } from '@cay/kit/log.ts'
import { openFilesRequired } from '@cay/kit/open-files-required.ts'
import { SimulatedOrchestrator } from '@cay/orchestrator/sim/simulated-orchestrator.ts'
import { SimulatedSandboxes } from '@cay/orchestrator/sim/simulated-sandboxes.ts'

/** Ports of the servers that the greedy sandboxes and the neighbour connect to. */
const [greedyPort = 0, neighbourPort = 0] = process.argv.slice(2).map(Number)
const greedyAddresses = ['127.77.1.1', '127.77.1.2', '127.77.1.3', '127.77.1.4', '127.77.1.5']
const neighbourAddress = '127.77.1.40'
const destination = (address: string) => ({ address, port: 7000 })

const log = createLogger('egress', 'silent')
const connectionsMax = connectionLimit(raiseOpenFilesLimit(openFilesRequired, log))
const orchestrator = new SimulatedOrchestrator()
const sandboxes = new SimulatedSandboxes(orchestrator)
const network = new SimulatedNetwork()
// It would grow with every connection.
network.dialled.push = () => 0
network.place('203.0.113.1', 7000, greedyPort)
network.place('203.0.113.2', 7000, neighbourPort)
const directory = await mkdtemp(join(tmpdir(), 'cay-bench-'))
const egress = await startEgress({
  config: { egressSocket: join(directory, 'egress.sock') },
  node: callOrchestrator(orchestrator.transport),
  network,
  tls: openTls({
    authority: await makeAuthority('bench', { nowMs: Date.now(), days: 1 }),
    extraAuthorities: [],
  }),
  vault: new SimulatedVault(),
  connectionsMax,
  log,
})
for (const [index, address] of greedyAddresses.entries()) {
  await sandboxes.add(`greedy-${index}`, address, { teamId: 'greedy' })
  network.send(address, destination('203.0.113.1'))
}
await sandboxes.add('neighbour', neighbourAddress, { teamId: 'neighbour' })
network.send(neighbourAddress, destination('203.0.113.2'))
process.on('message', async () => {
  await egress.stop()
  await rm(directory, { recursive: true })
  process.exit(0)
})
process.send?.({ port: await egress.bound })
