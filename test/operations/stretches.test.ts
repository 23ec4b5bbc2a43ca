// Every stretch can be drawn, on the demo region with real routing, matching, terrain and weather: its line is the part
// of its course that its metres say. The types are those of the schema: one that no answer here shows is a failure.

import { isInterfaceType } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../schema/index.ts'
import { distanceM } from '../../src/geo/lon-lat.ts'
import { postJson } from '../support/fake-services.ts'
import { sharedServer, type SharedServer } from '../support/shared-server.ts'

type Position = [lon: number, lat: number, heightM: number | null]
interface Drawn {
  __typename: string
  fromM: number
  toM: number
  line: { parts: { coordinates: Position[] }[] } | null
  start: { location: [number, number] }
}

const VILLAGE = '{at: [-40.4288889, 33.4711111]}'
const HUT = '{at: [-40.4488889, 33.4416667]}'
const DEPARTURE = new Date(Date.now() + 3_600_000).toISOString()
/** What every course has of stretches, with and without the network asked. */
const DOCUMENT = `
  fragment Drawn on Stretch { __typename fromM toM line { parts { coordinates } } start { location } }
  fragment OfTime on TravelTime { outsideCalibration { ...Drawn } }
  fragment OfSurfaces on Surfaces { stretches { ...Drawn } }
  fragment OfWays on Ways { stretches { ...Drawn } }
  fragment OfDifficulty on Difficulty { hardest { ...Drawn } stretches { ...Drawn } }
  fragment Asked on Course {
    whole: line { parts { coordinates } }
    lengthM
    elevationProfile { series { parts { ...Drawn } } steepest { ...Drawn } }
    analysis {
      input { lengthM }
      match { segments { ...Drawn } unmatched { ...Drawn } }
      ...Own
    }
    pacePlan(target: {time: "2:00:00"}) { splits { ...Drawn } }
    weather(departure: "${DEPARTURE}") { sections { ...Drawn } }
    snow { sections { ...Drawn } }
  }
  fragment Own on AnalysedCourse {
    time { ...OfTime } surfaces { ...OfSurfaces } ways { ...OfWays } difficulty { ...OfDifficulty } hazards { ...Drawn }
  }
  query ($line: GeoJSON!) {
    route(input: {waypoints: [${VILLAGE}, ${HUT}], settings: {maxSac: T6}}) { ...Asked ...Own legs { ...Drawn } }
    followed: route(input: {waypoints: [{follow: {trail: {osmRelation: 800000031}}}], settings: {maxSac: T1}}) { legs { trail { gaps { ...Drawn } } } }
    village: point(at: [-40.4288889, 33.4711111]) { loops(lengthM: 6000) { found { ...Asked ...Own } } }
    trail(by: {osmRelation: 800000031}) { ...Asked }
    line(input: {geojson: $line}) { ...Asked match { unmatched { ...Drawn } } }
  }`
/** A way of the region, then straight out where nothing is. */
const LINE: Position[] = [
  [-40.428889, 33.471111, 30],
  [-40.42965, 33.471286, 32],
  [-40.42971, 33.471371, 33],
  [-40.430118, 33.470953, 40],
  [-40.435, 33.475, 90],
  [-40.445, 33.476, null],
]

type Place = readonly [lon: number, lat: number, ...rest: unknown[]]
const between = ([lonA, latA]: Place, [lonB, latB]: Place) => distanceM(lonA, latA, lonB, latB)
const lengthOf = (parts: readonly { coordinates: readonly Position[] }[]) =>
  parts.reduce(
    (sum, { coordinates }) => sum + coordinates.slice(1).reduce((own, to, i) => own + between(coordinates[i], to), 0),
    0,
  )
const isDrawn = (value: object): value is Drawn => 'fromM' in value

let server: SharedServer
let data: Record<string, any>
beforeAll(async () => {
  server = await sharedServer()
  const { body } = await postJson(`${server.api}/graphql`, {
    query: DOCUMENT,
    variables: {
      line: {
        type: 'LineString',
        coordinates: LINE.map(([lon, lat, heightM]) => (heightM === null ? [lon, lat] : [lon, lat, heightM])),
      },
    },
  })
  expect(body.errors).toBeUndefined()
  data = body.data
})

/** All stretches of an answer, by the lists in which they stand. */
function listsOf(value: unknown): Drawn[][] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) {
    if (value.length > 0 && typeof value[0] === 'object' && value[0] !== null && isDrawn(value[0])) return [value]
    return value.flatMap(listsOf)
  }
  return Object.values(value).flatMap((member) =>
    typeof member === 'object' && member !== null && !Array.isArray(member) && isDrawn(member)
      ? [[member]]
      : listsOf(member),
  )
}

describe('a stretch', () => {
  test('of every type is drawn', () => {
    const contract = schema.getType('Stretch')
    const types = isInterfaceType(contract) ? schema.getPossibleTypes(contract).map(({ name }) => name) : []
    const shown = new Set(
      listsOf(data)
        .flat()
        .map(({ __typename }) => __typename),
    )
    expect([...shown].sort()).toEqual(types.sort())
  })

  test('is as long as its metres, begins at its start, and has no line only where it has no length', () => {
    const all = listsOf(data).flat()
    expect(all.length).toBeGreaterThan(100)
    for (const { __typename, fromM, toM, line, start } of all) {
      const reported = `${__typename} ${fromM} ${toM}`
      if (line === null) {
        expect(toM - fromM, reported).toBeLessThan(0.11)
        continue
      }
      // coordinates are rounded, a told length may differ by a thousandth
      expect(Math.abs(lengthOf(line.parts) - (toM - fromM)), reported).toBeLessThan(0.5 + 0.002 * (toM - fromM))
      expect(between(line.parts[0].coordinates[0], start.location), reported).toBeLessThan(0.01)
    }
  })

  test.each(['route', 'line', 'trail'])('of a partition joins the next: %s', (name) => {
    const course = data[name]
    const partitions: Drawn[][] = [
      course.pacePlan?.splits,
      course.weather?.sections,
      course.snow.sections,
      course.surfaces?.stretches,
      course.ways?.stretches,
      course.analysis.surfaces?.stretches,
    ].filter((list) => list !== undefined && list !== null)
    expect(partitions.length).toBeGreaterThan(2)
    for (const list of partitions) {
      const whole = lengthOf(course.whole.parts)
      expect(Math.abs(list.reduce((sum, { line }) => sum + lengthOf(line!.parts), 0) - whole)).toBeLessThan(1)
      for (const [i, { line, toM }] of list.entries())
        if (i > 0 && toM > 0)
          expect(
            between(list[i - 1].line!.parts.at(-1)!.coordinates.at(-1)!, line!.parts[0].coordinates[0]),
          ).toBeLessThan(0.01)
    }
  })

  test('of a course with heights has them', () => {
    const heights = (list: Drawn[]) =>
      list.flatMap(({ line }) => line!.parts.flatMap(({ coordinates }) => coordinates.map(([, , heightM]) => heightM)))
    expect(heights(data.route.pacePlan.splits)).not.toContain(null)
    const sent = heights(data.line.pacePlan.splits)
    expect(sent.slice(0, 4)).toEqual([30, 32, 33, 40])
    expect(sent.at(-1)).toBeNull()
  })
})
