import { mkdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { isErrno } from '@cay/kit/host/errno.ts'
import { writeAtomic } from '@cay/kit/host/write-atomic.ts'
import type { Environment } from '@cay/kit/settings.ts'
import { CommandError } from '../../dialect/output/command-error.ts'
import { noProfiles, parseProfiles, renderProfiles } from '../../dialect/profile/profiles-file.ts'
import type { ProfileStore } from '../../ports/profile-store.ts'

export function profileStore({
  XDG_CONFIG_HOME: configHome = '',
  HOME: home = homedir(),
}: Environment): ProfileStore {
  const path = join(isAbsolute(configHome) ? configHome : join(home, '.config'), 'cay', 'profiles.json')
  return {
    async read() {
      try {
        return parseProfiles(await readFile(path, 'utf8'))
      } catch (cause) {
        if (isErrno(cause, 'ENOENT')) return noProfiles
        throw new CommandError(`the profiles in ${path} cannot be read: ${String(cause)}`, {
          hint: 'correct the file, or remove it and run `cay profile add`',
        })
      }
    },
    async write(profiles) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeAtomic(path, renderProfiles(profiles))
    },
  }
}
