import { describeOrchestrator } from '../../../../test/suites/orchestrator-client.ts'
import { FakeClock } from './fake-clock.ts'
import { SimulatedOrchestrator } from './simulated-orchestrator.ts'

describeOrchestrator('simulated', async () => {
  const clock = new FakeClock()
  return {
    orchestrator: new SimulatedOrchestrator(clock),
    pass: (ms) => clock.advance(ms),
    stop: async () => undefined,
  }
})
