/**
 * Reads the rules of /etc/sudoers and /etc/sudoers.d on every call, because the files are small and calls are rare.
 */

import { readdirSync } from 'node:fs'
import type { SudoRules } from '../../ports/sudo.ts'
import { textOfFile } from '../filesystem/regular-file.ts'

const filesMax = 100

export function createSudoRules(etcDirectory = '/etc'): SudoRules {
  return {
    text: () => {
      const directory = `${etcDirectory}/sudoers.d`
      // As in sudo, names with a dot or a trailing tilde are ignored as backups.
      const names = list(directory).filter((name) => !name.includes('.') && !name.endsWith('~'))
      const paths = [
        `${etcDirectory}/sudoers`,
        ...names.slice(0, filesMax).map((name) => `${directory}/${name}`),
      ]
      return paths.map((path) => textOfFile(path) ?? '').join('\n')
    },
  }
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory).sort()
  } catch {
    // An image without sudo has no such directory.
    return []
  }
}
