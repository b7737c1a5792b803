import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { run } from '@cay/kit/host/run.ts'
import type { Systemd } from '../../ports/systemd.ts'

/** Enabling starts the services for the first time. */
const callMsMax = 120_000

export function openSystemd(root = ''): Systemd {
  return {
    // What sd_booted(3) looks for.
    isRunning: root === '' && existsSync('/run/systemd/system'),
    unitDirectory: `${root}/etc/systemd/system`,
    settingsDirectory: `${root}/etc/cay`,
    async writeFile(path, text, mode) {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(`${path}.new`, text, { mode })
      await chmod(`${path}.new`, mode)
      await rename(`${path}.new`, path)
    },
    hasFile: existsSync,
    removeFile: (path) => rm(path, { force: true }),
    async call(args) {
      await run(['systemctl', ...args], { timeoutMs: callMsMax })
    },
  }
}
