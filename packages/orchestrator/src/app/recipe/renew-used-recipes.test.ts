import { expect, test } from 'vitest'
import { SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../../sim/simulated-node.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'
import { renewUsedRecipes } from './renew-used-recipes.ts'

test('a bundled template is checked when a sandbox of it is created, a user template is not', async () => {
  const machine = new SimulatedMachine()
  const made = {
    ...{ teamId: 'ours', rootfsKey: 'key', startCommand: '', readyCommand: '', controlToken: 'token' },
    context: { user: 'user', workdir: undefined, variables: {} },
  }
  const ordered = { ...simulatedBuild, buildId: '22222222-2222-4222-8222-222222222222', alias: '', made }
  machine.builds.push(simulatedBuild, ordered)
  const node = simulateNode(machine)
  const renewed: string[] = []
  const watching = renewUsedRecipes(node, { renew: async (alias) => void renewed.push(alias) })
  const create = (sandboxId: string, { templateId, buildId }: { templateId: string; buildId: string }) =>
    createSandbox(node, {
      ...{ sandboxId, templateId, buildId, timeoutSeconds: 60, envVars: {} },
      egress: { allowOut: [], denyOut: [] },
    })
  await create('i00000000000000000001', ordered)
  await create('i00000000000000000002', simulatedBuild)
  await create('i00000000000000000003', simulatedBuild)
  node.registry.closeWatchers()
  await watching
  expect(renewed).toEqual(['base'])
})
