import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { ShortDocuments } from '../../../schema/http/document-cache.ts'

test('two hundred documents are kept, those used last', () => {
  const kept = new ShortDocuments()
  const text = (n: number) => `{ a${n}: __typename }`
  const add = (n: number) => kept.set(text(n), parse(text(n)))
  for (let n = 0; n < 200; n++) add(n)
  expect(kept.get(text(0))).toBeDefined()
  for (let n = 200; n < 300; n++) add(n)
  const found = Array.from({ length: 300 }, (_, n) => n).filter((n) => kept.get(text(n)) !== undefined)
  expect(found).toEqual([0, ...Array.from({ length: 199 }, (_, i) => 101 + i)])
})

test('none longer than 10,000 characters is', () => {
  const kept = new ShortDocuments()
  const padded = (length: number) => '{ __typename }'.padEnd(length)
  for (const length of [10_000, 10_001]) kept.set(padded(length), parse(padded(length)))
  expect(kept.get(padded(10_000))).toBeDefined()
  expect(kept.get(padded(10_001))).toBeUndefined()
})
