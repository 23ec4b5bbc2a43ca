import { expect, test } from 'vitest'
import { onceEach, onceForText } from '../../../resolvers/pipeline/once-each.ts'

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
