import { needOpenFiles } from '@cay/kit/host/open-files.ts'
import { openFilesWanted } from '@cay/kit/open-files-wanted.ts'
import { runService } from '@cay/kit/service.ts'
import { readConfig } from './config.ts'
import { connectToNode } from './edge/orchestrator.ts'
import { startProxy } from './start-proxy.ts'

await runService('proxy', ({ env, settings, log }) => {
  needOpenFiles(openFilesWanted, log)
  const config = readConfig(env, settings)
  return startProxy(config, connectToNode(config.orchestratorSocket), log)
})
