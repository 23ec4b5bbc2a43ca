// Builds the whole demo region in order: land, water, network, streets, ways, places, cover, borders, routes.
// Everything is in the plane; nothing is written here. The order matters: ids follow it, and later steps build on
// earlier ones.

import { type Special, buildWays, junctionsOf, steepness } from './build-ways.ts'
import { DemoMap, type DemoMember, type Tags } from './demo-map.ts'
import { slopeField } from './find-landforms.ts'
import type { Ground } from './find-trail.ts'
import { blur, buildTerrain } from './island-terrain.ts'
import { COLS, ROWS } from './island-grid.ts'
import { addLandcover, addRing } from './landcover.ts'
import { type Extras, joinLines, layExtras } from './lay-extras.ts'
import { type DemoLine, type LaidNetwork, layNetwork } from './lay-network.ts'
import { layStreets, placeHouses } from './lay-streets.ts'
import { type Waters, layWater } from './lay-water.ts'
import { PLANS, type SpotName } from './network-plan.ts'
import { SETTLEMENTS, addPlaces } from './places.ts'
import { addSignedRoutes } from './signed-routes.ts'
import { gradientNoise } from './seeded-noise.ts'
import type { Plane } from './smooth-line.ts'
import { traceRings } from './trace-rings.ts'

/** Extra metres charged to keep ways off a stream and its banks. */
const STREAM_TOLL_M = 130
const BANK_TOLL_M = 35

export interface Island {
  map: DemoMap
  ground: Ground
  waters: Waters
  net: LaidNetwork
  lake: Uint8Array
}

export function buildIsland(): Island {
  const map = new DemoMap()
  const terrain = buildTerrain()
  const waters = layWater(map, terrain)
  const lake = new Uint8Array(COLS * ROWS)
  const tollM = new Float32Array(COLS * ROWS)
  for (let cell = COLS; cell < tollM.length - COLS; cell++) {
    if (!waters.isStream[cell]) continue
    tollM[cell] = STREAM_TOLL_M
    for (const step of [-1, 1, -COLS, COLS]) tollM[cell + step] = Math.max(tollM[cell + step], BANK_TOLL_M)
  }
  for (const { cells } of waters.lakes) {
    for (const cell of cells) {
      lake[cell] = 1
      for (const step of [0, -1, 1, -COLS, COLS]) tollM[cell + step] = Infinity
    }
  }
  const ground: Ground = { heightM: terrain.heightM, shore: terrain.shore, slope: slopeField(terrain.heightM), tollM }
  const net = layNetwork(map, ground)
  const extras = layExtras(map, ground, net)
  const lines: DemoLine[] = [...waters.streams, ...net.lines, ...extras.lines]
  const streets = SETTLEMENTS.map((settlement) => {
    const laid = layStreets(map, ground, lines, settlement, net.spotPoint[settlement.spot])
    return { settlement, laid }
  })
  for (const { laid } of streets) lines.push(...laid)
  const specials = joinLines(map, lines)
  markAids(map, ground, lines, specials)
  buildWays(map, ground, lines, specials)
  addStreams(map, lines)
  addRoundabout(map, net.spotPoint, 'town')
  addRestriction(map)
  for (const { settlement, laid } of streets) {
    for (const house of placeHouses(map, ground, laid, lines, settlement.houses))
      map.addWay(house, { building: house[0] % 5 === 0 ? 'yes' : 'house' })
  }
  addPlaces(map, ground, net, extras, junctionPoints(lines, net, extras))
  addLandcover(map, ground, waters)
  addBoundaries(map, ground, net.spotPoint)
  addSignedRoutes(map, net.spotPoint)
  return { map, ground, waters, net, lake }
}

/** Ropes on the steepest alpine stretch, a ladder on the next. */
function markAids(map: DemoMap, ground: Ground, lines: DemoLine[], specials: Map<number, Special>): void {
  const alpine = lines.filter(
    ({ plan, kind, points }) => kind === 'path' && plan >= 0 && PLANS[plan].style === 'alpine' && points.length > 6,
  )
  const steepest = alpine
    .map((line) => ({ line, steep: steepness(map, ground, line.points) }))
    .sort((a, b) => b.steep - a.steep)
  const middle = ({ points }: DemoLine) => points[Math.floor(points.length / 2)]
  specials.set(middle(steepest[0].line), {
    halfM: 45,
    tags: { assisted_trail: 'yes', safety_rope: 'yes', rungs: 'yes' },
  })
  specials.set(middle(steepest[1].line), { halfM: 8, tags: { ladder: 'yes' } })
}

function addStreams(map: DemoMap, lines: DemoLine[]): void {
  for (const { kind, points, name } of lines) {
    if (kind === 'stream') map.addWay(points, { waterway: 'stream', ...(name === undefined ? {} : { name }) })
    if (kind === 'rail') map.addWay(points, { railway: 'narrow_gauge', gauge: '760', name: name ?? 'Bahn' })
  }
}

/** Junctions of three or more walked ways, away from settlements: candidates for guideposts. */
function junctionPoints(lines: DemoLine[], net: LaidNetwork, extras: Extras): number[] {
  const walked = net.lines.filter(({ kind }) => kind === 'path' || kind === 'track')
  const junctions = junctionsOf(lines)
  const ends = new Map<number, number>()
  for (const { points } of walked)
    for (const end of [points[0], points[points.length - 1]]) ends.set(end, (ends.get(end) ?? 0) + 1)
  const taken = new Set([...Object.values(net.spotPoint), extras.harbour])
  return [...ends]
    .filter(([point, count]) => count >= 3 && junctions.has(point) && !taken.has(point))
    .map(([point]) => point)
}

const SEED = 900
const MUNICIPALITIES = [
  { name: 'Gemeinde Öddelgrün', 'name:en': 'Municipality of Öddelgrün', population: '712' },
  { name: 'Gemeinde Sturmwöhrde', 'name:en': 'Municipality of Sturmwöhrde', population: '3391' },
  { name: 'Município de Vale Torvinho', 'name:en': 'Municipality of Vale Torvinho', population: '1204' },
]
/**
 * Borders run from the summit in the middle along ridges to the coast, in the order in which they meet the coast (land
 * on the left).
 */
const BORDERS: SpotName[][] = [
  ['nevoa', 's2176', 'velmar', 's1292', 'brueder', 'farm5', 'c7'],
  ['nevoa', 's1816', 'kraehen', 's1313', 's987', 'westTip'],
  ['nevoa', 's2019', 'moewenstein', 's2101', 'weissgrat', 's2020', 's1755', 'luemmel', 's805', 'gannet', 'tip'],
]

/**
 * The coast in OSM's convention (land on the left), and the areas made from it: the island, its region and its three
 * municipalities, which share their border ways without gap or overlap; and the nature reserve on the heights. Two
 * areas never have two lines for one border. Adds coast, borders, boundaries and the reserve.
 */
function addBoundaries(map: DemoMap, ground: Ground, spotPoint: Record<SpotName, number>): void {
  const [main, ...islets] = traceRings(ground.shore, 0, 9, 3000).filter((ring, i) => i === 0 || ring.length > 3)
  const coast = main.slice(0, -1).map(([xM, yM]) => map.addPoint(xM, yM))
  const landfalls = BORDERS.map((spots) => nearest(map, coast, spotPoint[spots[spots.length - 1]]))
  const borders = BORDERS.map((spots, i) =>
    map.addWay(
      borderLine(
        map,
        spots.map((spot) => spotPoint[spot]),
        coast[landfalls[i]],
      ),
      { boundary: 'administrative', admin_level: '8' },
    ),
  )
  const coastTags: Tags = { natural: 'coastline', source: 'waypost-demo' }
  const shores = landfalls.map((from, i) => {
    const to = landfalls[(i + 1) % landfalls.length]
    return map.addWay(
      from < to ? coast.slice(from, to + 1) : [...coast.slice(from), ...coast.slice(0, to + 1)],
      coastTags,
    )
  })
  const around = islets.map((ring, i) =>
    addRing(
      map,
      ring,
      i === 0
        ? { ...coastTags, place: 'islet', name: 'Seehundsknüll', 'name:en': 'Seal Holm' }
        : { ...coastTags, place: 'islet' },
    ),
  )
  const outer = (ways: number[]) => ways.map((index): DemoMember => ({ type: 'way', index, role: 'outer' }))
  map.addRelation(outer(shores), {
    type: 'multipolygon',
    place: 'island',
    name: 'Velmarra',
    'name:de': 'Welmarra',
    'name:en': 'Velmarra',
    alt_name: 'Ilha de Velmarra',
    population: '5307',
  })
  map.addRelation(outer([...shores, ...around]), {
    type: 'boundary',
    boundary: 'administrative',
    admin_level: '4',
    name: 'Inselregion Velmarra',
    'name:en': 'Region of Velmarra',
    population: '5307',
  })
  MUNICIPALITIES.forEach((tags, i) => {
    const ways = [borders[i], shores[i], borders[(i + 1) % 3]]
    map.addRelation(outer(i === 1 ? [...ways, ...around] : ways), {
      type: 'boundary',
      boundary: 'administrative',
      admin_level: '8',
      ...tags,
    })
  })
  const [reserve] = traceRings(blur(blur(ground.heightM, 3), 3), 1150, 40, 1_000_000)
  map.addRelation([{ type: 'way', index: addRing(map, reserve, {}), role: 'outer' }], {
    type: 'boundary',
    boundary: 'protected_area',
    protect_class: '4',
    leisure: 'nature_reserve',
    name: 'Naturschutzgebiet Hochvelmarra',
    'name:en': 'High Velmarra Nature Reserve',
  })
}

function nearest(map: DemoMap, points: number[], to: number): number {
  return points.reduce((best, point, i) => (map.gapM(point, to) < map.gapM(points[best], to) ? i : best), 0)
}

/**
 * A border through the given points, uneven in between, ending at the coast. It uses the spots' positions, not their
 * nodes.
 */
function borderLine(map: DemoMap, through: number[], landfall: number): number[] {
  const line: number[] = []
  const at = (point: number): Plane => [map.xM[point], map.yM[point]]
  const stops: Plane[] = [...through.slice(0, -1).map(at), at(landfall)]
  for (let i = 0; i + 1 < stops.length; i++) {
    const [ax, ay] = stops[i]
    const [bx, by] = stops[i + 1]
    const lengthM = Math.hypot(bx - ax, by - ay)
    // all borders meet in the node of the summit
    line.push(i === 0 ? through[0] : map.addPoint(ax, ay))
    const pieces = Math.floor(lengthM / 150)
    for (let k = 1; k < pieces; k++) {
      const [x, y] = [ax + (k / pieces) * (bx - ax), ay + (k / pieces) * (by - ay)]
      const offM = 110 * gradientNoise(x / 310, y / 310, SEED)
      line.push(map.addPoint(x - (offM * (by - ay)) / lengthM, y + (offM * (bx - ax)) / lengthM))
    }
  }
  return [...line, landfall]
}

const RADIUS_M = 17

/**
 * Small things that routers must get right: a roundabout in the town, and turn restrictions, one of which spares
 * bicycles. Works on finished ways. Never leaves a way with fewer than two points. Replaces the junction at a spot by a
 * circle (counter-clockwise); the spot moves onto the circle.
 */
function addRoundabout(map: DemoMap, spotPoint: Record<SpotName, number>, spot: SpotName): void {
  const centre = spotPoint[spot]
  const joints: { angle: number; point: number }[] = []
  const jointAt = (towards: number) => {
    const angle = Math.atan2(map.yM[towards] - map.yM[centre], map.xM[towards] - map.xM[centre])
    const near = joints.find((joint) => Math.abs(joint.angle - angle) < 0.12)
    if (near) return near.point
    const point = map.addPoint(map.xM[centre] + RADIUS_M * Math.cos(angle), map.yM[centre] + RADIUS_M * Math.sin(angle))
    joints.push({ angle, point })
    return point
  }
  for (const way of map.ways) {
    if (way.tags.highway === undefined) continue
    for (const end of [0, 1]) {
      if (way.points[end === 0 ? 0 : way.points.length - 1] !== centre) continue
      const outward = end === 0 ? way.points.slice() : way.points.slice().reverse()
      let i = 1
      while (i < outward.length - 1 && map.gapM(outward[i], centre) < RADIUS_M + 4) i++
      const cut = [jointAt(outward[i]), ...outward.slice(i)]
      way.points = end === 0 ? cut : cut.reverse()
    }
  }
  for (let k = 0; k < 12; k++)
    jointAt(
      map.addPoint(
        map.xM[centre] + 50 * Math.cos((k * Math.PI) / 6),
        map.yM[centre] + 50 * Math.sin((k * Math.PI) / 6),
      ),
    )
  joints.sort((a, b) => a.angle - b.angle)
  const circle = joints.map(({ point }) => point)
  map.addWay([...circle, circle[0]], {
    highway: 'secondary',
    junction: 'roundabout',
    name: 'Marktkreisel',
    surface: 'asphalt',
  })
  spotPoint[spot] = circle[0]
}

/** Two turns from the main road into side streets are forbidden, the second not for bicycles. */
function addRestriction(map: DemoMap): void {
  const kinds: Tags[] = [{ restriction: 'no_left_turn' }, { restriction: 'no_right_turn', except: 'bicycle' }]
  let made = 0
  for (let to = 0; to < map.ways.length && made < kinds.length; to++) {
    if (map.ways[to].tags.highway !== 'residential') continue
    const via = map.ways[to].points[0]
    const from = map.ways.findIndex(
      (way) =>
        way.tags.highway === 'secondary' &&
        way.tags.junction === undefined &&
        way.points[way.points.length - 1] === via,
    )
    if (from < 0) continue
    const turn = turnSign(map, map.ways[from].points, map.ways[to].points)
    if (turn > 0 !== (made === 0)) continue
    map.addRelation(
      [
        { type: 'way', index: from, role: 'from' },
        { type: 'node', index: via, role: 'via' },
        { type: 'way', index: to, role: 'to' },
      ],
      { type: 'restriction', ...kinds[made] },
    )
    made++
  }
}

/** Above 0 for a left turn from the end of one way into the start of another. */
function turnSign(map: DemoMap, from: number[], to: number[]): number {
  const [a, b, c] = [from[from.length - 2], to[0], to[1]]
  return (map.xM[b] - map.xM[a]) * (map.yM[c] - map.yM[b]) - (map.yM[b] - map.yM[a]) * (map.xM[c] - map.xM[b])
}
