import { expect, test } from 'vitest'
import { nextTurn } from '../../resolvers/next-turn.ts'

test('of work that asks for a turn at the same time one piece runs in each turn of the event loop', async () => {
  let turn = 0
  let isOver = false
  const count = (): void => {
    turn++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const turns = await Promise.all(Array.from({ length: 20 }, () => nextTurn().then(() => turn)))
  isOver = true
  expect(new Set(turns).size).toBe(20)
})
