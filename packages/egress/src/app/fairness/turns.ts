/**
 * The time of the gateway's thread, shared between teams. The event loop hands out whatever is ready, in the order in which
 * it came: thousands of busy connections of one sandbox would all come before the one of another. So each team has a share of
 * each turn of the loop. When that is used up, its connections are not read until their turn comes, and its new connections wait:
 *
 *   read as it comes ──share used up──► held, in the queue ──turn──► read as it comes
 *
 * Nothing is held back while a team alone is busy, but its pieces come in portions, between which others are seen.
 */
import { FairQueue, type Party } from '@cay/core/fairness/fair-queue.ts'
import type { Pace, Piece, Reading } from '@cay/kit/host/forward-bytes.ts'
import { bounds } from '../../bounds.ts'

/** Takes its turn. Returns what of the team's share is spoken for by it, in ms, as far as it is not spent yet. */
type Step = () => number

/** Of one direction of a connection. */
export interface Pacer extends Pace {
  /** The connection has ended. */
  end(): void
}

interface PacedReading {
  readonly party: Party
  reading: Reading | undefined
  /** Held until its turn. */
  isWaiting: boolean
}

export class Turns {
  readonly #queue = new FairQueue<Step>()
  /** Of the share of this turn, by team. */
  readonly #spentMs = new Map<string, number>()
  /** What is read as it comes, by team. */
  readonly #reading = new Map<string, Set<PacedReading>>()
  /** Moving average of what a piece takes. */
  #pieceMs: number = bounds.pieceMsMin
  #isScheduled = false

  /** Runs the task when it is the party's turn: now, while its team has some of its share left. */
  run(party: Party, task: () => void): void {
    const step = () => {
      const beganAtMs = performance.now()
      task()
      this.charge(party, Math.min(performance.now() - beganAtMs, bounds.chargeMsMax))
      return 0
    }
    if (this.#hasShare(party.team)) step()
    else {
      this.#queue.push(party, step)
      this.#schedule()
    }
  }

  /** Resolves when it is the party's turn. */
  wait(party: Party): Promise<void> {
    return new Promise((resolve) => this.run(party, resolve))
  }

  /** The team has used so much of the thread. */
  charge({ team }: Party, ms: number): void {
    const spentMs = (this.#spentMs.get(team) ?? 0) + ms
    this.#spentMs.set(team, Math.min(spentMs, bounds.debtMsMax))
    this.#schedule()
    if (spentMs >= this.#shareMs) this.#holdAll(team)
  }

  /** Has a direction of a connection of the party read in turns. */
  pace(party: Party): Pacer {
    const paced: PacedReading = { party, reading: undefined, isWaiting: false }
    return {
      begin: (reading) => this.#begin(paced, reading),
      onPiece: (piece) => this.#onPiece(paced, piece),
      end: () => {
        paced.reading = undefined
        this.#forget(paced)
      },
    }
  }

  /** One that changes the way in which it is read keeps its place. */
  #begin(paced: PacedReading, reading: Reading): void {
    paced.reading = reading
    if (paced.isWaiting) reading.hold()
    else if (this.#hasShare(paced.party.team)) this.#remember(paced)
    else this.#hold(paced)
  }

  #onPiece(paced: PacedReading, { bytes, ms }: Piece): void {
    const costMs = Math.min(ms, bounds.chargeMsMax) + bounds.pieceMsMin + bytes / bounds.bytesReadPerMs
    this.#pieceMs += (costMs - this.#pieceMs) / averageOf
    this.charge(paced.party, costMs)
  }

  /** What is ready already, and was not handed out yet, waits too. */
  #holdAll(team: string): void {
    const all = this.#reading.get(team)
    if (all === undefined) return
    this.#reading.delete(team)
    for (const paced of all) this.#hold(paced)
  }

  #hold(paced: PacedReading): void {
    paced.isWaiting = true
    paced.reading?.hold()
    this.#enqueue(paced)
  }

  #enqueue(paced: PacedReading): void {
    this.#queue.push(paced.party, () => this.#release(paced))
    this.#schedule()
  }

  /** A piece is moved now; when none has come yet, it is read as it comes. */
  #release(paced: PacedReading): number {
    const beganAtMs = performance.now()
    const { bytes = 0, isPending = false } = paced.reading?.move?.(() => this.#enqueue(paced)) ?? {}
    if (bytes > 0) {
      if (!isPending) this.#enqueue(paced)
      this.charge(paced.party, Math.min(performance.now() - beganAtMs, bounds.chargeMsMax))
      return 0
    }
    paced.isWaiting = false
    if (paced.reading === undefined) return 0
    this.#remember(paced)
    paced.reading.goOn()
    return this.#pieceMs
  }

  #remember(paced: PacedReading): void {
    const { team } = paced.party
    const all = this.#reading.get(team) ?? new Set()
    all.add(paced)
    this.#reading.set(team, all)
  }

  #forget(paced: PacedReading): void {
    const all = this.#reading.get(paced.party.team)
    all?.delete(paced)
    if (all?.size === 0) this.#reading.delete(paced.party.team)
  }

  get #shareMs(): number {
    return Math.max(bounds.shareMsMin, bounds.turnMs / Math.max(1, this.#queue.teamCount))
  }

  #hasShare(team: string): boolean {
    return (this.#spentMs.get(team) ?? 0) < this.#shareMs
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => this.#turn())
  }

  #turn(): void {
    this.#isScheduled = false
    const shareMs = this.#shareMs
    this.#settle(shareMs)
    const spokenForMs = new Map<string, number>()
    let team = ''
    const isAllowed = (asked: string) => {
      team = asked
      return (this.#spentMs.get(asked) ?? 0) + (spokenForMs.get(asked) ?? 0) < shareMs
    }
    for (let step = this.#queue.take(isAllowed); step !== undefined; step = this.#queue.take(isAllowed)) {
      const taker = team
      spokenForMs.set(taker, (spokenForMs.get(taker) ?? 0) + step())
    }
    if (!this.#queue.isEmpty || this.#spentMs.size > 0) this.#schedule()
  }

  /** What was used beyond a share is taken off the next ones. */
  #settle(shareMs: number): void {
    for (const [team, spentMs] of this.#spentMs) {
      if (spentMs > shareMs) this.#spentMs.set(team, spentMs - shareMs)
      else this.#spentMs.delete(team)
    }
  }
}

const averageOf = 64
