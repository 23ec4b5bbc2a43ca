// What is made of long lists is made a few in each turn of the event loop, in their order.

import { expect, test } from 'vitest'
import { turnsOf } from '../../src/overload/in-turns.ts'

test.each([1, 40])('in their order, at most twenty in a turn, for %i at once', async (lists) => {
  let inTurn = 0
  let most = 0
  let isDone = false
  const inTurns = turnsOf(20)
  const look = (): void => {
    most = Math.max(most, inTurn)
    inTurn = 0
    if (!isDone) setImmediate(look)
  }
  setImmediate(look)
  const all = await Promise.all(
    Array.from({ length: lists }, () =>
      inTurns([...Array(65).keys()], (item, index) => {
        inTurn++
        return [item, index]
      }),
    ),
  )
  isDone = true
  look()
  for (const made of all) expect(made).toEqual(Array.from({ length: 65 }, (_, i) => [i, i]))
  expect(most).toBeLessThanOrEqual(20)
})
