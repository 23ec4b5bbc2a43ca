// Builds the whole demo region in order: land, water, network, streets, ways, places, cover, borders, routes.
// Everything is in the plane; nothing is written here. The order matters: ids follow it, and later steps build on
// earlier ones.

import { addBoundaries } from './boundaries.ts'
import { buildWays, junctionsOf, type Special } from './build-ways.ts'
import { DemoMap } from './demo-map.ts'
import { slopeField } from './find-landforms.ts'
import type { Ground } from './find-trail.ts'
import { buildTerrain } from './island-terrain.ts'
import { COLS, ROWS } from './island-grid.ts'
import { addLandcover } from './landcover.ts'
import { joinLines, layExtras, type Extras } from './lay-extras.ts'
import { layNetwork, type DemoLine, type LaidNetwork } from './lay-network.ts'
import { layStreets, placeHouses } from './lay-streets.ts'
import { layWater, type Waters } from './lay-water.ts'
import { PLANS } from './network-plan.ts'
import { SETTLEMENTS } from './place-names.ts'
import { addPlaces } from './places.ts'
import { addRestriction, addRoundabout } from './town-traffic.ts'
import { addSignedRoutes } from './signed-routes.ts'
import { steepness } from './tag-ways.ts'

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
