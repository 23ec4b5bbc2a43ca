// The executor completes all it can in one go, which of a large answer would keep the main thread for seconds. So the
// values that it makes in one turn of the event loop are counted, and what comes beyond them waits for a later turn.

import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql'
import { nextTurn } from '../../src/overload/next-turn.ts'
import { literalsOf, VALUES_OF_A_LITERAL } from './field-literals.ts'

/** Values of a turn: 20 to 40 ms. Links that wait for another turn are loaded in another batch: hence not fewer. */
const VALUES_OF_A_TURN = 20_000

interface Waiting {
  values: number
  begin: () => void
}

export class ExecutionTurns {
  #left = VALUES_OF_A_TURN
  /** since the last turn began */
  #fresh: Waiting[] = []
  /** from before, the next one last */
  readonly #older: Waiting[] = []

  /** Counts what was made beside the values that `run` counts. */
  spend(values: number): void {
    this.#left -= values
  }

  /** Works now, or in a later turn; `values`: what the executor makes of it at once. */
  run<Value>(values: number, work: () => Value): Value | Promise<Value> {
    if (this.#left > 0) {
      this.#left -= values
      return work()
    }
    if (this.#fresh.length === 0 && this.#older.length === 0) void nextTurn().then(() => this.#begin())
    return new Promise<void>((begin) => this.#fresh.push({ values, begin })).then(work)
  }

  /** What was put off last comes first: it lies deeper, and an answer that is cut keeps what is complete. */
  #begin(): void {
    this.#left = VALUES_OF_A_TURN
    for (const one of this.#fresh.reverse()) this.#older.push(one)
    this.#fresh = []
    while (this.#left > 0) {
      const next = this.#older.pop()
      if (next === undefined) return
      this.#left -= next.values
      next.begin()
    }
    void nextTurn().then(() => this.#begin())
  }
}

const widths = new WeakMap<FieldNode, number>()

/** What an object of this field takes at once: its fields, and reading their arguments. */
export function selectedWidth({ fieldNodes, fragments }: GraphQLResolveInfo): number {
  let sum = 0
  for (const node of fieldNodes) {
    let width = widths.get(node)
    if (width === undefined) widths.set(node, (width = widthOf(node.selectionSet, fragments, new Set())))
    sum += width
  }
  return sum
}

function widthOf(set: SelectionSetNode | undefined, fragments: GraphQLResolveInfo['fragments'], spread: Set<string>) {
  let width = 1
  for (const selection of set?.selections ?? [])
    if (selection.kind === Kind.FIELD) width += 1 + literalsOf(selection) * VALUES_OF_A_LITERAL
    else if (selection.kind === Kind.INLINE_FRAGMENT) width += widthOf(selection.selectionSet, fragments, spread)
    else if (!spread.has(selection.name.value)) {
      spread.add(selection.name.value)
      width += widthOf(fragments[selection.name.value]?.selectionSet, fragments, spread)
    }
  return width
}
