// The ways from one source to all targets under a choice of tables: by the first ones and, where they find none and the
// bicycle may be pushed, by the others (as src/routing/legs/search-leg.ts does for one pair).

import type { LegTables } from '../legs/leg-path.ts'
import type { Choice } from '../legs/leg-tables.ts'
import type { RowAnswer, RowSearch, WantedTargets } from './row-search.ts'

type RowsUnder = (tables: LegTables) => RowSearch | null

export class ChoiceRows {
  readonly #first: RowSearch
  readonly #pushing: LegTables | null
  readonly #rowsUnder: RowsUnder
  /** made when it is first needed; null: the hierarchy has no such costs */
  #pushed: RowSearch | null | undefined = undefined

  private constructor(first: RowSearch, pushing: LegTables | null, rowsUnder: RowsUnder) {
    this.#first = first
    this.#pushing = pushing
    this.#rowsUnder = rowsUnder
  }

  /** Null where there is no search under the first tables. */
  static of({ tables, pushing }: Choice, rowsUnder: RowsUnder): ChoiceRows | null {
    const first = rowsUnder(tables)
    return first === null ? null : new ChoiceRows(first, pushing, rowsUnder)
  }

  /** Under the first tables, as of RowSearch. */
  costs(source: number): Float64Array | null {
    return this.#first.costs(source)
  }

  /** As RowSearch; `wanted` is asked with the costs of the first tables. `isBarred` is of the first tables. */
  find(source: number, wanted: WantedTargets): RowAnswer[] {
    const answers = this.#first.find(source, wanted)
    const pushing = this.#pushing
    if (pushing === null || !answers.includes('no_path')) return answers
    if (this.#pushed === undefined) this.#pushed = this.#rowsUnder(pushing)
    const pushed = this.#pushed?.find(source, new Unreached(answers))
    for (let t = 0; t < answers.length; t++) {
      if (answers[t] !== 'no_path') continue
      const way = pushed?.[t] ?? null
      answers[t] = way === 'isBarred' ? null : way
    }
    return answers
  }
}

class Unreached implements WantedTargets {
  readonly #answers: readonly RowAnswer[]

  constructor(answers: readonly RowAnswer[]) {
    this.#answers = answers
  }

  wants(target: number): boolean {
    return this.#answers[target] === 'no_path'
  }
}
