import { checkSettings } from '@cay/kit/check-settings.ts'
import { initCluster } from '../app/cluster/init-cluster.ts'
import { join } from '../app/cluster/join.ts'
import { makeToken } from '../app/cluster/make-token.ts'
import { reportSettings } from '../app/host/report-settings.ts'
import { setUpSteps } from '../app/host/set-up.ts'
import type { ClusterVerbs } from '../commands/cluster-commands.ts'
import { evaluateHost } from '../dialect/host/doctor.ts'
import { writeNodeFile } from '../edge/cluster/node-file.ts'
import { gatherHostFacts } from '../edge/host/host-facts.ts'
import { print, sayErrors } from './console.ts'
import { cloneFile, environment, installation, progressOf } from './context.ts'
import { clusterFiles, upRecords } from './machine.ts'
import { runServices } from './run-services.ts'
import { expectRoot, stopOnSignals, stopping } from './signals.ts'

export const clusterVerbs: ClusterVerbs = {
  makeToken: async () => {
    expectRoot('cay cluster token')
    const here = installation()
    const token = await makeToken(here)
    print(`npx cay join https://${here.settings.clusterAddress ?? 'HOST:3003'} --token ${token}`)
    return 0
  },
  join: async (request) => {
    expectRoot('cay join')
    stopOnSignals({ outlivesReaders: true })
    const refused = reportSettings(checkSettings(environment()), sayErrors)
    if (refused !== undefined) return refused
    const deps = { installation: installation(), writeNode: writeNodeFile, findProblems }
    const progress = progressOf(setUpSteps + 2, 0)
    await progress.step('join', (step) => join(deps, request, { step, signal: stopping.signal }))
    return await runServices(environment(), progress)
  },
  initCluster: async (request) => {
    expectRoot('cay cluster init')
    stopOnSignals({ outlivesReaders: true })
    const env = {
      ...environment(),
      CAY_DATABASE_URL: request.databaseUrl,
      ...(request.blobsUrl === undefined ? {} : { CAY_BLOBS_URL: request.blobsUrl }),
    }
    const refused = reportSettings(checkSettings(env), sayErrors)
    if (refused !== undefined) return refused
    await progressOf(1, 0).step('records', (step) =>
      initCluster({ installation: installation(), records: upRecords, files: clusterFiles }, request, {
        step,
        signal: stopping.signal,
      }),
    )
    print('start it with `cay up`')
    return 0
  },
}

async function findProblems(): Promise<readonly string[]> {
  const findings = evaluateHost(await gatherHostFacts(installation(), cloneFile))
  return findings.flatMap(({ status, message }) => (status === 'problem' ? [message] : []))
}
