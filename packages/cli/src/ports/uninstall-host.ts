/** What uninstalling needs of the machine. */
import type { UninstallFacts } from '../dialect/host/uninstall-plan.ts'

export interface UninstallHost {
  gatherFacts(
    request: Pick<UninstallFacts, 'isPurged' | 'dataDir' | 'clone'> & { readonly unitName: string },
  ): Promise<UninstallFacts>
  removeFile(path: string): Promise<void>
  /** Mount points below this directory: what is mounted there may be nobody's to delete. */
  findMounts(directory: string): Promise<readonly string[]>
  /** With all below it; links are not followed. */
  removeTree(path: string): Promise<void>
  /** False when something is left in it, or when it is a mount point. */
  removeEmptyDirectory(path: string): Promise<boolean>
}

/** What was typed at the terminal; undefined where there is none. */
export type AskPerson = (question: string) => Promise<string | undefined>
