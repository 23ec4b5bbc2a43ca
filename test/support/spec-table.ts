// The interface and decisions `keys-and-credits`, `errors`, typed by hand: what each operation may answer, costs and
// limits. src never imports this; test/catalog.test.ts compares the declarations with it.

export interface SpecRow {
  /** statuses that the interface documents beside 200 */
  statuses: number[]
  shape: 'error' | 'product' | 'route'
  keyed: boolean
  rated: boolean
  heavy: boolean
  /** inputs and the credits they cost */
  credits: [input: Record<string, unknown>, credits: number][]
  bodyBytes: number | null
}

const places = (count: number) => Array.from({ length: count }, () => [1, 42])
const locations = (count: number) => Array.from({ length: count }, () => ({ lat: 42, lon: 1 }))
const points = (count: number) => Array.from({ length: count }, () => [1, 42])
const MB = 1024 * 1024

export const SPEC: Record<string, SpecRow> = {
  health: {
    statuses: [],
    shape: 'error',
    keyed: false,
    rated: false,
    heavy: false,
    credits: [[{}, 0]],
    bodyBytes: null,
  },
  manifest: {
    statuses: [503],
    shape: 'error',
    keyed: false,
    rated: false,
    heavy: false,
    credits: [[{}, 0]],
    bodyBytes: null,
  },
  status: {
    statuses: [500],
    shape: 'error',
    keyed: false,
    rated: false,
    heavy: false,
    credits: [[{}, 0]],
    bodyBytes: null,
  },
  elevation: {
    statuses: [400, 404, 500],
    shape: 'error',
    keyed: true,
    rated: true,
    heavy: false,
    credits: [
      [{ points: places(1) }, 1],
      [{ points: places(256) }, 1],
      [{ points: places(257) }, 2],
      [{ points: places(2048) }, 8],
    ],
    bodyBytes: null,
  },
  'waypoint-route': {
    statuses: [400, 404, 413, 422, 503],
    shape: 'product',
    keyed: true,
    rated: true,
    heavy: false,
    credits: [
      [{ waypoints: places(2) }, 1],
      [{ waypoints: places(10) }, 1],
      [{ waypoints: places(11) }, 2],
      [{ waypoints: places(20) }, 2],
      [{ waypoints: places(21) }, 3],
      [{ waypoints: places(100) }, 10],
      [{ waypoints: places(2), alternatives: 3 }, 4],
      [{ waypoints: [[1, 42], { place: 5 }] }, 1],
      [{ waypoints: [{ trail: 7 }] }, 2],
      [{ waypoints: [...places(9), { trail: 7 }, { trail: 8, direction: 'backward' }] }, 4],
    ],
    bodyBytes: MB,
  },
  route: {
    statuses: [400, 422, 503],
    shape: 'route',
    keyed: true,
    rated: true,
    heavy: false,
    credits: [
      [{ locations: locations(2) }, 1],
      [{ locations: locations(11) }, 2],
      [{ locations: locations(100) }, 10],
    ],
    bodyBytes: MB,
  },
  roundtrips: {
    statuses: [400, 404, 422],
    shape: 'product',
    keyed: true,
    rated: true,
    heavy: true,
    credits: [[{ start: [1, 42], distanceKm: 5 }, 5]],
    bodyBytes: MB,
  },
  reach: {
    statuses: [400, 422, 503],
    shape: 'product',
    keyed: true,
    rated: true,
    heavy: true,
    credits: [
      [{ from: [1, 42], minutes: [1] }, 2],
      [{ from: [1, 42], minutes: [30, 120] }, 2],
      [{ from: [1, 42], minutes: [121] }, 3],
      [{ from: [1, 42], minutes: [600] }, 6],
      [{ from: [1, 42], metres: [12_000] }, 2],
      [{ from: [1, 42], metres: [100, 60_000] }, 6],
    ],
    bodyBytes: MB,
  },
  matrix: {
    statuses: [400, 422, 503],
    shape: 'product',
    keyed: true,
    rated: true,
    heavy: true,
    credits: [
      [{ sources: [[1, 42]], targets: [[1, 42]] }, 1],
      [{ sources: points(10), targets: points(10) }, 1],
      [{ sources: points(101), targets: [[1, 42]] }, 2],
      [{ sources: points(100), targets: points(100) }, 100],
    ],
    bodyBytes: MB,
  },
  'route-analysis': {
    statuses: [400, 413, 422],
    shape: 'product',
    keyed: true,
    rated: true,
    heavy: true,
    credits: [[{ gpx: '' }, 3]],
    bodyBytes: MB,
  },
  'trace-attributes': {
    statuses: [400, 422],
    shape: 'error',
    keyed: true,
    rated: true,
    heavy: false,
    credits: [[{ shape: locations(2) }, 3]],
    bodyBytes: MB,
  },
  'route-capabilities': {
    statuses: [],
    shape: 'error',
    keyed: false,
    rated: false,
    heavy: false,
    credits: [[{}, 0]],
    bodyBytes: null,
  },
  'elevation-profile': {
    statuses: [400, 413, 422],
    shape: 'product',
    keyed: true,
    rated: true,
    heavy: false,
    credits: [[{ gpx: '' }, 2]],
    bodyBytes: MB,
  },
  'pace-plan': {
    statuses: [400, 413, 422],
    shape: 'product',
    keyed: true,
    rated: true,
    heavy: false,
    credits: [[{ gpx: '', targetSeconds: 1 }, 2]],
    bodyBytes: MB,
  },
  walker: {
    statuses: [400, 413],
    shape: 'product',
    keyed: true,
    rated: true,
    heavy: true,
    credits: [[{ recordings: [{ gpx: '' }] }, 3]],
    bodyBytes: 5 * MB,
  },
  // section 7 allows 422 too; a file that is read is always answered
  'gpx-clean': {
    statuses: [400, 413, 422],
    shape: 'product',
    keyed: true,
    rated: true,
    heavy: false,
    credits: [[{ gpx: '' }, 1]],
    bodyBytes: 5 * MB,
  },
  'gpx-simplify': {
    statuses: [400, 413, 422],
    shape: 'product',
    keyed: true,
    rated: true,
    heavy: false,
    credits: [[{ gpx: '' }, 1]],
    bodyBytes: 5 * MB,
  },
  course: {
    statuses: [400, 413, 422, 503],
    shape: 'product',
    keyed: true,
    rated: true,
    heavy: false,
    credits: [
      [{ format: 'fit', gpx: '' }, 1],
      [{ format: 'fit', route: { waypoints: places(2) } }, 2],
      [{ format: 'fit', route: { waypoints: places(11) } }, 3],
    ],
    bodyBytes: 5 * MB,
  },
  search: {
    statuses: [400],
    shape: 'error',
    keyed: true,
    rated: true,
    heavy: false,
    credits: [[{ q: 'ab' }, 1]],
    bodyBytes: null,
  },
  reverse: {
    statuses: [400],
    shape: 'error',
    keyed: true,
    rated: true,
    heavy: false,
    credits: [[{ lat: 1, lon: 1 }, 1]],
    bodyBytes: null,
  },
  trails: {
    statuses: [400],
    shape: 'error',
    keyed: true,
    rated: true,
    heavy: false,
    credits: [[{ q: 'a' }, 1]],
    bodyBytes: null,
  },
  'trail-relation': {
    statuses: [404],
    shape: 'error',
    keyed: true,
    rated: true,
    heavy: false,
    credits: [[{ relationId: 1 }, 1]],
    bodyBytes: null,
  },
  'trails-bbox': {
    statuses: [400],
    shape: 'error',
    keyed: true,
    rated: true,
    heavy: false,
    credits: [[{}, 2]],
    bodyBytes: null,
  },
  pois: {
    statuses: [400],
    shape: 'error',
    keyed: true,
    rated: true,
    heavy: false,
    credits: [[{}, 2]],
    bodyBytes: null,
  },
  snow: {
    statuses: [400, 503],
    shape: 'error',
    keyed: true,
    rated: true,
    heavy: false,
    credits: [
      [{ points: places(1) }, 3],
      [{ points: places(512) }, 3],
    ],
    bodyBytes: null,
  },
  weather: {
    statuses: [400, 503],
    shape: 'error',
    keyed: false,
    rated: true,
    heavy: false,
    credits: [[{ points: [{ lon: 1, lat: 42 }] }, 0]],
    bodyBytes: null,
  },
  sun: {
    statuses: [400],
    shape: 'product',
    keyed: false,
    rated: true,
    heavy: false,
    credits: [[{ lat: 42, lon: 1, date: '2026-06-21' }, 0]],
    bodyBytes: null,
  },
  'route-weather': {
    statuses: [400, 413, 422, 502, 503],
    shape: 'product',
    keyed: true,
    rated: true,
    heavy: true,
    credits: [[{ departure: '2026-11-21T12:00:00Z', gpx: '' }, 5]],
    bodyBytes: MB,
  },
  'static-map': {
    statuses: [400, 503],
    shape: 'error',
    keyed: true,
    rated: true,
    heavy: false,
    credits: [
      [{ bbox: [1, 42, 2, 43] }, 2],
      [{ bbox: [1, 42, 2, 43], width: 1000, height: 2000 }, 2],
      [{ bbox: [1, 42, 2, 43], width: 1001, height: 2000 }, 3],
      [{ bbox: [1, 42, 2, 43], width: 1000, height: 1000, scale: 2 }, 3],
      [{ bbox: [1, 42, 2, 43], width: 1280, height: 1280, scale: 2 }, 5],
    ],
    bodyBytes: MB,
  },
  usage: {
    statuses: [401],
    shape: 'error',
    keyed: true,
    rated: false,
    heavy: false,
    credits: [[{}, 0]],
    bodyBytes: null,
  },
}

/** Statuses that any operation may answer beside its own (decision: errors). */
export const COMMON_STATUSES = [401, 403, 404, 405, 413, 415, 429, 500, 503]

/** Plans of decision `keys-and-credits`: credits, requests a second, slots. */
export const SPEC_PLANS = {
  none: { credits: 500, period: 'day', ratePerS: 5, slots: 1, areaCreditsPerDay: 500 },
  free: { credits: 30_000, period: 'month', ratePerS: 10, slots: 1, areaCreditsPerDay: 3000 },
  starter: { credits: 300_000, period: 'month', ratePerS: 25, slots: 2, areaCreditsPerDay: 30_000 },
  pro: { credits: 1_500_000, period: 'month', ratePerS: 50, slots: 4, areaCreditsPerDay: 150_000 },
  business: { credits: 6_000_000, period: 'month', ratePerS: 100, slots: 8, areaCreditsPerDay: 600_000 },
}

/** Limits of decisions `keys-and-credits`, `errors` that bind no single operation. */
export const SPEC_GATE = {
  burstFactor: 2,
  browserRatePerS: 2,
  forecastPointsPerMin: 120,
  forecastPointsPerDocument: 50,
  graphqlBodyBytes: 6 * MB,
  headerBytes: 96 * 1024,
  concurrencyRetryAfterS: 2,
}
