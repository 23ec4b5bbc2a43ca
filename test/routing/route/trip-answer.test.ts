import { expect, test } from 'vitest'
import { PACE_MODELS } from '../../../src/course/pace-models.ts'
import { decodePolyline6 } from '../../../src/geo/polyline.ts'
import { RoutePlanner } from '../../../src/routing/route/plan-route.ts'
import { toWireText } from '../../../src/wire/wire-json.ts'
import { tinyGraph } from '../../support/tiny-graph.ts'

const engine = { name: 'waypost' as const, version: '9.9', networkRelease: 'tiny-1', terrainRelease: null }
const meta = { bbox: [1, 42, 2, 43] as [number, number, number, number] }
const tiny = tinyGraph('A---B---C\n    |\n    D', {
  meta,
  cellM: 100,
  heights: { A: 1000, B: 1020, C: 1100, D: 1000 },
  edges: { BD: { name: 'Carrer', way: 'street' } },
})
const planner = new RoutePlanner(tiny.graph, { engine, metricCacheBytes: 1 << 20, maxSettled: 100_000 })
const trip = planner.planTrip({ waypoints: [tiny.at('A'), tiny.at('C'), tiny.at('D')] })

test('legs have kilometres and seconds that add up to the summary, and metres beside', () => {
  expect(trip.trip.legs.length).toBe(2)
  const sum = (read: (leg: (typeof trip.trip.legs)[number]) => number) =>
    trip.trip.legs.reduce((total, leg) => total + read(leg), 0)
  expect(sum((l) => l.summary.length)).toBeCloseTo(trip.trip.summary.length, 6)
  expect(sum((l) => l.summary.time)).toBeCloseTo(trip.trip.summary.time, 2)
  expect(trip.distanceM).toBeCloseTo(trip.trip.summary.length * 1000, 6)
  expect(trip.durationS).toBe(Math.round(trip.trip.summary.time))
  expect([trip.ascentM, trip.descentM]).toEqual([100, 100])
})

test('times are those of the walker who asks', () => {
  const waypoints = [tiny.at('A'), tiny.at('C'), tiny.at('D')]
  const own = planner.planTrip({ waypoints, walker: { factor: 1.5, spread: 0.1 } })
  expect(own.trip.summary.time / trip.trip.summary.time).toBeCloseTo(1.5, 4)
  expect(own.trip.legs[0].maneuvers[0].time / trip.trip.legs[0].maneuvers[0].time).toBeCloseTo(1.5, 3)
})

test('maneuvers lie within their leg, join end to end, and begin and end with 1 and 4', () => {
  for (const leg of trip.trip.legs) {
    const points = decodePolyline6(leg.shape)
    expect([leg.maneuvers[0].type, leg.maneuvers.at(-1)!.type]).toEqual([1, 4])
    leg.maneuvers.forEach((m, i) => {
      if (i > 0) expect(m.beginShapeIndex).toBe(leg.maneuvers[i - 1].endShapeIndex)
      expect(m.endShapeIndex).toBeLessThan(points.length)
    })
    expect(leg.maneuvers[0].beginShapeIndex).toBe(0)
    expect(leg.maneuvers.at(-1)!.endShapeIndex).toBe(points.length - 1)
    expect(leg.maneuvers.reduce((s, m) => s + m.length, 0)).toBeCloseTo(leg.summary.length, 6)
    expect(leg.maneuvers.reduce((s, m) => s + m.time, 0)).toBeCloseTo(leg.summary.time, 1)
  }
  expect(trip.trip.legs[1].maneuvers[1]).toMatchObject({
    type: 15,
    streetNames: ['Carrer'],
    travelMode: 'pedestrian',
    travelType: 'foot',
  })
})

test('the shape is that of the legs, the box holds it', () => {
  const points = decodePolyline6(trip.shape)
  expect(points[0]).toEqual(decodePolyline6(trip.trip.legs[0].shape)[0])
  expect(points.at(-1)).toEqual(decodePolyline6(trip.trip.legs[1].shape).at(-1))
  for (const [lon, lat] of points) {
    expect(lon).toBeGreaterThanOrEqual(trip.trip.summary.minLon)
    expect(lat).toBeLessThanOrEqual(trip.trip.summary.maxLat)
  }
})

test('the language is the one that is spoken, English by the tag that Valhalla has for it', () => {
  const languageOf = (tag?: string) =>
    planner.planTrip({ waypoints: [tiny.at('A'), tiny.at('C')] }, undefined, tag).trip.language
  expect([languageOf(), languageOf('en'), languageOf('de')]).toEqual(['en-US', 'en-US', 'de'])
})

test('wire names are those of Valhalla', () => {
  const wire = JSON.parse(toWireText(trip)) as {
    trip: Record<string, unknown> & { legs: { maneuvers: object[]; summary: object }[] }
    provenance: { settings: object }
  }
  expect(Object.keys(wire)).toEqual(
    expect.arrayContaining(['trip', 'distance_m', 'duration_s', 'ascent_m', 'descent_m', 'shape', 'provenance']),
  )
  expect(Object.keys(wire.trip)).toEqual([
    'locations',
    'legs',
    'summary',
    'status',
    'status_message',
    'units',
    'language',
  ])
  expect(Object.keys(wire.trip.legs[1].maneuvers[1])).toEqual([
    'type',
    'instruction',
    'street_names',
    'time',
    'length',
    'begin_shape_index',
    'end_shape_index',
    'travel_mode',
    'travel_type',
  ])
  expect(Object.keys(wire.trip.legs[0].summary)).toEqual(
    expect.arrayContaining([
      'has_time_restrictions',
      'has_toll',
      'has_highway',
      'has_ferry',
      'min_lat',
      'min_lon',
      'max_lat',
      'max_lon',
      'time',
      'length',
    ]),
  )
  expect(wire.provenance).toMatchObject({
    engine: { name: 'waypost', version: '9.9' },
    tile_release: 'tiny-1',
    settings: { profile: 'hike', max_sac: 3 },
  })
})

test('run and bike are timed by their own models, slower uphill', () => {
  const time = (from: string, to: string, profile: 'run' | 'bike') =>
    planner.planTrip({ waypoints: [tiny.at(from), tiny.at(to)], profile }).durationS
  const { levelSPerM, upSPerM } = PACE_MODELS.run
  expect(Math.abs(time('A', 'C', 'run') - (800 * levelSPerM + 100 * upSPerM))).toBeLessThanOrEqual(1)
  expect(Math.abs(time('C', 'A', 'run') - 800 * levelSPerM)).toBeLessThanOrEqual(1)
  expect(time('A', 'C', 'bike')).toBeGreaterThan(time('C', 'A', 'bike'))
})

test('the same place twice is a leg with a shape of two points', () => {
  const still = planner.planTrip({ waypoints: [tiny.at('A'), tiny.at('A')] })
  expect(decodePolyline6(still.trip.legs[0].shape).length).toBe(2)
  expect([still.distanceM, still.durationS]).toEqual([0, 0])
})
