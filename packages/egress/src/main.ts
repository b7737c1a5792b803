import { runService } from '@cay/kit/service.ts'
import { readConfig } from './config.ts'
import { connectToNode } from './edge/orchestrator.ts'
import { openOutside } from './edge/outside.ts'
import { startEgress } from './start-egress.ts'

await runService('egress', ({ env, settings, log }) => {
  const config = readConfig(env, settings)
  return startEgress({
    config,
    node: connectToNode(config.orchestratorSocket),
    outside: openOutside(config.resolvers),
    log,
  })
})
