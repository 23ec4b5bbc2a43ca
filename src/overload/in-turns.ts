// Something is made of each of a list that would keep the thread too long in one go: a few in each turn of the event
// loop.

import { nextTurn } from './next-turn.ts'

/** `mostInTurn`: over all lists that are made at a time. */
export function turnsOf(mostInTurn: number) {
  let left = mostInTurn
  return async function inTurns<Item, Output>(
    items: readonly Item[],
    make: (item: Item, index: number) => Output,
  ): Promise<Output[]> {
    const made: Output[] = []
    for (const [index, item] of items.entries()) {
      if (left <= 0) {
        await nextTurn()
        left = mostInTurn
      }
      left--
      made.push(make(item, index))
    }
    return made
  }
}
