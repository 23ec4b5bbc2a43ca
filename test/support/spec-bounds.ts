// The bounds of the members of inputs, typed by hand: of the interface, and of docs/decisions where it is silent. Numbers
// and lengths may be as large or as small as a bound, and one step beyond is refused. src never imports this;
// test/bounds.test.ts compares the declarations with it.

/** The least and the most of a number, or of the entries of a list, or of the characters of a text; null: none. */
export type Bounds = readonly [least: number | null, most: number | null]

const LON: Bounds = [-180, 180]
const LAT: Bounds = [-90, 90]
const PAIR: Bounds = [2, 2]
const GRADE: Bounds = [1, 6]
const SHARE: Bounds = [0, 1]

/** A route in a request of its own, and inside of one for a file. */
const ROUTE: Record<string, Bounds> = {
  waypoints: [1, 100],
  maxSac: GRADE,
  hills: [-1, 1],
  snapRadiusM: [10, 5000],
  straightLegs: [0, 99],
  alternatives: [0, 3],
  'walker.factor': [0.4, 2.5],
  'walker.spread': [0.02, 0.5],
  'avoid.ways': [0, 200],
  'avoid.kinds': [0, 8],
}
const box = (name: string, lat = LAT): Record<string, Bounds> => ({
  [name]: [4, 4],
  ...{ [`${name}.0`]: LON, [`${name}.1`]: lat, [`${name}.2`]: LON, [`${name}.3`]: lat },
})
const point = (name: string): Record<string, Bounds> => ({ [name]: PAIR, [`${name}.0`]: LON, [`${name}.1`]: LAT })

/** By member, the same for every operation that has it, but for those of BOUNDS_OF. */
export const BOUNDS: Record<string, Bounds> = {
  ...ROUTE,
  ...Object.fromEntries(Object.entries(ROUTE).map(([name, bounds]) => [`route.${name}`, bounds])),
  ...{ ...box('bbox'), ...box('biasBbox'), ...point('near'), ...point('start'), ...point('from') },
  ...{ lat: LAT, lon: LON, minLat: LAT, maxLat: LAT, minLon: LON, maxLon: LON },
  locations: [2, 100],
  'costingOptions.bicycle.useRoads': SHARE,
  'costingOptions.bicycle.useFerry': SHARE,
  'costingOptions.pedestrian.maxHikingDifficulty': GRADE,
  distanceKm: [0.5, null],
  distanceM: [500, null],
  direction: [0, 360],
  'through.places': [1, 10],
  'through.kinds': [1, 20],
  'through.atLeast': [1, 10],
  ...{ metres: [1, 4], minutes: [1, 4] },
  ...{ sources: [1, 200], targets: [1, 200], annotations: [1, 4] },
  shape: [2, 2000],
  'filters.attributes': [0, 200],
  'traceOptions.searchRadius': [5, 100],
  'traceOptions.gpsAccuracy': [1, 50],
  ...{ targetSeconds: [1, 360_000], flatPaceSPerKm: [120, 1800] },
  maxPoints: [2, 50_000],
  ...{ cues: [0, 2000], name: [null, 200], recordings: [1, 20] },
  ...{ q: [null, 200], radiusM: [50, 50_000], kinds: [1, 42], kind: [1, 20], relationId: [1, null] },
  ...{ days: [1, 16], departures: [1, 24], stops: [0, 50], paceFactor: [0.5, 2], kmh: [1, 60], minPerKm: [1, 60] },
  segments: [1, 512],
  ...{ width: [128, 2048], height: [128, 2048], scale: [1, 2], padding: [0, 512] },
  ...{ z: [0, 22], release: [1, 200] },
}

/** Where an operation has bounds of its own. */
export const BOUNDS_OF: Record<string, Record<string, Bounds>> = {
  elevation: { points: [1, 2048] },
  'elevation-profile': { points: [2, 6000] },
  weather: { points: [1, 12] },
  snow: { points: [1, 512] },
  reach: { toleranceM: [10, 500] },
  'gpx-simplify': { toleranceM: [0.5, 1000] },
  course: { waypoints: [0, 2000] },
  search: { limit: [1, 50] },
  reverse: { limit: [1, 50] },
  trails: { limit: [1, 100] },
  'trails-bbox': { limit: [1, 1000] },
  pois: { limit: [1, 10_000] },
  'static-map': box('bbox', [-85.0511, 85.0511]),
}
