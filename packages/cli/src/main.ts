/** `cay`: the wiring of the command. Each verb is a file in `app/`. */
import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { checkSettings } from '@cay/kit/check-settings.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { ensureSwapSupport } from '@cay/kit/host/swap-support.ts'
import { Progress } from '@cay/kit/progress.ts'
import { exitCodes } from '@cay/kit/service.ts'
import { type Environment, readOptional, SettingError } from '@cay/kit/settings.ts'
import { settingsTable } from '@cay/kit/settings-table.ts'
import { CommanderError } from 'commander'
import { backUp } from './app/backup/back-up.ts'
import { restore } from './app/backup/restore.ts'
import { initCluster } from './app/cluster/init-cluster.ts'
import { join } from './app/cluster/join.ts'
import { ensureJoinOrder, makeToken } from './app/cluster/make-token.ts'
import { findAdmin, findControl } from './app/control/find-control.ts'
import { exportLedger, showLedgerKey, verifyLedger } from './app/event/ledger-commands.ts'
import { followEvents, showEvents } from './app/event/show-events.ts'
import { examineHost } from './app/host/examine-host.ts'
import { installUnit, uninstallUnit } from './app/host/install-unit.ts'
import { reportSettings } from './app/host/report-settings.ts'
import { installPackages, prepareTemplate, setUp, setUpSteps } from './app/host/set-up.ts'
import { showTrust } from './app/host/show-trust.ts'
import { listNodes, loseNode, moveNode, removeNode, setNodeStatus } from './app/node/node-commands.ts'
import { killSandboxes } from './app/sandbox/kill-sandboxes.ts'
import { renderSandboxList } from './app/sandbox/list-sandboxes.ts'
import { showEgress } from './app/sandbox/show-egress.ts'
import { confineServices } from './app/service/confine-services.ts'
import { down } from './app/service/down.ts'
import { keepAuthorities } from './app/service/keep-authorities.ts'
import { type UpDeps, up } from './app/service/up.ts'
import {
  createKey,
  createTeam,
  deleteKey,
  limitTeam,
  listKeys,
  listTeams,
  renameKey,
} from './app/team/team-commands.ts'
import { buildFromDirectory } from './app/template/build-from-directory.ts'
import { buildRecipes } from './app/template/build-recipes.ts'
import {
  deleteTemplates,
  publishTemplate,
  renderTags,
  renderTemplateList,
} from './app/template/template-verbs.ts'
import { copyFiles } from './app/volume/copy-files.ts'
import {
  createVolume,
  listFiles,
  listVolumes,
  removeVolumes,
  showUsage,
  volumeOpener,
} from './app/volume/volume-commands.ts'
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  testWebhook,
} from './app/webhook/webhook-commands.ts'
import { defineProgram } from './commands/commands.ts'
import { readCliSettings } from './config.ts'
import { standardStream } from './dialect/backup/backup-contents.ts'
import { withClusterSettings } from './dialect/cluster/cluster-file.ts'
import { withNodeSettings } from './dialect/cluster/node-file.ts'
import { evaluateHost } from './dialect/host/doctor.ts'
import type { ListView, OutputFormat } from './dialect/output/table.ts'
import { withDomain } from './dialect/service/domain.ts'
import { readNodeFile, writeNodeFile } from './edge/cluster/node-file.ts'
import { connectAsAdmin, connectAsTeam } from './edge/control/control-client.ts'
import { listDenials } from './edge/control/egress-client.ts'
import { gatherHostFacts } from './edge/host/host-facts.ts'
import { findUnresolvedNames } from './edge/host/resolve-names.ts'
import { openSystemd } from './edge/host/systemd.ts'
import { exitWhenReaderLeaves, paintFor } from './edge/terminal.ts'
import { localFiles } from './edge/volume/local-files.ts'
import { connectVolumeContent } from './edge/volume/volume-content.ts'
import { describeInstallation } from './installation.ts'
import {
  backupWriter,
  clusterFiles,
  hostPorts,
  openServiceLog,
  packageManager,
  readBackup,
  serviceHost,
  upRecords,
} from './wiring.ts'

const packages = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const cloneFile = `${packages}/cli/package.json`

/** The variables of this process, and behind them what the data directory says of its cluster. */
function environment(): Environment {
  const { clusterFile } = layoutHere()
  return withNodeSettings(withClusterSettings(process.env, clusterFiles.read(clusterFile)), joinedNode())
}

function layoutHere() {
  return dataLayout(readOptional(process.env, 'CAY_DATA_DIR') ?? settingsTable.CAY_DATA_DIR.fallback)
}

/** What this machine is in the cluster that it joined, if it did. */
const joinedNode = () => readNodeFile(layoutHere().nodeFile)

/** Erases a line that a step is rewriting, so that nothing is left of it behind the text. */
const print = (line: string) => process.stdout.write(`${process.stdout.isTTY ? '\r\u001b[2K' : ''}${line}\n`)
const printError = (line: string) => process.stderr.write(`${line}\n`)

const stopping = new AbortController()
let isStoppedBySignals = false
const installation = (env: Environment = environment()) =>
  describeInstallation(readCliSettings(env, joinedNode() !== undefined), packages)
const paint = paintFor(process.stdout, process.env)
const paintError = paintFor(process.stderr, process.env)
const view = (format: OutputFormat): ListView => ({ format, paint, nowMs: Date.now() })
const sayErrors = { printError, paint: paintError }
const progressOf = (steps: number, before: number, output: NodeJS.WriteStream = process.stdout) =>
  new Progress({
    total: before + steps,
    first: before + 1,
    nowMs: () => performance.now(),
    output,
  })

const access = () => findControl(installation(), upRecords.read)
const team = async () => connectAsTeam(await access())
const admin = async () => connectAsAdmin(await findAdmin(installation(), upRecords.read))
const eitherApi = { own: team, admin }
const openVolume = async (volume: string) => {
  const { url, apiKey } = await access()
  const open = volumeOpener(connectAsTeam({ url, apiKey }), (volumeId, token) =>
    connectVolumeContent({ url, volumeId, token }),
  )
  return await open(volume)
}

async function findProblems(): Promise<readonly string[]> {
  const findings = evaluateHost(await gatherHostFacts(installation(), cloneFile))
  return findings.flatMap(({ status, message }) => (status === 'problem' ? [message] : []))
}

/** Runs the services of this data directory until a signal; returns the exit code. */
async function runServices(env: Environment, progress: Progress): Promise<number> {
  // Before minutes go into a template.
  await ensureSwapSupport(env)
  const here = installation(env)
  const prepare: UpDeps['prepare'] = async (onStarted, signal) => {
    await (here.settings.usesObjectStore ? installPackages : setUp)(
      here,
      { packages: packageManager, progress, onStarted },
      signal,
    )
    await ensureJoinOrder(here)
  }
  const complete: UpDeps['prepare'] = (onStarted, signal) =>
    prepareTemplate(here, { progress, onStarted }, signal)
  const confine: UpDeps['confine'] = async (settled, signal) => {
    await keepAuthorities(settled, print, signal)
    return await confineServices({ installation: settled, host: serviceHost, packages, show: print }, signal)
  }
  const isTerminal = process.stdout.isTTY === true
  const machine = { records: upRecords, ports: hostPorts, openLog: openServiceLog, findUnresolvedNames }
  const deps = { installation: here, ...machine, progress, prepare, confine, print, isTerminal }
  return await up({ ...deps, ...(here.settings.usesObjectStore ? { complete } : {}) }, stopping.signal)
}

const facts = { version: readVersion(), recipes: () => installation().recipes() }
const program = defineProgram(facts, {
  up: async ({ stepsBefore, domain }) => {
    stopOnSignals()
    const env = withDomain(environment(), domain)
    const refused = reportSettings(checkSettings(env), sayErrors)
    if (refused !== undefined) return refused
    expectRoot('cay up')
    if (domain !== undefined)
      print(
        `--domain holds for this start; for every start set CAY_DOMAIN=${domain} and CAY_TLS=${env.CAY_TLS}`,
      )
    return await runServices(env, progressOf(setUpSteps + 1, stepsBefore))
  },
  setUp: async ({ stepsBefore, stepsAfter }) => {
    stopOnSignals()
    const refused = reportSettings(checkSettings(environment()), sayErrors)
    if (refused !== undefined) return refused
    expectRoot('cay setup')
    const progress = progressOf(setUpSteps + stepsAfter, stepsBefore)
    const options = { packages: packageManager, progress, onStarted: () => undefined }
    await setUp(installation(), options, stopping.signal)
    return 0
  },
  down: () => {
    expectRoot('cay down')
    return down({ installation: installation(), readRecord: upRecords.read, print })
  },
  installUnit: async (name) => {
    const refused = reportSettings(checkSettings(environment()), sayErrors)
    if (refused !== undefined) return refused
    expectRoot('cay install')
    const { dataDir } = installation().settings
    const programs = { node: process.execPath, main: `${packages}/cli/src/main.ts` }
    return await installUnit(
      { systemd: openSystemd(), print },
      { ...programs, name, dataDir, env: process.env },
    )
  },
  uninstallUnit: async (name) => {
    expectRoot('cay uninstall')
    return await uninstallUnit({ systemd: openSystemd(), print }, name)
  },
  doctor: async ({ json }) => {
    const { report, exitCode } = await examineHost({
      env: environment(),
      installation,
      gatherFacts: (here) => gatherHostFacts(here, cloneFile),
      json,
      paint,
    })
    print(report)
    return exitCode
  },
  listSandboxes: async (options, format) => {
    const text = await renderSandboxList(await team(), options, view(format))
    if (text !== '') print(text)
    return 0
  },
  showEgress: async (sandboxId, format) => {
    expectRoot('cay sandbox egress')
    const { egressSocket } = installation().layout
    const denialsOf = (id: string) => listDenials(egressSocket, id)
    return printed(await showEgress(denialsOf, sandboxId, view(format)))
  },
  showTrust: async (options) => {
    expectRoot('cay trust')
    print(await showTrust(installation(), { ...options, readRecord: upRecords.read }))
    return 0
  },
  backUp: async (request) => {
    expectRoot('cay backup')
    stopOnSignals()
    const progress = progressOf(1, 0, request.file === standardStream ? process.stderr : process.stdout)
    await progress.step('backup', (step) =>
      backUp(
        { installation: installation(), files: backupWriter },
        { ...request, version: facts.version },
        step,
        stopping.signal,
      ),
    )
    return 0
  },
  restore: async (file) => {
    expectRoot('cay restore')
    stopOnSignals()
    const deps = { installation: installation(), readBackup }
    await progressOf(1, 0).step('restore', (step) => restore(deps, file, step, stopping.signal))
    print('start it with `cay up`')
    return 0
  },
  makeToken: async () => {
    expectRoot('cay cluster token')
    const here = installation()
    const token = await makeToken(here)
    print(`npx cay join https://${here.settings.clusterAddress ?? 'HOST:3003'} --token ${token}`)
    return 0
  },
  join: async (request) => {
    expectRoot('cay join')
    stopOnSignals()
    const refused = reportSettings(checkSettings(environment()), sayErrors)
    if (refused !== undefined) return refused
    const deps = { installation: installation(), writeNode: writeNodeFile, findProblems }
    const progress = progressOf(setUpSteps + 2, 0)
    await progress.step('join', (step) => join(deps, request, { step, signal: stopping.signal }))
    return await runServices(environment(), progress)
  },
  initCluster: async (request) => {
    expectRoot('cay cluster init')
    stopOnSignals()
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
  listTemplates: async (format) => {
    return printed(await renderTemplateList(await team(), installation().recipes(), view(format)))
  },
  buildRecipe: async (alias) => {
    expectRoot('cay template build')
    stopOnSignals()
    const here = installation()
    const aliases = alias === undefined ? here.recipes() : [alias]
    await buildRecipes(here, { aliases, onLine: print, onStarted: () => undefined }, stopping.signal)
    return 0
  },
  buildTemplate: async (order) => {
    await buildFromDirectory(await access(), order, print)
    return 0
  },
  deleteTemplates: async (names) => deleteTemplates(await team(), names, { print, printError }),
  setPublic: async (name, isPublic) => {
    const api = await team()
    if (isPublic) await publishTemplate(api, name, { printError })
    else await api.setPublic(name, false)
    return 0
  },
  listTags: async (name, format) => printed(await renderTags(await team(), name, view(format))),
  assignTags: async (target, tags) => {
    await (await team()).assignTags(target, tags)
    return 0
  },
  removeTags: async (name, tags) => {
    await (await team()).removeTags(name, tags)
    return 0
  },
  killSandboxes: async (request) => killSandboxes(await team(), request, { print, printError }),
  listNodes: async (format) => printed(await listNodes(await admin(), view(format))),
  setNodeStatus: async (nodeId, status) => printed(await setNodeStatus(await admin(), nodeId, status)),
  moveNode: async (nodeId) => moveNode(await admin(), nodeId, { print, printError }),
  loseNode: async (nodeId) => printed(await loseNode(await admin(), nodeId)),
  removeNode: async (nodeId) => printed(await removeNode(await admin(), nodeId)),
  listTeams: async (format) => printed(await listTeams(await admin(), view(format))),
  createTeam: async (spec) => printed(await createTeam(await admin(), spec)),
  limitTeam: async (change, format) => printed(await limitTeam(await admin(), change, view(format))),
  listKeys: async (format) => printed(await listKeys(await team(), view(format))),
  createKey: async (key) => printed(await createKey(eitherApi, key)),
  showEvents: async (request, format) => printed(await showEvents(eitherApi, request, view(format))),
  verifyLedger: async (request) => verifyLedger(eitherApi, request, print),
  exportLedger: async (request) => {
    await exportLedger(eitherApi, request, print)
    return 0
  },
  showLedgerKey: async () => printed(await showLedgerKey(await team())),
  listWebhooks: async (format) => printed(await listWebhooks(await team(), view(format))),
  createWebhook: async (webhook) => printed(await createWebhook(await team(), webhook)),
  deleteWebhook: async (webhookId) => printed(await deleteWebhook(await team(), webhookId)),
  testWebhook: async (webhookId) => testWebhook(await team(), webhookId, { print, printError }),
  listDeliveries: async (request, format) =>
    printed(await listDeliveries(await team(), request, view(format))),
  redeliver: async (request) => printed(await redeliver(await team(), request)),
  followEvents: async (request, format) => {
    await followEvents(eitherApi, request, {
      view: view(format),
      output: { print, printError },
      signal: stopping.signal,
    })
    return 0
  },
  listVolumes: async (format) => printed(await listVolumes(await team(), view(format))),
  createVolume: async (volume) => printed(await createVolume(await team(), volume)),
  removeVolumes: async (request) => removeVolumes(await team(), request, { print, printError }),
  showVolumeUsage: async (volumes, format) => printed(await showUsage(await team(), volumes, view(format))),
  listVolumeFiles: async (path, format) => printed(await listFiles(openVolume, path, view(format))),
  copyVolumeFiles: async (from, to) => {
    const output = (body: Readable) => pipeline(body, process.stdout, { end: false })
    const warn = (line: string) => printError(`Warning: ${line}`)
    await copyFiles({ open: openVolume, local: localFiles, input: process.stdin, output, warn }, from, to)
    return 0
  },
  renameKey: async (keyId, name) => printed(await renameKey(await team(), keyId, name)),
  deleteKey: async (keyId) => printed(await deleteKey(await team(), keyId)),
})

function printed(text: string): number {
  print(text)
  return 0
}

function readVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(cloneFile, 'utf8'))
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed
    ? String(parsed.version)
    : 'unknown'
}

/** One orderly stop, however often it is asked for: a terminal tells us and whoever started us. */
function stopOnSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
  isStoppedBySignals = true
}

function expectRoot(command: string): void {
  if (process.getuid?.() !== 0) throw new Error(`you are not root: run \`sudo ${command}\``)
}

exitWhenReaderLeaves({ unless: () => isStoppedBySignals })
try {
  process.exitCode = await program(process.argv)
} catch (error) {
  process.exitCode = exitCodeOf(error)
}

function exitCodeOf(error: unknown): number {
  // commander has said what is wrong by itself.
  if (error instanceof CommanderError) return error.exitCode
  printError(`${paintError('bad', 'Error:')} ${error instanceof Error ? error.message : String(error)}`)
  return error instanceof SettingError ? exitCodes.badSettings : exitCodes.fault
}
