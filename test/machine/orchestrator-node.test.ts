/** The real node keeps what the simulated one promises to control. It has a data directory of its own, and no control. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connectOrchestrator } from '@cay/control/edge/node/orchestrator-client.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { afterAll, beforeAll } from 'vitest'
import { describeOrchestrator } from '../suites/orchestrator-client.ts'
import { Installation } from '../support/installation.ts'
import { programEnvironment } from '../support/program-environment.ts'

const main = new URL('../../packages/orchestrator/src/main.ts', import.meta.url).pathname

let installation: Installation
let orchestrator: ChildProcess

beforeAll(async () => {
  installation = await Installation.prepare(`${process.env.CAY_TEST_NAME ?? 'shared'}-node`)
  orchestrator = fork(main, {
    env: {
      ...programEnvironment(),
      CAY_DATA_DIR: installation.dataDir,
      CAY_LOG_LEVEL: 'warn',
      CAY_POOL_SIZE: '1',
    },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(orchestrator, 'message')
})

afterAll(async () => {
  orchestrator?.kill('SIGTERM')
  if (orchestrator?.exitCode === null) await once(orchestrator, 'exit')
  await installation?.remove()
})

describeOrchestrator('real', async () => ({
  orchestrator: connectOrchestrator(dataLayout(installation.dataDir).orchestratorSocket),
  // Its time passes by itself: what is waited for is the event.
  pass: async () => undefined,
  stop: async () => undefined,
}))
