import { existsSync } from 'node:fs'
import { readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { ignoreMissing, isErrno } from '@cay/kit/host/errno.ts'
import { findOtherInstallations } from '@cay/kit/host/installation-number.ts'
import { mountPoints } from '@cay/kit/host/mountinfo.ts'
import { dataMarkers } from '../../dialect/host/uninstall-plan.ts'
import type { Systemd } from '../../ports/systemd.ts'
import type { UninstallHost } from '../../ports/uninstall-host.ts'
import { defaultPath as configFile } from '../config/config-file.ts'
import { backportsFile } from './apt.ts'

/** Files of the machine are looked for below `root`. */
export function openUninstallHost(systemd: Systemd, root = ''): UninstallHost {
  return {
    async gatherFacts({ isPurged, dataDir, clone, unitName }) {
      const config = `${root}${configFile}`
      return {
        ...{ isPurged, dataDir, clone },
        entries: await orMissing(readdir(dataDir)),
        hasMarker: dataMarkers.some((name) => existsSync(`${dataDir}/${name}`)),
        homes: await readHomes(),
        unit: await find(`${systemd.unitDirectory}/${unitName}.service`),
        unitSettings: await find(`${systemd.settingsDirectory}/${unitName}.env`),
        backports: await find(`${root}${backportsFile}`),
        configFile: existsSync(config) ? config : undefined,
        otherInstallations: await findOtherInstallations(dataDir, root),
      }
    },
    removeFile: (path) => rm(path, { force: true }),
    async findMounts(directory) {
      const points = mountPoints(await readFile('/proc/self/mountinfo', 'utf8'))
      return points.filter((point) => point.startsWith(`${directory}/`))
    },
    removeTree: (path) => rm(path, { recursive: true, force: true }),
    async removeEmptyDirectory(path) {
      try {
        await rmdir(path)
        return true
      } catch (error) {
        if (isErrno(error, 'ENOENT')) return true
        if (isErrno(error, 'ENOTEMPTY', 'EBUSY')) return false
        throw error
      }
    },
  }
}

async function find(path: string) {
  return { path, text: await orMissing(readFile(path, 'utf8')) }
}

async function orMissing<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read
  } catch (error) {
    ignoreMissing(error)
    return undefined
  }
}

/** Of all accounts that the machine keeps in its own file. */
async function readHomes(): Promise<string[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n')
  return lines.map((line) => line.split(':')[5] ?? '').filter((home) => home !== '')
}
