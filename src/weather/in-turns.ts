// Series of hundreds of places would keep the thread for half a second: a few in each turn of the event loop.

import { nextTurn } from '../overload/next-turn.ts'

/** A series takes 0.3 to 1 ms. */
const PLACES_OF_A_TURN = 20
/** Of all that are made at a time. */
let left = PLACES_OF_A_TURN

export async function inTurns<Item, Output>(
  items: readonly Item[],
  make: (item: Item, index: number) => Output,
): Promise<Output[]> {
  const made: Output[] = []
  for (const [index, item] of items.entries()) {
    if (left <= 0) {
      await nextTurn()
      left = PLACES_OF_A_TURN
    }
    left--
    made.push(make(item, index))
  }
  return made
}
