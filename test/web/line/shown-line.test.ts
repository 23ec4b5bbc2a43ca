import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceM } from '../../../src/geo/lon-lat.ts'
import {
  boxAround,
  boxOf,
  cutLine,
  indexAt,
  nearestOnLine,
  pointAt,
  samplePlaces,
  toShownLine,
} from '../../../src/web/line/shown-line.ts'
import { kindLengths, kindPieces, lineFeatures } from '../../../src/web/map/line-features.ts'
import { between, longitude, wrapped } from '../../support/arbitraries.ts'

const two = toShownLine(
  [
    [
      [0, 0, 10],
      [0.01, 0, 20],
      [0.02, 0, null],
    ],
    [
      [0.05, 0, 5],
      [0.06, 0, 15],
    ],
  ],
  null,
)

describe('a line to show', () => {
  test('counts metres within parts and never across a gap', () => {
    expect(two.lengthM).toBeCloseTo(3 * distanceM(0, 0, 0.01, 0), 6)
    expect(two.alongM[3]).toBe(two.alongM[2])
  })

  test('is stretched to the length that the service tells', () => {
    const line = toShownLine(
      [
        [
          [0, 0],
          [0.01, 0],
          [0.03, 0],
        ],
      ],
      3300,
    )
    expect([...line.alongM].map(Math.round)).toEqual([0, 1100, 3300])
  })

  test('has no height between a known and an unknown one', () => {
    expect(pointAt(two, two.alongM[1] / 2)[2]).toBeCloseTo(15, 6)
    expect(pointAt(two, two.alongM[1] * 1.5)[2]).toBeNull()
  })

  test('cut over a gap gives one line for each part', () => {
    const lines = cutLine(two, two.alongM[1] * 1.5, two.alongM[2] + two.alongM[1] / 2)
    expect(lines).toHaveLength(2)
    expect(lines[0].at(-1)).toEqual([0.02, 0])
    expect(lines[1][0]).toEqual([0.05, 0])
    expect(lines[1].at(-1)![0]).toBeCloseTo(0.055, 9)
  })

  test('sampled for snow keeps the ends of each part and says where parts begin', () => {
    const { places, segments } = samplePlaces(two, 10, 100)
    expect(segments[0]).toBe(0)
    expect(segments).toHaveLength(2)
    expect(places[0]).toEqual([0, 0])
    expect(places[segments[1] - 1]).toEqual([0.02, 0])
    expect(places[segments[1]]).toEqual([0.05, 0])
    expect(places.at(-1)).toEqual([0.06, 0])
    expect(places.length).toBeLessThanOrEqual(10)
  })

  test('of more parts than can be sampled the longest are, in their order', () => {
    const lengths = [30, 10, 50, 20, 40]
    const line = toShownLine(
      lengths.map((length, i) => [
        [i, 0],
        [i + length / 1000, 0],
      ]),
      null,
    )
    expect(samplePlaces(line, 7, 1e6).places).toEqual(
      [0, 2, 4].flatMap((i) => [
        [i, 0],
        [i + lengths[i] / 1000, 0],
      ]),
    )
    expect(samplePlaces(line, 10, 1e6).segments).toHaveLength(5)
  })

  test('east of where it was it is the same line, also where it crosses the antimeridian', () => {
    const place = fc.tuple(between(-0.5, 0.5), between(-80, 80), between(0, 3000))
    const parts = fc.array(fc.array(place, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(parts, longitude, between(0, 1), between(0, 1), (given, eastDeg, from, to) => {
        const moved = <Place extends readonly [number, number, ...unknown[]]>([lon, ...rest]: Place) =>
          [wrapped(lon + eastDeg), ...rest] as unknown as Place
        const here = toShownLine(given, null)
        const there = toShownLine(
          given.map((part) => part.map(moved)),
          null,
        )
        const [fromM, toM] = [from, to].sort((a, b) => a - b).map((share) => share * here.lengthM)
        const isSame = (found: readonly (readonly [number, number, ...unknown[]])[], of: typeof found) => {
          expect(found).toHaveLength(of.length)
          found.forEach(([lon, lat], i) => {
            expect(Math.abs(lon)).toBeLessThanOrEqual(180)
            expect(distanceM(lon, lat, moved(of[i])[0], of[i][1])).toBeLessThan(0.01)
          })
        }
        isSame([pointAt(there, fromM)], [pointAt(here, fromM)])
        isSame(cutLine(there, fromM, toM).flat(), cutLine(here, fromM, toM).flat())
        isSame(samplePlaces(there, 20, 100).places, samplePlaces(here, 20, 100).places)
        const [west, south, east, north] = boxOf(there.points)!
        const around = boxOf(here.points)!
        isSame(
          [
            [west, south],
            [east, north],
          ],
          [
            [around[0], around[1]],
            [around[2], around[3]],
          ],
        )
      }),
    )
  })

  test('the nearest place is never on the gap', () => {
    const found = nearestOnLine(two, 0.035, 0)!
    expect(found.distanceM).toBeCloseTo(distanceM(0.035, 0, 0.02, 0), 0)
  })

  test('indexAt finds what a walk from the start finds', () => {
    const along = fc
      .array(between(0, 100), { minLength: 1, maxLength: 30 })
      .map((values) => Float64Array.from(values.sort((a, b) => a - b)))
    fc.assert(
      fc.property(along, between(0, 100), (alongM, at) => {
        let expected = 0
        for (let i = 0; i < alongM.length; i++) if (alongM[i] <= at) expected = i
        expect(indexAt({ ...two, alongM }, at)).toBe(expected)
      }),
    )
  })
})

describe('the kinds along a line', () => {
  const line = toShownLine(
    [
      [
        [0, 0],
        [0.01, 0],
      ],
    ],
    1000,
    {
      surfaces: [
        { fromM: 0, toM: 400, kind: 'PAVED' },
        { fromM: 400, toM: 600, kind: null },
        { fromM: 600, toM: 999.9, kind: 'TRAIL' },
      ],
      grades: [
        { fromM: 100, toM: 300, kind: 'T2' },
        { fromM: 300, toM: 350, kind: null },
      ],
    },
  )

  test('unknown is a kind of its own, and what carries no grade is no unknown', () => {
    expect(kindPieces(line, 'surface').map(({ kind }) => kind)).toEqual(['PAVED', 'UNKNOWN', 'TRAIL'])
    expect(kindPieces(line, 'sac')).toEqual([
      { fromM: 0, toM: 100, kind: 'NONE' },
      { fromM: 100, toM: 300, kind: 'T2' },
      { fromM: 300, toM: 350, kind: 'UNKNOWN' },
      { fromM: 350, toM: 1000, kind: 'NONE' },
    ])
  })

  test('of a line of which nothing is known all of it is unknown', () => {
    expect(kindLengths(kindPieces({ ...line, surfaces: null, grades: null }, 'surface'))).toEqual([
      { kind: 'UNKNOWN', lengthM: 1000 },
    ])
    expect(kindLengths(kindPieces({ ...line, surfaces: null, grades: null }, 'sac'))).toEqual([
      { kind: 'UNKNOWN', lengthM: 1000 },
    ])
  })

  test('what follows no way is unknown, whatever stands beside it', () => {
    const pieces = kindPieces({ ...line, unmatched: [{ fromM: 200, toM: 700 }] }, 'surface')
    expect(
      pieces.filter(({ kind }) => kind === 'UNKNOWN').reduce((sum, { fromM, toM }) => sum + toM - fromM, 0),
    ).toBeCloseTo(500, 6)
  })

  test('a word that no legend has is unknown, never a colour of something else', () => {
    expect(kindPieces({ ...line, surfaces: [{ fromM: 0, toM: 1000, kind: 'LAVA' }] }, 'surface')[0].kind).toBe(
      'UNKNOWN',
    )
  })

  test('pieces cover the line without gaps or overlaps, whatever stretches come', () => {
    const piece = fc.record({
      fromM: fc.integer({ min: 0, max: 1000 }),
      length: fc.integer({ min: 0, max: 400 }),
      kind: fc.constantFrom('PAVED', 'GRAVEL', null),
    })
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.array(piece, { maxLength: 3 }), (given, unmatched) => {
        const stretch = ({ fromM, length, kind }: { fromM: number; length: number; kind: string | null }) => ({
          fromM,
          toM: fromM + length,
          kind,
        })
        const pieces = kindPieces(
          { ...line, surfaces: given.map(stretch), unmatched: unmatched.map(stretch) },
          'surface',
        )
        expect(pieces[0].fromM).toBe(0)
        expect(pieces.at(-1)!.toM).toBe(1000)
        for (let i = 1; i < pieces.length; i++) expect(pieces[i].fromM).toBe(pieces[i - 1].toM)
      }),
    )
  })

  test('what is assumed is distinguished from the same kind where it is mapped; unknown is never assumed to be anything', () => {
    const surfaces = [
      { fromM: 0, toM: 300, kind: 'PAVED' },
      { fromM: 300, toM: 600, kind: 'PAVED', isAssumed: true },
      { fromM: 600, toM: 800, kind: 'PAVED', isAssumed: true },
      { fromM: 800, toM: 1000, kind: null, isAssumed: true },
    ]
    const partly = { ...line, surfaces, unmatched: [{ fromM: 700, toM: 750 }] }
    const drawn = lineFeatures(partly, 'surface').map(({ properties: { kind, assumed } }) => [kind, assumed])
    expect(drawn).toEqual([
      ['PAVED', false],
      ['PAVED', true],
      ['UNKNOWN', false],
      ['PAVED', true],
      ['UNKNOWN', false],
    ])
    expect(kindLengths(kindPieces(partly, 'surface'))).toEqual([
      { kind: 'PAVED', lengthM: 750 },
      { kind: 'UNKNOWN', lengthM: 250 },
    ])
    expect(lineFeatures(partly, 'sac').filter(({ properties }) => properties.assumed)).toEqual([])
  })

  test('on the map, only unknown is broken, and a plain line has no kinds', () => {
    expect(lineFeatures(line, 'surface').map(({ properties }) => properties.known)).toEqual([true, false, true])
    expect(
      lineFeatures({ ...line, plainColour: '#123456' }, 'surface').map(({ properties }) => properties.colour),
    ).toEqual(['#123456'])
  })
})

test('what was found from a place lies with it in one box; nothing found is nowhere', () => {
  expect(
    boxAround(
      [0, 5],
      [
        [1, 2],
        [3, 4],
      ],
    ),
  ).toEqual([0, 2, 3, 5])
  expect(boxAround(null, [[1, 2]])).toEqual([1, 2, 1, 2])
  expect(boxAround([0, 5], [])).toBe(null)
})
