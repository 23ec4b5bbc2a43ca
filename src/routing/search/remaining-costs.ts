// HOT: npm run bench -- planner
// It is called for each settled label of a search under turn restrictions.
//
// What earlier searches back to one source found: from each label on their cheapest paths, the cost of the rest and the
// label after it. The rest from a label does not depend on where a search began, so the next one ends where it meets a
// known label: the cheapest paths from one source to many targets are nearly a tree.

import type { CostTable } from '../costs/arc-cost.ts'
import type { Seeds } from './search-types.ts'

export class RemainingCosts {
  #table: WeakRef<CostTable> | null = null
  #source: { nodes: number[]; costs: number[]; arcs: number[] } | null = null
  /** by label: its row below */
  readonly #rows = new Map<number, number>()
  /** cost from the label to the source, its seed included */
  readonly rest: number[] = []
  /** the label after it, or -1 - seed of the source */
  readonly next: number[] = []

  /** What is known of another source, or under other costs, is forgotten. */
  begin(table: CostTable, { nodes, costs, arcs }: Seeds): this {
    const isSame = (a: readonly number[], b: ArrayLike<number>) =>
      a.length === b.length && a.every((value, i) => value === b[i])
    const source = this.#source
    if (
      source !== null &&
      this.#table?.deref() === table &&
      isSame(source.nodes, nodes) &&
      isSame(source.costs, costs) &&
      isSame(source.arcs, arcs)
    )
      return this
    this.#table = new WeakRef(table)
    this.#source = { nodes: Array.from(nodes), costs: Array.from(costs), arcs: Array.from(arcs) }
    this.#rows.clear()
    this.rest.length = this.next.length = 0
    return this
  }

  /** Row of a label, -1 if unknown. */
  rowOf(label: number): number {
    return this.#rows.get(label) ?? -1
  }

  keep(label: number, rest: number, next: number): void {
    if (this.#rows.has(label)) return
    this.#rows.set(label, this.rest.length)
    this.rest.push(rest)
    this.next.push(next)
  }
}
