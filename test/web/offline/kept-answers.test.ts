// A kept answer is given for the question that it answered, in whatever language its names came, and for no other.

import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { playPage } from '../../support/explorer-page.ts'

const page = playPage()
const { findAnswer, forgetAnswers, keepAnswer } = await import('../../../src/web/offline/kept-answers.ts')
afterAll(() => page.close())

const QUERY = 'query LineProfile { line { lengthM } }'
const variables = fc.record(
  {
    input: fc.record({ waypoints: fc.array(fc.nat(3), { maxLength: 2 }), mode: fc.constantFrom('HIKE', 'BIKE') }),
    line: fc.record({ polyline6: fc.constantFrom('a', 'b') }),
    points: fc.nat(2),
    at: fc.tuple(fc.nat(2), fc.nat(2)),
    language: fc.constantFrom('en', 'de'),
  },
  { requiredKeys: [] },
)
const questionOf = ({ language: _, ...rest }: { language?: string }) => JSON.stringify(rest)

test('each answer is found by its own question', async () => {
  let different = 0
  await fc.assert(
    fc.asyncProperty(variables, variables, async (one, other) => {
      await forgetAnswers()
      keepAnswer('LineProfile', QUERY, one, { of: questionOf(one) })
      await expect.poll(async () => (await findAnswer(QUERY, one))?.data).toEqual({ of: questionOf(one) })
      const isSame = questionOf(one) === questionOf(other)
      expect((await findAnswer(QUERY, other)) !== null).toBe(isSame)
      expect(await findAnswer(`${QUERY} `, one)).toBeNull()
      if (!isSame) different++
    }),
  )
  expect(different).toBeGreaterThan(50)
})
