import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_TOURS, readTours, withTour, withTours, writeTours } from '../../../src/web/plan/tours.ts'

const tour = fc.record({
  name: fc.string({ minLength: 1, maxLength: 60 }).filter((name) => name.trim() === name),
  plan: fc.string({ maxLength: 60 }),
})

test('what is written is read back, and nothing else makes a reader throw or invent', () => {
  fc.assert(
    fc.property(fc.array(tour, { maxLength: 8 }), (tours) => {
      expect(readTours(writeTours(tours))).toEqual(tours)
    }),
  )
  for (const text of ['', '{}', '[]', 'null', '{"format":"waypost-tours"}', '<gpx/>'])
    expect(readTours(text)).toBeNull()
  expect(readTours('{"format":"waypost-tours","tours":[1,null,{"name":"a"},{"name":" ","plan":"w"}]}')).toEqual([])
})

test('saving under a name again replaces it; no name saves nothing', () => {
  const once = withTour([], { name: ' Hut ', plan: 'w=1,2' })
  expect(withTour(once, { name: 'Hut', plan: 'w=3,4' })).toEqual([{ name: 'Hut', plan: 'w=3,4' }])
  expect(withTour(once, { name: '  ', plan: 'w=3,4' })).toEqual(once)
})

test('a file taken in twice adds nothing the second time, and no tour of one name replaces another', () => {
  fc.assert(
    fc.property(fc.array(tour, { maxLength: 6 }), fc.array(tour, { maxLength: 6 }), (own, added) => {
      const mine = withTours([], own)
      const both = withTours(mine, added)
      expect(both.slice(0, mine.length)).toEqual(mine)
      expect(new Set(both.map(({ name }) => name)).size).toBe(both.length)
      const plans = new Set(both.map(({ plan }) => plan))
      expect([...own, ...added].filter(({ plan }) => !plans.has(plan))).toEqual([])
    }),
  )
  const many = Array.from({ length: MAX_TOURS + 5 }, (_, i) => ({ name: String(i), plan: '' }))
  expect(withTours([], many)).toHaveLength(MAX_TOURS)
})
