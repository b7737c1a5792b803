/** Volumes from the command line. Those that return text return what is to be printed. */

import { printable } from '@cay/core/terminal-text.ts'
import type { RemotePath } from '../../dialect/files/file-location.ts'
import { textIn } from '../../dialect/output/fields.ts'
import { type ListView, renderList } from '../../dialect/output/table.ts'
import {
  entryColumns,
  parseUsage,
  parseVolume,
  parseVolumes,
  type ShownEntry,
  type ShownVolume,
  usageColumns,
  volumeColumns,
} from '../../dialect/volume/volume-responses.ts'
import type { ControlApi } from '../../ports/control-api.ts'
import type { RemoteFiles } from '../../ports/remote-files.ts'
import type { OpenRemote } from '../files/copy-files.ts'
import { forEachGiven, type LineOutput } from '../for-each-given.ts'

export async function listVolumes(team: ControlApi, view: ListView): Promise<string> {
  return renderList(await volumesOf(team), volumeColumns, view)
}

/** Only the id, so that a script can take it. */
export async function createVolume(
  team: ControlApi,
  { name, sizeMb }: { name: string; sizeMb: number | undefined },
): Promise<string> {
  const body = { name, ...(sizeMb === undefined ? {} : { sizeMB: sizeMb }) }
  return printable(parseVolume(await team.request({ method: 'POST', path: '/volumes', body })).volumeId)
}

/** Deletes each, also when one of them cannot be; the exit code is 1 then. */
export async function removeVolumes(
  team: ControlApi,
  { volumes, isForced }: { volumes: readonly string[]; isForced: boolean },
  output: LineOutput,
): Promise<number> {
  const known = await volumesOf(team)
  const remove = async (given: string) => {
    const { volumeId } = findIn(known, given)
    await team.request({ method: 'DELETE', path: `${pathOf(volumeId)}${isForced ? '?force=true' : ''}` })
    return given
  }
  return await forEachGiven(volumes, remove, output)
}

/** How much each of the volumes holds; without names, all of the team. */
export async function showUsage(team: ControlApi, given: readonly string[], view: ListView): Promise<string> {
  const known = await volumesOf(team)
  const wanted = given.length === 0 ? known : given.map((each) => findIn(known, each))
  const usages = await Promise.all(
    wanted.map(async ({ volumeId }) =>
      parseUsage(await team.request({ method: 'GET', path: pathOf(volumeId) })),
    ),
  )
  return renderList(usages, usageColumns, view)
}

/** By the token that the API gives to a key that may write. */
export function volumeOpener(
  team: ControlApi,
  connect: (volumeId: string, token: string) => RemoteFiles<ShownEntry>,
): OpenRemote<ShownEntry> {
  return async (given) => {
    const { volumeId, name } = findIn(await volumesOf(team), given)
    const token = textIn(await team.request({ method: 'GET', path: pathOf(volumeId) }), 'token')
    if (token === null) throw new Error(`this API key may not read the files of volume "${name}"`)
    return connect(volumeId, token)
  }
}

/** A directory's entries, or the one entry that is no directory. */
export async function listFiles(
  open: OpenRemote<ShownEntry>,
  { name: volume, path }: RemotePath,
  view: ListView,
): Promise<string> {
  const content = await open(volume)
  const entry = await content.find(path)
  if (entry === undefined) throw new Error(`volume "${volume}" has no "${path}"`)
  const entries = entry.type === 'directory' ? await content.list(path) : [entry]
  return renderList(entries, entryColumns(view.nowMs), view)
}

async function volumesOf(team: ControlApi): Promise<ShownVolume[]> {
  return parseVolumes(await team.request({ method: 'GET', path: '/volumes' }))
}

/** By name, else by id. */
function findIn(volumes: readonly ShownVolume[], given: string): ShownVolume {
  const found =
    volumes.find(({ name }) => name === given) ?? volumes.find(({ volumeId }) => volumeId === given)
  if (found === undefined) throw new Error(`there is no volume "${given}": \`cay volume list\` shows them`)
  return found
}

const pathOf = (volumeId: string) => `/volumes/${encodeURIComponent(volumeId)}`
