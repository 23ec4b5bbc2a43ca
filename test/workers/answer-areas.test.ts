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

const KB = 1024

test('answers of any length up to 20 MB are left beside each other, and none in the place of another', () => {
  const areas = createAnswerAreas()
  const answers = [1, 128 * KB, 128 * KB + 1, 300 * KB, 5, 1024 * KB, 20 * 1024 * KB].map((length, i) =>
    Buffer.alloc(length, i + 1),
  )
  const left = answers.map((answer) => leaveAnswer(areas, answer))
  expect(new Set(left).size).toBe(answers.length)
  answers.forEach((answer, i) => expect(viewAnswer(areas, left[i], answer.length).equals(answer)).toBe(true))
})

test('an answer longer than the longest area is not left, nor one for which all long enough are taken', () => {
  const areas = createAnswerAreas()
  expect(leaveAnswer(areas, Buffer.alloc(20 * 1024 * KB + 1))).toBe(-1)
  const long = Buffer.alloc(200 * KB, 7)
  const taken: number[] = []
  for (let area = leaveAnswer(areas, long); area >= 0; area = leaveAnswer(areas, long)) taken.push(area)
  expect(taken.length).toBeGreaterThan(1)
  expect(leaveAnswer(areas, Buffer.from('short'))).toBe(0)
  freeArea(areas, taken[0])
  expect(leaveAnswer(areas, long)).toBe(taken[0])
})
