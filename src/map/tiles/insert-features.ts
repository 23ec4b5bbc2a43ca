// Turns collected objects into features with geometry: lines of ways, areas of closed ways and of relations, borders,
// signed routes. Members are joined by position (area.ts). An area whose relation is cut off by the edge of the
// data keeps its closed outer rings and the inner rings inside them; it is never closed by a straight line, and what
// was left out is counted.

import type { IgnoredCounts } from '../../graph/build/ignored-counts.ts'
import { NO_NODE } from '../../graph/build/node-file.ts'
import { type Seam, splitLine, splitRing } from '../../geo/split-at-antimeridian.ts'
import { Area, joinRings } from '../../places/area.ts'
import type { MapCollector } from './collect-map.ts'
import type { MappingMark, Mark } from './feature-mapping.ts'
import { nestRings, ringArea2, ringHolds } from './nest-rings.ts'
import { DEEPEST_ZOOM, unitOf, WORLD_UNITS } from './world-units.ts'
import type { FeatureStore } from './feature-store.ts'

/** Units of a 4096 tile in one pixel of a 512 px tile. */
const UNITS_PER_PX = 8
const SEAM: Seam = { west: 0, east: WORLD_UNITS - 1, turn: WORLD_UNITS }

export function insertFeatures(found: MapCollector, ignored: IgnoredCounts): void {
  const { store } = found
  const { drafts, draftWay, draftMark } = found
  for (let d = 0, next = 0; d < draftWay.length; d = next) {
    const way = draftWay.array[d]
    while (next < draftWay.length && draftWay.array[next] === way) next++
    const runs = runsOf(found, way)
    if (runs.length !== 1)
      ignored.add(
        'way',
        runs.length === 0
          ? 'its nodes are not in the data'
          : 'some of its nodes are not in the data: only what is between the others is drawn',
      )
    if (runs.length === 0) continue
    const lines = linesOf(found, way)
    const isRing = runs.length === 1 && runs[0].length >= 4 && runs[0][0] === runs[0][runs[0].length - 1]
    for (let entry = d; entry < next; entry++) {
      const draft = drafts.get(draftMark.array[entry])
      if (draft.geometry === 'line') store.addLines(draft, lines)
      else if (isRing) layArea(found, draft, ringsOf(found, runs[0]))
    }
  }
  for (let area = 0; area < found.areas.count; area++) layRelation(found, area, ignored)
  for (let border = 0; border < found.borderWays.count; border++) {
    const way = found.borderWays.idOf(border)
    if (found.wayKnown.array[way] === 0 || found.wayIsMaritime.array[way] === 1) continue
    store.addLines(borderMark(store, found.borderLevel.array[border]), linesOf(found, way))
  }
  insertTrails(found, ignored)
}

function insertTrails(found: MapCollector, ignored: IgnoredCounts): void {
  const { store, trailLanes, trailRoutes } = found
  const { count } = found.trails
  for (let trail = 0; trail < count; trail++)
    for (let m = trailRoutes.start.array[trail]; m < trailRoutes.start.array[trail + 1]; m++) {
      const part = found.trails.find(trailRoutes.id.array[m])
      if (part >= 0) trailLanes.join(trail, part)
    }
  for (let trail = 0; trail < count; trail++) for (const way of waysOfTrail(found, trail)) trailLanes.takes(trail, way)
  for (let trail = 0; trail < count; trail++) {
    const draft = found.drafts.get(found.trailDraft.array[trail])
    const byLane = Map.groupBy(waysOfTrail(found, trail), (way) => trailLanes.laneOf(trail, way))
    let isThere = false
    for (const [lane, ways] of byLane) {
      const lines = ways.flatMap((way) => linesOf(found, way))
      const mark =
        lane === 0 ? draft : { ...draft, attributes: store.attributes.addTo(draft.attributes, [['lane', lane]]) }
      if (store.addLines(mark, lane === 0 ? lines : lines.map(eastward))) isThere = true
    }
    if (!isThere) ignored.add('relation', 'a signed route without any line in the data')
  }
}

/** So that sides do not change where a way is mapped the other way round. */
function eastward(line: Float64Array): Float64Array {
  if (line[0] <= line[line.length - 2]) return line
  const turned = new Float64Array(line.length)
  for (let i = 0; i < line.length; i += 2) turned.set([line[line.length - 2 - i], line[line.length - 1 - i]], i)
  return turned
}

function layRelation(found: MapCollector, area: number, ignored: IgnoredCounts): void {
  const { areaMembers, areaDrafts } = found
  const outerWays: number[][] = []
  const innerWays: number[][] = []
  let isWhole = true
  for (let m = areaMembers.start.array[area]; m < areaMembers.start.array[area + 1]; m++) {
    const way = areaMembers.way.array[m]
    const runs = found.wayKnown.array[way] === 0 ? [] : runsOf(found, way)
    if (runs.length === 1) (areaMembers.inner.array[m] === 1 ? innerWays : outerWays).push(runs[0])
    else isWhole = false
  }
  const all = joinRings([...outerWays, ...innerWays])
  let rings = all.rings
  if (!isWhole || all.openCount > 0) {
    ignored.add('relation', 'an area that does not close in the data: only its closed parts are drawn')
    const outers = joinRings(outerWays).rings.flatMap((ring) => ringsOf(found, ring))
    rings = [
      ...joinRings(outerWays).rings,
      ...joinRings(innerWays).rings.filter((ring) =>
        outers.some((outer) => ringHolds(outer, found.nodeX(ring[0]), found.nodeY(ring[0]))),
      ),
    ]
  }
  if (rings.length === 0) return
  const nested = nestRings(rings.flatMap((ring) => ringsOf(found, ring)))
  for (let d = areaDrafts.start.array[area]; d < areaDrafts.start.array[area + 1]; d++) {
    const draft = found.drafts.get(areaDrafts.draft.array[d])
    if (draft.geometry !== 'line') layArea(found, draft, nested.rings, nested.inner)
  }
}

/** Adds an area, or its point, from the zoom at which it is large enough. */
function layArea(
  { store, placePoints }: MapCollector,
  draft: MappingMark,
  rings: readonly Float64Array[],
  inner: readonly number[] = rings.map(() => 0),
): void {
  let area2 = 0
  rings.forEach((ring, i) => (area2 += Math.abs(ringArea2(ring)) * (inner[i] === 1 ? -1 : 1)))
  if (!(area2 > 0)) return
  const minZoom = Math.max(draft.minZoom, zoomOfArea(area2 / 2, draft.leastPx))
  if (minZoom > (draft.maxZoom ?? DEEPEST_ZOOM)) return
  const mark: Mark = { ...draft, minZoom }
  if (draft.geometry === 'area') {
    store.addArea(mark, rings, inner)
    return
  }
  const area = new Area(rings)
  // a town with its own node already has its name there
  if (draft.layer === 'places' && placePoints.x.view().some((x, i) => area.holds(x, placePoints.y.array[i]))) return
  const point = area.findPointInside()
  if (point !== null) store.addPoint(mark, point[0], point[1])
}

/**
 * The first zoom at which an area (world units squared) fills `leastPx` pixels of a 512 px tile; the deepest if it is
 * smaller still.
 */
function zoomOfArea(area: number, leastPx: number): number {
  if (leastPx === 0) return 0
  for (let z = 0; z < DEEPEST_ZOOM; z++) if (area >= leastPx * (unitOf(z) * UNITS_PER_PX) ** 2) return z
  return DEEPEST_ZOOM
}

/** Known ways of a route and of all routes it is made of, each once; a route that contains itself is not repeated. */
function waysOfTrail({ trails, trailWays, trailRoutes, wayKnown }: MapCollector, first: number): Set<number> {
  const ways = new Set<number>()
  const routes = new Set([first])
  for (const route of routes) {
    for (let m = trailRoutes.start.array[route]; m < trailRoutes.start.array[route + 1]; m++) {
      const child = trails.find(trailRoutes.id.array[m])
      if (child >= 0) routes.add(child)
    }
    for (let m = trailWays.start.array[route]; m < trailWays.start.array[route + 1]; m++)
      if (wayKnown.array[trailWays.way.array[m]] === 1) ways.add(trailWays.way.array[m])
  }
  return ways
}

/** Nodes of a way, in runs of at least two without a gap: nothing is drawn across nodes missing from the data. */
export function runsOf({ wayStart, wayEnd, refs }: MapCollector, way: number): number[][] {
  const runs: number[][] = []
  let run: number[] = []
  for (let r = wayStart.array[way]; r < wayEnd.array[way]; r++) {
    const node = refs.array[r]
    if (node !== NO_NODE) run.push(node)
    else {
      if (run.length > 1) runs.push(run)
      run = []
    }
  }
  if (run.length > 1) runs.push(run)
  return runs
}

/** Coasts in pieces that end at the sides of the world; whole ones are closed. */
export const coastOf = (found: MapCollector, nodes: readonly number[]): Float64Array[] =>
  splitLine(coordsOf(found, nodes), SEAM)

/** The lines of a way, which end at the sides of the world. */
function linesOf(found: MapCollector, way: number): Float64Array[] {
  return runsOf(found, way).flatMap((run) => splitLine(coordsOf(found, run), SEAM))
}

function ringsOf(found: MapCollector, ring: readonly number[]): Float64Array[] {
  return splitRing(coordsOf(found, ring), SEAM)
}

/** In world units. */
function coordsOf(found: MapCollector, nodes: readonly number[]): Float64Array {
  const coords = new Float64Array(nodes.length * 2)
  nodes.forEach((node, i) => {
    coords[2 * i] = found.nodeX(node)
    coords[2 * i + 1] = found.nodeY(node)
  })
  return coords
}

const COUNTRY_LEVEL = 2

/** How a border is marked in the tiles. Attributes of a border by its lowest admin level. */
function borderMark(store: FeatureStore, level: number): Mark {
  const kind = level === COUNTRY_LEVEL ? 'country' : level <= 4 ? 'region' : level <= 6 ? 'county' : 'locality'
  const minZoom = level === COUNTRY_LEVEL ? 0 : level <= 4 ? 6 : level <= 6 ? 8 : level === 7 ? 9 : 10
  return {
    layer: 'boundaries',
    minZoom,
    sort: -level,
    attributes: store.attributes.add([
      ['kind', kind],
      ['kind_detail', level],
      ['sort_rank', 289],
      ['min_zoom', minZoom],
    ]),
  }
}
