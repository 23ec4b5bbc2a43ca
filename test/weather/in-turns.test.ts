// Series of many places are made a few in each turn of the event loop, in their order.

import { expect, test } from 'vitest'
import { inTurns } from '../../src/weather/in-turns.ts'

test('in their order, at most twenty in a turn', async () => {
  let inTurn = 0
  let most = 0
  let isDone = false
  const look = (): void => {
    most = Math.max(most, inTurn)
    inTurn = 0
    if (!isDone) setImmediate(look)
  }
  setImmediate(look)
  const made = await inTurns([...Array(505).keys()], (item, index) => {
    inTurn++
    return [item, index]
  })
  isDone = true
  look()
  expect(made).toEqual(Array.from({ length: 505 }, (_, i) => [i, i]))
  expect(most).toBeLessThanOrEqual(20)
})
