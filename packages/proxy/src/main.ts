import { raiseOpenFilesLimit } from '@cay/kit/host/open-files.ts'
import { refuseSystemCalls } from '@cay/kit/host/refuse-system-calls.ts'
import { openFilesRequired } from '@cay/kit/open-files-required.ts'
import { runService } from '@cay/kit/service.ts'
import { readConfig } from './config.ts'
import { dialTcp } from './edge/dial-tcp.ts'
import { dialTls } from './edge/dial-tls.ts'
import { connectOrchestrator } from './edge/orchestrator-client.ts'
import { startProxy } from './start-proxy.ts'

await runService('proxy', ({ env, settings, log }) => {
  refuseSystemCalls()
  raiseOpenFilesLimit(openFilesRequired, log)
  const config = readConfig(env, settings)
  const orchestrator = connectOrchestrator(config.orchestratorSocket)
  return startProxy(config, { orchestrator, dialer: { tcp: dialTcp, tls: dialTls }, log })
})
