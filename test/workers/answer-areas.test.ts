import { expect, test } from 'vitest'
import { createAnswerAreas, freeArea, leaveAnswer, viewAnswer } from '../../src/workers/answer-areas.ts'

test('an answer reads back from its area as it was left', () => {
  const areas = createAnswerAreas()
  const answer = Buffer.from('{"name":"Pic de Coma Pedrosa, Röti"}')
  const area = leaveAnswer(areas, answer)
  expect(viewAnswer(areas, area, answer.length).equals(answer)).toBe(true)
})

test('an area is given to no second answer until it is freed, then again', () => {
  const areas = createAnswerAreas()
  const taken: number[] = []
  for (
    let area = leaveAnswer(areas, Buffer.from(`${taken.length}`));
    area >= 0;
    area = leaveAnswer(areas, Buffer.from(`${taken.length}`))
  )
    taken.push(area)
  expect(taken.length).toBeGreaterThan(1)
  expect(new Set(taken).size).toBe(taken.length)
  taken.forEach((area, i) => expect(viewAnswer(areas, area, `${i}`.length).toString()).toBe(`${i}`))
  freeArea(areas, taken[1])
  expect(leaveAnswer(areas, Buffer.from('x'))).toBe(taken[1])
  expect(leaveAnswer(areas, Buffer.from('y'))).toBe(-1)
})

test('an answer longer than an area is not left', () => {
  const areas = createAnswerAreas()
  const room = areas.bytes.length / areas.taken.length
  expect(leaveAnswer(areas, Buffer.alloc(room + 1))).toBe(-1)
  expect(leaveAnswer(areas, Buffer.alloc(room, 7))).toBe(0)
})
