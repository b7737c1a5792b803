import { refuseSystemCalls } from '@cay/kit/host/refuse-system-calls.ts'
import { runService } from '@cay/kit/service.ts'
import { readConfig } from './config.ts'
import { openIdentity, openReplicas } from './edge/identity-files.ts'
import { ensureJoined } from './join-first.ts'
import { startAgent } from './start-agent.ts'

await runService('agent', async ({ settings, log }) => {
  refuseSystemCalls()
  const config = readConfig(settings)
  await ensureJoined(config, log)
  const [identity, replicas] = await Promise.all([openIdentity(config), openReplicas(config.replicasFile)])
  return await startAgent({ ...config, identity, replicas, log })
})
