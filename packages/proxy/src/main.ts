import { raiseOpenFilesLimit } from '@cay/kit/host/open-files.ts'
import { refuseSystemCalls } from '@cay/kit/host/refuse-system-calls.ts'
import { openFilesRequired } from '@cay/kit/open-files-required.ts'
import { runService } from '@cay/kit/service.ts'
import { readClusterConfig, readConfig } from './config.ts'
import { connectCluster } from './edge/cluster-client.ts'
import { dialTcp } from './edge/dial-tcp.ts'
import { dialTls } from './edge/dial-tls.ts'
import { connectOrchestrator } from './edge/orchestrator-client.ts'
import { startProxy } from './start-proxy.ts'

await runService('proxy', ({ env, settings, log }) => {
  refuseSystemCalls()
  const openFiles = raiseOpenFilesLimit(openFilesRequired, log)
  const config = readConfig(env, settings)
  const orchestrator = connectOrchestrator(config.orchestratorSocket)
  const clusterConfig = readClusterConfig(env, settings)
  const cluster =
    clusterConfig === undefined
      ? undefined
      : { config: clusterConfig, client: connectCluster(clusterConfig.socket) }
  return startProxy(config, {
    ...{ orchestrator, dialer: { tcp: dialTcp, tls: dialTls }, log, cluster, openFiles },
  })
})
