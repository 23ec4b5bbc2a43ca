import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCourse } from '../../src/course/read-course.ts'
import { ServiceError } from '../../src/errors.ts'
import { hasRealData, listGpxFiles, readText } from './gpx-files.ts'

const LIMITS = { points: 5000, lengthKm: 300 }
const LOOSE = { points: 50_000 }
const lineString = (coordinates: unknown) => ({ type: 'LineString', coordinates })

function refusalOf(run: () => unknown): ServiceError {
  try {
    run()
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
  throw new Error('was not refused')
}

test('each trkseg is a part, routes count only where there is no track, waypoints stand apart', () => {
  const route = '<rte><rtept lat="5" lon="5"/><rtept lat="5" lon="6"/></rte>'
  const both = readCourse(
    {
      gpx: `<gpx><wpt lat="1" lon="1"/>${route}<trk><trkseg><trkpt lat="1" lon="2"/><trkpt lat="1" lon="3"/></trkseg><trkseg></trkseg><trkseg><trkpt lat="2" lon="2"/></trkseg></trk></gpx>`,
    },
    LOOSE,
  )
  expect([...both.partStart]).toEqual([0, 2, 3])
  expect(both.waypoints).toEqual([{ lon: 1, lat: 1 }])
  expect([...readCourse({ gpx: `<gpx>${route}<trk><trkseg/></trk></gpx>` }, LOOSE).lon]).toEqual([5, 6])
})

test.each<[string, unknown, number[]]>([
  [
    'LineString',
    lineString([
      [1, 2, 3],
      [1, 3],
    ]),
    [0, 2],
  ],
  [
    'MultiLineString',
    {
      type: 'MultiLineString',
      coordinates: [
        [
          [1, 2],
          [1, 3],
        ],
        [],
        [
          [5, 5],
          [6, 6],
          [7, 7],
        ],
      ],
    },
    [0, 2, 5],
  ],
  [
    'Feature',
    {
      type: 'Feature',
      properties: {},
      geometry: lineString([
        [1, 2],
        [1, 3],
      ]),
    },
    [0, 2],
  ],
  [
    'FeatureCollection',
    {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: lineString([
            [1, 2],
            [1, 3],
          ]),
        },
        {
          type: 'Feature',
          geometry: {
            type: 'MultiLineString',
            coordinates: [
              [
                [5, 5],
                [6, 6],
              ],
            ],
          },
        },
      ],
    },
    [0, 2, 4],
  ],
])('a %s is read', (_type, geometry, partStart) => {
  const course = readCourse({ geometry }, { points: 10 })
  expect([...course.partStart]).toEqual(partStart)
  expect(course.format).toBe('geojson')
  expect(course.source).toBeNull()
})

test('a third coordinate is a height, null and none are unknown', () => {
  expect([
    ...readCourse(
      {
        geometry: lineString([
          [1, 2, 0],
          [1, 3, null],
          [1, 4],
        ]),
      },
      LOOSE,
    ).heightM,
  ]).toEqual([0, NaN, NaN])
})

test.each<[string, unknown, string]>([
  ['a point', { type: 'Point', coordinates: [1, 2] }, 'geometry'],
  ['text', 'x', 'geometry'],
  ['a list', [], 'geometry'],
  ['no type', {}, 'geometry.type'],
  ['no coordinates', { type: 'LineString' }, 'geometry.coordinates'],
  ['one position', lineString([[1, 2]]), 'geometry.coordinates'],
  ['no position', lineString([]), 'geometry'],
  ['a number for a position', lineString([[1, 2], 3]), 'geometry.coordinates[1]'],
  [
    'a latitude off the globe',
    lineString([
      [1, 2],
      [1, 90.1],
    ]),
    'geometry.coordinates[1][1]',
  ],
  [
    'a longitude as text',
    lineString([
      [1, 2],
      ['1', 2],
    ]),
    'geometry.coordinates[1][0]',
  ],
  [
    'NaN',
    lineString([
      [1, 2],
      [NaN, 2],
    ]),
    'geometry.coordinates[1][0]',
  ],
  [
    'a height as text',
    lineString([
      [1, 2],
      [1, 2, '3'],
    ]),
    'geometry.coordinates[1][2]',
  ],
  ['a feature without geometry', { type: 'Feature', geometry: null }, 'geometry'],
  ['a feature with a number for a geometry', { type: 'Feature', geometry: 3 }, 'geometry.geometry'],
  ['a kind of geometry that is not known', { type: 'Circle', coordinates: [1, 2] }, 'geometry.type'],
  ['a collection without features', { type: 'FeatureCollection' }, 'geometry.features'],
  [
    'a geometry among features',
    {
      type: 'FeatureCollection',
      features: [
        lineString([
          [1, 2],
          [1, 3],
        ]),
      ],
    },
    'geometry.features[0].type',
  ],
  ['an empty geometry collection', { type: 'GeometryCollection', geometries: [] }, 'geometry'],
  ['a collection without geometries', { type: 'GeometryCollection' }, 'geometry.geometries'],
])('%s is refused by the name of its place', (_what, geometry, inputPath) => {
  const refusal = refusalOf(() => readCourse({ geometry }, LIMITS))
  expect(refusal).toMatchObject({ code: 'invalid_input', inputPath, status: 400 })
  expect(refusal.message).toContain(`\`${inputPath}\``)
})

test('whatever JSON comes as geometry is read or refused, never a crash', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 6 }),
      fc.constantFrom('LineString', 'MultiLineString', 'Feature', 'FeatureCollection'),
      (value, type) => {
        for (const geometry of [value, { type, coordinates: value, geometry: value, features: value }]) {
          try {
            expect(readCourse({ geometry }, LIMITS).count).toBeGreaterThan(1)
          } catch (error) {
            expect(error).toBeInstanceOf(ServiceError)
          }
        }
      },
    ),
    { numRuns: 300 },
  )
})

test.each<[string, Parameters<typeof readCourse>, string]>([
  ['both inputs', [{ gpx: '<gpx/>', geometry: lineString([]) }, LIMITS], 'both_inputs'],
  ['no input', [{}, LIMITS], 'no_input'],
  [
    'too many points',
    [{ geometry: lineString(Array.from({ length: 5001 }, () => [1, 2])) }, LIMITS],
    'too_many_points',
  ],
  [
    'too many track points',
    [{ gpx: `<gpx><trk><trkseg>${'<trkpt lat="1" lon="1"/>'.repeat(5001)}</trkseg></trk></gpx>` }, LIMITS],
    'too_many_points',
  ],
  [
    'too long a line',
    [
      {
        geometry: lineString([
          [0, 0],
          [2.8, 0],
        ]),
      },
      LIMITS,
    ],
    'too_long',
  ],
  [
    'two parts where one is taken',
    [
      {
        geometry: {
          type: 'MultiLineString',
          coordinates: [
            [
              [1, 2],
              [1, 3],
            ],
            [
              [5, 5],
              [6, 6],
            ],
          ],
        },
      },
      { points: 9, parts: 1 },
    ],
    'one_part_only',
  ],
])('%s are refused', (_what, [input, limits], code) => {
  expect(refusalOf(() => readCourse(input, limits)).code).toBe(code)
})

test('a broken coordinate refuses the file and says where', () => {
  expect(
    refusalOf(() =>
      readCourse(
        { gpx: '<gpx><trk><trkseg>\n<trkpt lat="1" lon="1"/>\n<trkpt lat="" lon="1"/></trkseg></trk></gpx>' },
        LIMITS,
      ),
    ),
  ).toMatchObject({
    code: 'invalid_gpx',
    message: expect.stringContaining('point 1 of the line has no usable coordinates'),
  })
})

test('lengths go the short way over the antimeridian and through the poles', () => {
  const lengthM = (coordinates: number[][]) => readCourse({ geometry: lineString(coordinates) }, LOOSE).lengthM
  const degreeM = (Math.PI / 180) * 6_371_008.8
  expect(
    lengthM([
      [179.5, 0],
      [-179.5, 0],
    ]),
  ).toBeCloseTo(degreeM, 3)
  expect(
    lengthM([
      [180, 10],
      [-180, 10],
    ]),
  ).toBeCloseTo(0, 6)
  expect(
    lengthM([
      [0, 89.5],
      [180, 89.5],
    ]),
  ).toBeCloseTo(degreeM, 3)
  expect(
    lengthM([
      [-30, -90],
      [120, -90],
    ]),
  ).toBeCloseTo(0, 6)
})

describe.skipIf(!hasRealData)('on real files (needs real data)', () => {
  const refusals: [string, RegExp][] = [
    ['two_documents', /a second document begins.*line \d+/],
    ['gpsbabel_empty', /no track or route with points.*no point at all/],
    ['nasty', /holds 1 waypoint only/],
    ['grapheme', /holds 3 waypoints only/],
    ['multiple-links', /1 waypoint only/],
    ['gpx1.1_with_extensions', /1 waypoint only/],
    ['unicode_with_bom', /1 waypoint only/],
    ['no_trk', /no point at all/],
    ['40wpt', /40 waypoints only/],
  ]
  test.each(listGpxFiles('gpx/odd', 'gpx/ordinary', 'andorra/gpx'))(
    '%s is read rightly or refused with a sentence',
    (name, path) => {
      const text = readText(path)
      const expected = refusals.find(([part]) => name.includes(part))
      if (expected !== undefined) {
        expect(refusalOf(() => readCourse({ gpx: text }, LOOSE)).message).toMatch(expected[1])
        return
      }
      const course = readCourse({ gpx: text }, LOOSE)
      const tracks = text.match(/<trkpt\b/g)?.length ?? 0
      expect(course.count).toBe(tracks > 0 ? tracks : text.match(/<rtept\b/g)?.length)
      expect(course.waypoints.length).toBe(text.match(/<wpt\b/g)?.length ?? 0)
      // the artificial one hops around the globe
      if (!name.includes('artificial')) expect(course.lengthM).toBeLessThan(200_000)
    },
  )
})

test('of two inputs the second is named, and without it the line is read; of none, the first', () => {
  const forms = {
    gpx: '<gpx><trk><trkseg><trkpt lat="1" lon="1"/><trkpt lat="1" lon="2"/></trkseg></trk></gpx>',
    geometry: {
      type: 'LineString',
      coordinates: [
        [1, 1],
        [2, 1],
      ],
    },
    file: '<gpx><trk><trkseg><trkpt lat="1" lon="1"/><trkpt lat="1" lon="2"/></trkseg></trk></gpx>',
  }
  for (const [first, second] of [
    ['gpx', 'geometry'],
    ['gpx', 'file'],
    ['geometry', 'file'],
  ] as const) {
    const both = { [first]: forms[first], [second]: forms[second] }
    expect(refusalOf(() => readCourse(both, LOOSE))).toMatchObject({ code: 'both_inputs', inputPath: second })
    expect(readCourse({ ...both, [second]: undefined }, LOOSE).count).toBe(2)
  }
  expect(refusalOf(() => readCourse({}, LOOSE))).toMatchObject({ code: 'no_input', inputPath: 'gpx' })
})

test('a line of too many parts, points or kilometres is refused by the form that has it', () => {
  const geometry = (parts: number) => ({
    type: 'MultiLineString',
    coordinates: Array.from({ length: parts }, (_, i) => [
      [1, i],
      [1.01, i],
    ]),
  })
  const kmOf = (parts: number) => readCourse({ geometry: geometry(parts) }, LOOSE).lengthM / 1000
  const limits = { points: 4, parts: 2, lengthKm: kmOf(2) }
  expect(readCourse({ geometry: geometry(2) }, limits).count).toBe(4)
  for (const [code, limit] of [
    ['one_part_only', { parts: 1 }],
    ['too_long', { lengthKm: limits.lengthKm - 0.001 }],
  ] as const)
    expect(refusalOf(() => readCourse({ geometry: geometry(2) }, { ...limits, ...limit }))).toMatchObject({
      code,
      inputPath: 'geometry',
    })
  expect(refusalOf(() => readCourse({ geometry: geometry(2) }, { ...limits, points: 3 })).code).toBe('too_many_points')
})
