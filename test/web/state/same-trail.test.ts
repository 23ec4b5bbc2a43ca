import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupByRef, groupSameTrails, refBeside } from '../../../src/web/state/same-trail.ts'

const trail = (ref: string | null, lengthM: number) => ({ ref, lengthM })

test('one reference and one length are one trail, however the sign is written; a stage of it is another', () => {
  const [whole, again, stage, other] = [
    trail('GR 11', 48_200),
    trail('GR11', 48_000),
    trail('GR11', 19_900),
    trail('GRP', 48_100),
  ]
  expect(groupSameTrails([whole, stage, again, other])).toEqual([[whole, again], [stage], [other]])
})

test('what a route follows is one trail by its reference alone: its stages, too', () => {
  const [whole, stage, other, none] = [trail('GR 11', 48_200), trail('gr11', 4000), trail('GRP', 2500), trail(null, 1)]
  expect(groupByRef([whole, other, stage, none, none])).toEqual([[whole, stage], [other], [none], [none]])
})

test('a reference stands beside a name that does not say it', () => {
  expect(refBeside({ name: 'Senda Pirenaica', ref: 'GR 11' })).toBe('GR 11')
  expect(refBeside({ name: 'GR 11 Senda', ref: 'GR11' })).toBeNull()
  expect([refBeside({ name: null, ref: 'GR11' }), refBeside({ name: 'Senda', ref: null })]).toEqual([null, null])
})

test('what has no reference is never taken for another', () => {
  const trails = [trail(null, 1000), trail(null, 1000), trail('-', 1000), trail('-', 1000)]
  expect(groupSameTrails(trails)).toHaveLength(4)
})

test('law: every trail is in one group, in its order', () => {
  const trails = fc.array(
    fc.record({ ref: fc.constantFrom(null, 'GR 7', 'gr7', 'R1'), lengthM: fc.integer({ min: 1, max: 200 }) }),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(trails, (all) => {
      const groups = groupSameTrails(all)
      expect(new Set(groups.flat())).toEqual(new Set(all))
      expect(groups.flat()).toHaveLength(all.length)
      const firsts = groups.map(([first]) => all.indexOf(first))
      expect(firsts).toEqual([...firsts].sort((a, b) => a - b))
    }),
  )
})
