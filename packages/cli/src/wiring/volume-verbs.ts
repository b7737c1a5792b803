import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { copyFiles } from '../app/files/copy-files.ts'
import {
  createVolume,
  listFiles,
  listVolumes,
  removeVolumes,
  showUsage,
  volumeOpener,
} from '../app/volume/volume-commands.ts'
import type { VolumeVerbs } from '../commands/volume-commands.ts'
import { connectAsTeam } from '../edge/control/control-client.ts'
import { localFiles } from '../edge/files/local-files.ts'
import { connectVolumeContent } from '../edge/volume/volume-content.ts'
import { access, team } from './client-access.ts'
import { print, printError, printed, view } from './console.ts'

export const volumeVerbs: VolumeVerbs = {
  listVolumes: async (format) => printed(await listVolumes(await team(), view(format))),
  createVolume: async (volume) => printed(await createVolume(await team(), volume)),
  removeVolumes: async (request) => removeVolumes(await team(), request, { print, printError }),
  showVolumeUsage: async (volumes, format) => printed(await showUsage(await team(), volumes, view(format))),
  listVolumeFiles: async (path, format) => printed(await listFiles(openVolume, path, view(format))),
  copyVolumeFiles: async (from, to) => {
    const output = (body: Readable) => pipeline(body, process.stdout, { end: false })
    const warn = (line: string) => printError(`Warning: ${line}`)
    await copyFiles(
      { noun: 'volume', open: openVolume, local: localFiles, input: process.stdin, output, warn },
      from,
      to,
    )
    return 0
  },
}

async function openVolume(volume: string) {
  const { url, apiKey } = await access()
  const open = volumeOpener(connectAsTeam({ url, apiKey }), (volumeId, token) =>
    connectVolumeContent({ url, volumeId, token }),
  )
  return await open(volume)
}
