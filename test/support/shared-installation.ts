/** Vitest global set-up of the projects that need a machine: one running installation for all their files. */
import type { TestProject } from 'vitest/node'
import { type Endpoints, Installation } from './installation.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    readonly installation: Endpoints
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const installation = await Installation.prepare()
  try {
    await installation.up()
    project.provide('installation', await installation.endpoints())
  } catch (error) {
    await installation.down()
    throw error
  }
  return async () => {
    await installation.down()
  }
}
