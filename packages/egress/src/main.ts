import { ensureEgressAuthority } from '@cay/kit/certificates/authority-files.ts'
import { raiseOpenFilesLimit } from '@cay/kit/host/open-files.ts'
import { refuseSystemCalls } from '@cay/kit/host/refuse-system-calls.ts'
import { openFilesRequired } from '@cay/kit/open-files-required.ts'
import { runService } from '@cay/kit/service.ts'
import { connectionLimit } from './app/connection/connection-limit.ts'
import { readConfig } from './config.ts'
import { openHostNetwork } from './edge/host-network.ts'
import { connectToOrchestrator } from './edge/orchestrator.ts'
import { openTls } from './edge/tls.ts'
import { connectToVault } from './edge/vault.ts'
import { startEgress } from './start-egress.ts'

await runService('egress', async ({ env, settings, log }) => {
  refuseSystemCalls()
  const config = readConfig(env, settings)
  const authority = await ensureEgressAuthority(config.authorityDirectory)
  return startEgress({
    config,
    node: connectToOrchestrator(config.orchestratorSocket),
    network: openHostNetwork(config.resolvers),
    sandboxUrls: config.sandboxUrls,
    tls: openTls({ authority, extraAuthorities: config.extraAuthorities }),
    vault: connectToVault(config.vaultSocket),
    connectionsMax: connectionLimit(raiseOpenFilesLimit(openFilesRequired, log)),
    log,
  })
})
