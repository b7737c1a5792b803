/**
 * The proxy with another idle timeout of its connections, in milliseconds as its argument: longer than the product allows, for
 * tests of what becomes of an idle connection that have nothing to do with time. On a busy machine two requests of a test may be
 * further apart than the longest that may be set.
 */
import { runService } from '@cay/kit/service.ts'
import { readConfig } from '@cay/proxy/config.ts'
import { dialTcp } from '@cay/proxy/edge/dial-tcp.ts'
import { dialTls } from '@cay/proxy/edge/dial-tls.ts'
import { connectOrchestrator } from '@cay/proxy/edge/orchestrator-client.ts'
import { startProxy } from '@cay/proxy/start-proxy.ts'

const idleConnectionMs = Number(process.argv[2])

await runService('proxy', ({ env, settings, log }) => {
  const config = { ...readConfig(env, settings), idleConnectionMs }
  const orchestrator = connectOrchestrator(config.orchestratorSocket)
  return startProxy(config, { orchestrator, dialer: { tcp: dialTcp, tls: dialTls }, log })
})
