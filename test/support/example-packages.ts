/** What the examples of agents import. Nothing of it is a dependency of Cay. */
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type KeptPackages, keepNodePackages, keepPythonPackages } from './kept-packages.ts'

export const examples = fileURLToPath(new URL('../../examples/agents', import.meta.url))

/** Copies it to the packages, because Node looks for them beside it. */
export function copyExample(directory: string, name: string): string {
  const copy = join(directory, name)
  cpSync(join(examples, name), copy)
  return copy
}

export function installNodePackages(): Promise<KeptPackages> {
  return keepNodePackages('examples-node', readFileSync(join(examples, 'package.json'), 'utf8'))
}

export function installPythonPackages(): Promise<KeptPackages> {
  return keepPythonPackages('examples-python', readFileSync(join(examples, 'requirements.txt'), 'utf8'))
}
