/** A port of a node on a machine that exists only in memory: its steps may fail, or be the last of a node that is killed. */
import type { FaultPoint, SimulatedMachine } from './simulated-machine.ts'

/** One run of a node on a machine: what is killed reaches the machine no more. */
export interface NodeRun {
  readonly machine: SimulatedMachine
  readonly number: number
}

export class SimulatedPart {
  protected readonly machine: SimulatedMachine
  readonly #run: number

  constructor({ machine, number }: NodeRun) {
    this.machine = machine
    this.#run = number
  }

  /** For a part that undoes what it has done when it fails. */
  protected enter(point: FaultPoint): void {
    this.machine.pass({ point, time: 'before' }, this.#run)
  }

  protected step<T>(point: FaultPoint, effect: () => T): T {
    this.enter(point)
    const result = effect()
    this.machine.pass({ point, time: 'after' }, this.#run)
    return result
  }
}
