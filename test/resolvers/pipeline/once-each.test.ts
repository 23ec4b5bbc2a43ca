import { z } from 'zod'
import { expect, test } from 'vitest'
import { onceEach, onceForText } from '../../../resolvers/pipeline/once-each.ts'
import { checkedOnce } from '../../../schema/builder.ts'

test('what is made of an object is made once, and what it throws is thrown again', () => {
  const made: object[] = []
  const make = onceEach((key: { bad?: boolean }) => {
    made.push(key)
    if (key.bad === true) throw new Error('bad')
    return { of: key }
  })
  const [good, bad] = [{}, { bad: true }]
  expect(make(good)).toBe(make(good))
  expect(() => make(bad)).toThrow('bad')
  expect(() => make(bad)).toThrow('bad')
  expect(make({})).not.toBe(make(good))
  expect(made).toHaveLength(3)
})

test('a long text is read once in a row', () => {
  let read = 0
  const make = onceForText((text) => {
    read++
    if (text === 'bad') throw new Error('bad')
    return { text }
  })
  const first = make('a')
  expect(make('a')).toBe(first)
  expect(make('b')).toEqual({ text: 'b' })
  expect(() => make('bad')).toThrow('bad')
  expect(() => make('bad')).toThrow('bad')
  expect(read).toBe(3)
})

test('a variable is checked once by a schema, a bad one too; equal values that are others are checked again', () => {
  let checks = 0
  const schema = checkedOnce(
    z.object({ n: z.number() }).refine(({ n }) => {
      checks++
      return n > 0
    }),
  )
  const validate = (value: unknown) => schema['~standard'].validate(value) as { issues?: readonly unknown[] }
  const good = { n: 1 }
  expect(validate(good).issues).toBeUndefined()
  expect(validate(good)).toBe(validate(good))
  expect(checks).toBe(1)
  const bad = { n: 0 }
  expect(validate(bad).issues).toHaveLength(1)
  expect(validate(bad).issues).toHaveLength(1)
  expect(checks).toBe(2)
  validate({ n: 1 })
  expect(checks).toBe(3)
  expect(validate('text').issues).toHaveLength(1)
})
