// The limits of the interface and of docs/decisions, typed by hand: inputs that each operation takes and refuses.
// src never imports this; test/catalog.test.ts compares the declarations with it.

export interface SpecLimits {
  /** counts toward the daily ceiling of area lookups */
  area?: true
  /** as declared with the operation: points of a line, file or list; its length; its parts */
  points?: number
  lengthKm?: number
  parts?: number
  /** inputs at the limits, and inputs one step beyond them */
  takes: Record<string, unknown>[]
  refuses: Record<string, unknown>[]
}

const places = (count: number) => Array.from({ length: count }, () => [1, 42])
const locations = (count: number) => Array.from({ length: count }, () => ({ lat: 42, lon: 1 }))
const points = (count: number) => Array.from({ length: count }, () => [1, 42])
const box = (width: number, height: number) => ({ minLat: 42, minLon: 1, maxLat: 42 + height, maxLon: 1 + width })
const forecastPoints = (count: number) => Array.from({ length: count }, () => ({ lat: 42, lon: 1 }))
const departure = '2026-11-21T12:00:00Z'
const stops = (count: number, atKm: number, minutes: number) => ({
  departure,
  gpx: '',
  stops: Array.from({ length: count }, () => ({ atKm, minutes })),
})

/** The limits of the interface and of docs/decisions that an input shows. */
export const SPEC_LIMITS: Record<string, SpecLimits> = {
  elevation: {
    points: 2048,
    takes: [
      { release: 'current', points: places(1), z: 0 },
      { release: 'current', points: places(2048), z: 22 },
    ],
    refuses: [
      { release: 'current', points: [] },
      { release: 'current', points: places(2049) },
      { release: 'current', points: places(1), z: 23 },
      { release: 'current', points: places(1), z: -1 },
    ],
  },
  'waypoint-route': {
    points: 100,
    lengthKm: 60,
    takes: [
      { waypoints: places(2) },
      { waypoints: places(100), snapRadiusM: 10, hills: -1 },
      { waypoints: places(2), snapRadiusM: 5000, hills: 1, maxSac: 6 },
      { waypoints: [{ trail: 7, from: [1, 42], to: [1, 43], direction: 'shorter' }] },
      { waypoints: Array.from({ length: 10 }, () => ({ trail: 7 })) },
      { waypoints: Array.from({ length: 100 }, () => ({ place: 5 })) },
    ],
    refuses: [
      { waypoints: [{ place: 5 }] },
      { waypoints: Array.from({ length: 11 }, () => ({ trail: 7 })) },
      { waypoints: [{ trail: 7, direction: 'north' }] },
      { waypoints: [{ trail: 7, place: 5 }] },
      { waypoints: [{ trail: 0 }] },
      { waypoints: places(1) },
      { waypoints: places(101) },
      { waypoints: places(2), snapRadiusM: 9 },
      { waypoints: places(2), snapRadiusM: 5001 },
      { waypoints: places(2), hills: 1.1 },
      { waypoints: places(2), maxSac: 7 },
    ],
  },
  route: {
    points: 100,
    lengthKm: 60,
    takes: [
      { costing: 'pedestrian', locations: locations(2) },
      { costing: 'bicycle', locations: locations(100) },
    ],
    refuses: [
      { costing: 'pedestrian', locations: locations(1) },
      { costing: 'pedestrian', locations: locations(101) },
      { costing: 'auto', locations: locations(2) },
    ],
  },
  roundtrips: {
    lengthKm: 60,
    takes: [
      { start: [1, 42], distanceKm: 0.5 },
      { start: [1, 42], distanceM: 40_000, alternatives: 3 },
      { start: [1, 42], distanceKm: 60, profile: 'bike', alternatives: 0 },
      { start: [1, 42], distanceKm: 5, through: { places: [5, 9], kinds: ['hut', 'spring'], atLeast: 10 } },
    ],
    refuses: [
      { start: [1, 42], distanceKm: 5, through: {} },
      { start: [1, 42], distanceKm: 5, through: { kinds: ['town'] } },
      { start: [1, 42], distanceKm: 5, through: { places: [] } },
      { start: [1, 42], distanceKm: 5, through: { places: [5], atLeast: 0 } },
      { start: [1, 42], distanceKm: 5, through: { places: Array.from({ length: 11 }, (_, i) => i + 1) } },
      { start: [1, 42], distanceKm: 0.49 },
      { start: [1, 42], distanceM: 499 },
      { start: [1, 42], distanceKm: 5, distanceM: 5000 },
      { start: [1, 42], distanceKm: 5, alternatives: 4 },
      { start: [1, 42], distanceKm: 5, maxSac: 7 },
    ],
  },
  // limits of its own: the interface has no reach
  reach: {
    takes: [
      { from: [1, 42], minutes: [1] },
      { from: [1, 42], minutes: [1, 2, 3, 600], toleranceM: 10 },
      { from: [1, 42], metres: [100, 60_000], toleranceM: 500, direction: 'to' },
      { from: [1, 42], metres: [100], output: { polygons: false, lines: true } },
    ],
    refuses: [
      { from: [1, 42] },
      { from: [1, 42], minutes: [] },
      { from: [1, 42], minutes: [0.9] },
      { from: [1, 42], minutes: [601] },
      { from: [1, 42], minutes: [1, 2, 3, 4, 5] },
      { from: [1, 42], minutes: [10, 10] },
      { from: [1, 42], minutes: [10], metres: [100] },
      { from: [1, 42], metres: [99] },
      { from: [1, 42], metres: [60_001] },
      { from: [1, 42], metres: [100], toleranceM: 9 },
      { from: [1, 42], metres: [100], toleranceM: 501 },
      { from: [1, 42], metres: [100], output: { points: true } },
    ],
  },
  // a limit of its own: the interface has no matrix
  matrix: {
    lengthKm: 60,
    takes: [
      { sources: points(200), targets: points(50) },
      { sources: points(1), targets: points(200), annotations: ['distance_m', 'moving_s', 'ascent_m', 'cost'] },
    ],
    refuses: [
      { sources: [], targets: points(1) },
      { sources: points(1) },
      { sources: points(201), targets: points(1) },
      { sources: points(1), targets: points(201) },
      { sources: points(200), targets: points(51) },
      { sources: [[181, 42]], targets: points(1) },
      { sources: points(1), targets: points(1), annotations: [] },
      { sources: points(1), targets: points(1), annotations: ['distanceM'] },
      { sources: points(1), targets: points(1), maxSac: 7 },
    ],
  },
  'route-analysis': { points: 5000, lengthKm: 300, takes: [{ gpx: '' }], refuses: [] },
  // the length is our own bound; the interface names points only
  'trace-attributes': {
    points: 2000,
    lengthKm: 300,
    takes: [{ shape: locations(2) }, { shape: locations(2000) }],
    refuses: [{ shape: locations(1) }, { shape: locations(2001) }],
  },
  'elevation-profile': {
    points: 5000,
    lengthKm: 300,
    takes: [
      { gpx: '', points: 2 },
      { gpx: '', points: 6000 },
    ],
    refuses: [
      { gpx: '', points: 1 },
      { gpx: '', points: 6001 },
    ],
  },
  'pace-plan': {
    points: 5000,
    lengthKm: 300,
    parts: 1,
    takes: [
      { gpx: '', flatPaceSPerKm: 120 },
      { gpx: '', flatPaceSPerKm: 1800 },
    ],
    refuses: [
      { gpx: '', flatPaceSPerKm: 119 },
      { gpx: '', flatPaceSPerKm: 1801 },
      { gpx: '', flatPaceSPerKm: 300, targetSeconds: 100 },
    ],
  },
  walker: {
    points: 50_000,
    takes: [{ recordings: [{ gpx: '' }] }, { recordings: Array.from({ length: 20 }, () => ({ tcx: '' })) }],
    refuses: [{ recordings: [] }, { recordings: Array.from({ length: 21 }, () => ({ fit: '' })) }],
  },
  'gpx-clean': { points: 50_000, takes: [{ gpx: '' }], refuses: [] },
  course: {
    points: 50_000,
    takes: [
      { gpx: '', format: 'gpx' },
      { gpx: '', format: 'geojson', waypoints: [], cues: [{ location: [1, 42], instruction: '' }] },
      { file: '', format: 'kml', name: 'x'.repeat(200) },
    ],
    refuses: [
      { gpx: '' },
      { gpx: '', format: 'gpz' },
      { gpx: '', format: 'gpx', name: 'x'.repeat(201) },
      { gpx: '', format: 'gpx', waypoints: [{ location: [1, 91] }] },
      { gpx: '', format: 'gpx', cues: [{ location: [1, 42] }] },
      { gpx: '', format: 'gpx', waypoints: Array.from({ length: 2001 }, () => ({ location: [1, 42] })) },
    ],
  },
  'gpx-simplify': {
    points: 50_000,
    takes: [{ gpx: '', maxPoints: 50_000 }],
    refuses: [
      { gpx: '', maxPoints: 1 },
      { gpx: '', maxPoints: 50_001 },
    ],
  },
  search: {
    takes: [
      { q: 'ab', limit: 1 },
      { q: 'ab', limit: 50 },
    ],
    refuses: [{ q: 'ab', limit: 0 }, { q: 'ab', limit: 51 }, { q: 'a' }],
  },
  reverse: {
    takes: [
      { lat: 42, lon: 1, radiusM: 50 },
      { lat: 42, lon: 1, radiusM: 50_000, limit: 50 },
    ],
    refuses: [
      { lat: 42, lon: 1, radiusM: 49 },
      { lat: 42, lon: 1, radiusM: 50_001 },
      { lat: 42, lon: 1, limit: 51 },
    ],
  },
  trails: {
    takes: [
      { q: 'ab', limit: 1 },
      { q: 'ab', limit: 100 },
    ],
    refuses: [
      { q: 'ab', limit: 0 },
      { q: 'ab', limit: 101 },
    ],
  },
  'trails-bbox': {
    area: true,
    takes: [{ ...box(2, 2), limit: 1000 }],
    refuses: [box(2.01, 1), box(1, 2.01), { ...box(1, 1), limit: 1001 }, { ...box(1, 1), limit: 0 }],
  },
  pois: {
    area: true,
    takes: [{ ...box(2, 2), limit: 10_000 }],
    refuses: [box(2.01, 1), box(1, 2.01), { ...box(1, 1), limit: 10_001 }, { ...box(1, 1), limit: 0 }],
  },
  snow: {
    points: 512,
    takes: [{ points: places(1) }, { points: places(512) }],
    refuses: [{ points: [] }, { points: places(513) }],
  },
  weather: {
    points: 12,
    takes: [
      { points: forecastPoints(1), days: 1 },
      { points: forecastPoints(12), days: 16 },
    ],
    refuses: [
      { points: [] },
      { points: forecastPoints(13) },
      { points: forecastPoints(1), days: 0 },
      { points: forecastPoints(1), days: 17 },
    ],
  },
  sun: {
    takes: ['1900-01-01', '2024-02-29', '2100-12-31'].map((date) => ({ lat: 90, lon: -180, date })),
    refuses: [
      { lat: 42, lon: 1 },
      { lat: 90.1, lon: 1, date: '2026-06-21' },
      ...['1899-12-31', '2101-01-01', '2026-02-29', '2026-13-01', '2026-6-21'].map((date) => ({
        lat: 42,
        lon: 1,
        date,
      })),
    ],
  },
  'route-weather': {
    points: 5000,
    lengthKm: 120,
    parts: 1,
    takes: [
      { departure, gpx: '', paceFactor: 0.5 },
      { departure, gpx: '', minPerKm: 60 },
      { departure, gpx: '', kmh: 1 },
      stops(50, 1, 1440),
      stops(1, 0, 0),
    ],
    refuses: [
      { departure, gpx: '', paceFactor: 0.49 },
      { departure, gpx: '', minPerKm: 61 },
      { departure, gpx: '', kmh: 61 },
      { departure, gpx: '', kmh: 5, minPerKm: 5 },
      { departure: '2026-11-21T12:00:00', gpx: '' },
      stops(51, 1, 1),
      stops(1, 1, 1441),
    ],
  },
  'static-map': {
    points: 20_000,
    takes: [
      { bbox: [1, 42, 2, 43], width: 800, height: 2048, scale: 2 },
      { bbox: [1, 42, 2, 43], width: 2048, height: 2048 },
    ],
    refuses: [
      {},
      { bbox: [1, 42, 2, 43], width: 801, height: 2048, scale: 2 },
      { bbox: [1, 42, 2, 43], width: 127 },
      { bbox: [1, 42, 2, 43], height: 2049 },
      { bbox: [1, 42, 2, 43], scale: 3 },
    ],
  },
}
