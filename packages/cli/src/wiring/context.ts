/** The installation that a verb works on, and the API with its keys. */

import { fileURLToPath } from 'node:url'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { Progress } from '@cay/kit/progress.ts'
import { type Environment, readOptional } from '@cay/kit/settings.ts'
import { settingsTable } from '@cay/kit/settings-table.ts'
import { findAdmin, findControl } from '../app/control/find-control.ts'
import { readCliSettings } from '../config.ts'
import { withClusterSettings } from '../dialect/cluster/cluster-file.ts'
import { withNodeSettings } from '../dialect/cluster/node-file.ts'
import { readClusterFile } from '../edge/cluster/cluster-file.ts'
import { readNodeFile } from '../edge/cluster/node-file.ts'
import { connectAsAdmin } from '../edge/control/control-client.ts'
import { readUpFile } from '../edge/service/up-file.ts'
import { describeInstallation } from '../installation.ts'
import type { ControlApi } from '../ports/control-api.ts'
import { configuredEnvironment } from './config.ts'
import { expectThisMachine } from './this-machine.ts'

export const packages = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
export const cloneFile = `${packages}/cli/package.json`

/** The variables of this process, the configuration file, and behind them what the data directory says of its cluster. */
export function environment(): Environment {
  const { clusterFile } = layoutHere()
  return withNodeSettings(
    withClusterSettings(configuredEnvironment(), readClusterFile(clusterFile)),
    joinedNode(),
  )
}

function layoutHere() {
  return dataLayout(
    readOptional(configuredEnvironment(), 'CAY_DATA_DIR') ?? settingsTable.CAY_DATA_DIR.fallback,
  )
}

/** What this machine is in the cluster that it joined, if it did. */
const joinedNode = () => readNodeFile(layoutHere().nodeFile)

export const installation = (env: Environment = environment()) =>
  describeInstallation(readCliSettings(env, joinedNode() !== undefined), packages)

export const progressOf = (steps: number, before: number, output: NodeJS.WriteStream = process.stdout) =>
  new Progress({
    total: before + steps,
    first: before + 1,
    nowMs: () => performance.now(),
    output,
  })

/** Of the environment, or of the installation of this machine. */
export const accessHere = () => findControl(installation(), readUpFile)

/** The admin token is that of this machine. */
export async function admin(): Promise<ControlApi> {
  expectThisMachine('what takes the admin token')
  return connectAsAdmin(await findAdmin(installation(), readUpFile))
}
