import { accessSync, constants } from 'node:fs'
import { run } from '@cay/kit/host/run.ts'
import { type HostPrograms, parseRunscRelease } from '../../dialect/host/host-packages.ts'

export function findProgram(name: string, path: string): string | undefined {
  return path
    .split(':')
    .map((directory) => `${directory}/${name}`)
    .find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    // Not there, or not to be run: it does not count either way.
    return false
  }
}

export async function inspectPrograms(path: string): Promise<HostPrograms> {
  const has = (program: string) => findProgram(program, path) !== undefined
  return { has, runscRelease: has('runsc') ? await runscRelease(path) : undefined }
}

async function runscRelease(path: string): Promise<number | undefined> {
  try {
    return parseRunscRelease((await run(['runsc', '--version'], { env: { PATH: path } })).stdout)
  } catch {
    // A runsc that cannot tell its version is treated like one that is too old.
    return undefined
  }
}
