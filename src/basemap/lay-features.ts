// Turns collected objects into features with geometry: lines of ways, areas of closed ways and of relations, borders,
// signed routes. Members are joined by position (area-rings.ts). An area whose relation is cut off by the edge of the
// data keeps the outer rings that close and the inner ones in them; it is never closed by a straight line, and what was
// left out is counted.

import type { IgnoredCounts } from '../graph/ignored-counts.ts'
import { NO_NODE } from '../graph/node-file.ts'
import { Area } from '../places/area.ts'
import { joinRings } from '../places/area-rings.ts'
import { borderMark, type AreaRelation, type DraftMark, type MapCollector } from './collect-map.ts'
import { DEEPEST_ZOOM, unitOf, type Mark } from './feature-store.ts'
import { nestRings, ringArea2, ringHolds } from './nest-rings.ts'

/** Units of a 4096 tile in one pixel of a 512 px tile. */
const UNITS_PER_PX = 8

export function layFeatures(found: MapCollector, ignored: IgnoredCounts): void {
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
    const lines = runs.map((run) => coordsOf(found, run))
    const isRing = runs.length === 1 && runs[0].length >= 4 && runs[0][0] === runs[0][runs[0].length - 1]
    for (let entry = d; entry < next; entry++) {
      const draft = drafts[draftMark.array[entry]]
      if (draft.geometry === 'line') store.addLines(draft, lines)
      else if (isRing) layArea(found, draft, lines, [0])
    }
  }
  for (const area of found.areas.values()) layRelation(found, area, ignored)
  for (const [wayId, level] of found.borderLevel) {
    const way = found.ways.find(wayId)
    if (found.wayKnown.array[way] === 0 || found.wayIsMaritime.array[way] === 1) continue
    store.addLines(
      borderMark(store, level),
      runsOf(found, way).map((run) => coordsOf(found, run)),
    )
  }
  for (const [id, { mark }] of found.trails) {
    const lines = [...waysOfTrail(found, id)].flatMap((way) => runsOf(found, way).map((run) => coordsOf(found, run)))
    if (!store.addLines(mark, lines)) ignored.add('relation', 'a signed route without any line in the data')
  }
}

function layRelation(found: MapCollector, { wayIds, inner, drafts }: AreaRelation, ignored: IgnoredCounts): void {
  const outerWays: number[][] = []
  const innerWays: number[][] = []
  let isWhole = true
  wayIds.forEach((wayId, i) => {
    const way = found.ways.find(wayId)
    const runs = way < 0 || found.wayKnown.array[way] === 0 ? [] : runsOf(found, way)
    if (runs.length === 1) (inner[i] === 1 ? innerWays : outerWays).push(runs[0])
    else isWhole = false
  })
  const all = joinRings([...outerWays, ...innerWays])
  let rings = all.rings
  if (!isWhole || all.openCount > 0) {
    ignored.add('relation', 'an area that does not close in the data: only its closed parts are drawn')
    const outers = joinRings(outerWays).rings.map((ring) => coordsOf(found, ring))
    rings = [
      ...joinRings(outerWays).rings,
      ...joinRings(innerWays).rings.filter((ring) =>
        outers.some((outer) => ringHolds(outer, found.nodeX(ring[0]), found.nodeY(ring[0]))),
      ),
    ]
  }
  if (rings.length === 0) return
  const nested = nestRings(rings.map((ring) => coordsOf(found, ring)))
  for (const draft of drafts) if (draft.geometry !== 'line') layArea(found, draft, nested.rings, nested.inner)
}

/** Adds an area, or its point, from the zoom at which it is large enough. */
function layArea(
  { store, placePoints }: MapCollector,
  draft: DraftMark,
  rings: readonly Float64Array[],
  inner: readonly number[],
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
  if (draft.layer === 'places' && placePoints.some(([x, y]) => area.holds(x, y))) return
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
function waysOfTrail(found: MapCollector, id: number): Set<number> {
  const ways = new Set<number>()
  const routes = new Set([id])
  for (const route of routes) {
    const trail = found.trails.get(route)
    if (trail === undefined) continue
    for (const child of trail.relationIds) routes.add(child)
    for (const wayId of trail.wayIds) {
      const way = found.ways.find(wayId)
      if (way >= 0 && found.wayKnown.array[way] === 1) ways.add(way)
    }
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

export function coordsOf(found: MapCollector, nodes: readonly number[]): Float64Array {
  const coords = new Float64Array(nodes.length * 2)
  nodes.forEach((node, i) => {
    coords[2 * i] = found.nodeX(node)
    coords[2 * i + 1] = found.nodeY(node)
  })
  return coords
}
