/** Makes the directories writable that users of a sandbox may write without root, whatever the steps of the build did. */
import { type Directory, directoriesOf, ensureDirectory } from '../../dialect/tree/tree.ts'
import { provisionLayer } from './file-access.ts'

const places = [['usr', 'local'], ['code']]

export function openToUsers(root: Directory): void {
  for (const names of places) {
    for (const directory of directoriesOf(ensureDirectory(root, names, provisionLayer))) {
      directory.attributes = { ...directory.attributes, mode: 0o777 }
      for (const entry of directory.entries.values())
        if (entry.kind === 'file') entry.attributes = { ...entry.attributes, mode: 0o777 }
    }
  }
}
