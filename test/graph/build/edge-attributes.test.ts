import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EdgeAttributes } from '../../../src/graph/build/edge-attributes.ts'
import { ACCESS, FLAG_BARRIER, SURFACE_SOURCES, WAY_KINDS } from '../../../src/osm/edge-facts.ts'
import type { WayFacts } from '../../../src/osm/way-facts.ts'
import { StringTable } from '../../../src/storage/string-table.ts'
import { SURFACE_KINDS } from '../../../src/travel/surfaces.ts'

const access = fc.constantFrom('open', 'closed', 'conditional', 'dismount') as fc.Arbitrary<(typeof ACCESS)[number]>
const level = fc.nat(5)
const facts = fc.record({
  highway: fc.constantFrom('path', 'track'),
  kind: fc.constantFrom(...WAY_KINDS),
  surface: fc.record({
    kind: fc.constantFrom(...SURFACE_KINDS),
    source: fc.constantFrom(...SURFACE_SOURCES),
    tag: fc.constantFrom('asphalt', 'rock', null),
  }),
  foot: fc.tuple(access, access),
  bike: fc.tuple(access, access),
  ...{ sac: fc.nat(7), mtb: fc.nat(7), visibility: fc.nat(6), flags: fc.nat(7), lit: fc.nat(2), smoothness: fc.nat(8) },
})

test('each class has the facts of its way in each direction, its signs, or those of the barrier on it', () => {
  const way = fc.record({ facts, foot: level, bike: level, barrier: fc.option(fc.tuple(access, access)) })
  fc.assert(
    fc.property(fc.array(way, { minLength: 1, maxLength: 20 }), (ways) => {
      const strings = new StringTable()
      const attributes = new EdgeAttributes(strings)
      const classes = ways.map(({ facts: own, foot, bike, barrier }) => {
        const base = attributes.addBase(own as unknown as WayFacts)
        expect(attributes.flagsOf(base)).toBe(own.flags)
        return barrier === null
          ? attributes.addClass(base, foot, bike)
          : attributes.addBarrierClass(base, { foot: barrier[0], bike: barrier[1] }, foot, bike)
      })
      const columns = attributes.toColumns()
      ways.forEach(({ facts: own, foot, bike, barrier }, i) => {
        const k = classes[i]
        const [footBoth, bikeBoth] = barrier === null ? [own.foot, own.bike] : barrier.map((one) => [one, one])
        const isOpen = (...names: (keyof typeof columns)[]) => names.map((name) => ACCESS[columns[name]![k]])
        expect(isOpen('classFootForward', 'classFootBackward')).toEqual(footBoth)
        expect(isOpen('classBikeForward', 'classBikeBackward')).toEqual(bikeBoth)
        expect([columns.classSignedFoot[k], columns.classSignedBike[k]]).toEqual([foot, bike])
        expect(WAY_KINDS[columns.classWayKind[k]]).toBe(own.kind)
        expect(SURFACE_KINDS[columns.classSurface[k]]).toBe(own.surface.kind)
        const { sac, mtb, visibility, flags } = own
        expect([columns.classSac[k], columns.classMtb[k], columns.classVisibility[k], columns.classFlags[k]]).toEqual(
          barrier === null ? [sac, mtb, visibility, flags] : [0, 0, 0, FLAG_BARRIER],
        )
      })
    }),
    { numRuns: 60 },
  )
})
