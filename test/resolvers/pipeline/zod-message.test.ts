import { expect, test } from 'vitest'
import { isRule, readZodMessage, zodMessage } from '../../../resolvers/pipeline/zod-message.ts'
import { say } from '../../../src/language/sentence.ts'

test('a sentence comes back out of the text that zod carries', () => {
  const expected = say('expected.number', { min: -1, max: 1 })
  expect(readZodMessage(zodMessage(expected))).toEqual({ ...expected })
})

test("zod's own words are not shown", () => {
  expect(readZodMessage('Invalid input: expected string')).toEqual(say('expected.value'))
})

test('rules are whole sentences, expectations stand after "expected"', () => {
  expect([isRule(say('rule.no_tcx')), isRule(say('expected.tcx'))]).toEqual([true, false])
})
