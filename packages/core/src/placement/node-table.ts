/**
 * What a control process knows of the nodes: their last reports, and what it has placed on them since. It finds the nodes
 * that hold a build without looking at all of them.
 */
import { idleSandboxMemoryMb } from './admission.ts'
import type { NodeView, NodeViews } from './choose-node.ts'

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** A list can be drawn from; the indexes tell where in it a node is, so that one goes without a search. */
interface Holders {
  readonly list: NodeView[]
  readonly indexes: Map<NodeView, number>
}

export class NodeTable implements NodeViews {
  readonly #all: Mutable<NodeView>[] = []
  readonly #indexes = new Map<string, number>()
  readonly #holders = new Map<string, Holders>()

  get all(): readonly NodeView[] {
    return this.#all
  }

  cpuClasses(): ReadonlySet<string> {
    return new Set(this.#all.map(({ cpuClass }) => cpuClass))
  }

  find(nodeId: string): NodeView | undefined {
    return this.#find(nodeId)
  }

  holdersOf(buildId: string): readonly NodeView[] {
    return this.#holders.get(buildId)?.list ?? []
  }

  /** Builds whose files are on some node: so many of them at most. */
  heldBuilds(countMax: number): string[] {
    return [...this.#holders.keys()].slice(0, countMax)
  }

  /** Replaces what is known of the node, also what was placed on it since its last report. */
  set(view: NodeView): void {
    const before = this.#find(view.nodeId)
    if (before === undefined) {
      this.#indexes.set(view.nodeId, this.#all.length)
      const added = { ...view }
      this.#all.push(added)
      for (const buildId of added.cachedBuilds) this.#hold(buildId, added)
      return
    }
    // Of most reports they are the same set.
    if (view.cachedBuilds !== before.cachedBuilds) this.#moveHolder(before, view)
    Object.assign(before, view)
  }

  #moveHolder(before: NodeView, view: NodeView): void {
    for (const buildId of before.cachedBuilds)
      if (!view.cachedBuilds.has(buildId)) this.#drop(buildId, before)
    for (const buildId of view.cachedBuilds)
      if (!before.cachedBuilds.has(buildId)) this.#hold(buildId, before)
  }

  remove(nodeId: string): void {
    const index = this.#indexes.get(nodeId)
    const view = this.#find(nodeId)
    const last = this.#all.at(-1)
    if (index === undefined || view === undefined || last === undefined) return
    for (const buildId of view.cachedBuilds) this.#drop(buildId, view)
    this.#all[index] = last
    this.#indexes.set(last.nodeId, index)
    this.#all.pop()
    this.#indexes.delete(nodeId)
  }

  setOpen(nodeId: string, isOpen: boolean): void {
    const view = this.#find(nodeId)
    if (view !== undefined) view.isOpen = isOpen
  }

  setLabels(nodeId: string, labels: ReadonlySet<string>): void {
    const view = this.#find(nodeId)
    if (view !== undefined) view.labels = labels
  }

  /** Counts what was placed on the node until its next report does. */
  notePlaced(nodeId: string, { cpuCount }: { readonly cpuCount: number }): void {
    const view = this.#find(nodeId)
    if (view === undefined) return
    view.placesUsed += 1
    view.cpusAllocated += cpuCount
    view.memoryFreeMb -= idleSandboxMemoryMb
  }

  #find(nodeId: string): Mutable<NodeView> | undefined {
    const index = this.#indexes.get(nodeId)
    return index === undefined ? undefined : this.#all[index]
  }

  #hold(buildId: string, view: NodeView): void {
    const { list, indexes } = this.#holders.get(buildId) ?? this.#addHolders(buildId)
    indexes.set(view, list.length)
    list.push(view)
  }

  #addHolders(buildId: string): Holders {
    const holders = { list: [], indexes: new Map() }
    this.#holders.set(buildId, holders)
    return holders
  }

  #drop(buildId: string, view: NodeView): void {
    const { list, indexes } = this.#holders.get(buildId) ?? {}
    const index = indexes?.get(view)
    const last = list?.at(-1)
    if (list === undefined || indexes === undefined || index === undefined || last === undefined) return
    list[index] = last
    indexes.set(last, index)
    list.pop()
    indexes.delete(view)
    if (list.length === 0) this.#holders.delete(buildId)
  }
}
