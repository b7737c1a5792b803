import { needOpenFiles } from '@cay/kit/host/open-files.ts'
import { runService } from '@cay/kit/service.ts'
import { bounds } from './bounds.ts'
import { readConfig } from './config.ts'
import { connectToNode } from './edge/orchestrator.ts'
import { startProxy } from './start-proxy.ts'

await runService('proxy', ({ env, settings, log }) => {
  needOpenFiles(bounds.openFilesMax, log)
  const config = readConfig(env, settings)
  return startProxy(config, connectToNode(config.orchestratorSocket), log)
})
