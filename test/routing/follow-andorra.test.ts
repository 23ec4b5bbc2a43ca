// Every signed route of Andorra as a route: what is open of it comes back, in the order of its members. The catalogue's
// line and the tags of the member ways are the oracle; neither knows how the line is laid onto the network. Of 51 that
// the map has in one piece, 47 come back whole. The other four leave the country, or enter it, along a trunk road on
// which nobody may walk: distinguished here by the tags of that road, not by how many they are.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCatalogueFile, type OpenedCatalogue } from '../../db/open-catalogue.ts'
import { distanceM } from '../../src/geo/lon-lat.ts'
import type { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { ACCESS_CLOSED } from '../../src/osm/edge-facts.ts'
import type { TrailLine, TrailRow } from '../../src/places/catalogue-rows.ts'
import type { TrailToFollow } from '../../src/routing/costs/request-types.ts'
import { RoutePlanner, type PlannedRoute } from '../../src/routing/route/plan-route.ts'
import { mainComponent } from '../support/main-component.ts'
import { hasAndorra, networkOf, releaseOf } from '../support/prepared-regions.ts'

const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'andorra', terrainRelease: null }
const WHOLE = 0.98
/** The GR 7 and the E7, each under the name of the country and of the whole. */
const OVER_CLOSED_TRUNK = [318027, 3073965, 7614536, 11878137]

describe.skipIf(!hasAndorra)('trails of Andorra (needs real data)', () => {
  let graph: RoutingGraph
  let catalogue: OpenedCatalogue
  let planner: RoutePlanner
  let trails: { row: TrailRow; line: TrailLine }[]

  beforeAll(async () => {
    graph = await networkOf('andorra')
    planner = new RoutePlanner(graph, { engine, metricCacheBytes: 1e8, maxSettled: 1e6 })
    catalogue = await openCatalogueFile((await releaseOf('andorra')).paths.catalogue, 'v1')
    const ids = [...graph.columns.trailRelationId]
    const rows = await catalogue.trails.findByRelationIds(ids)
    const lines = await catalogue.trails.findLines(ids)
    trails = ids.map((_, i) => ({ row: rows[i]!, line: lines[i]! }))
  })
  afterAll(() => catalogue.close())

  function follow({ row, line }: (typeof trails)[number], more: Partial<TrailToFollow> = {}): PlannedRoute {
    const parts = line.parts.map((part) => Int32Array.from(part.flat(), (degrees) => Math.round(degrees * 1e6)))
    const isBike = row.type === 'bicycle'
    return planner.planRoute({
      waypoints: [line.parts[0][0] as [number, number]],
      trails: [{ waypoint: 0, relationId: row.relationId, name: 'It', parts, ...more }],
      longLegs: true,
      ...(isBike ? { profile: 'bike', bicycleType: 'mountain' } : { maxSac: 6 }),
    })
  }

  /** Metres of its ways that nobody may walk (or ride or walk) along, in either direction. */
  function closedM({ row: { relationId, type } }: (typeof trails)[number]): number {
    const { edgeClass, edgeLengthMm, classFootForward, classFootBackward, classBikeForward, trailRelationId } =
      graph.columns
    const trail = trailRelationId.indexOf(relationId)
    let sumMm = 0
    for (let edge = 0; edge < graph.edgeCount; edge++) {
      const k = edgeClass[edge]
      const isOpen =
        classFootForward[k] !== ACCESS_CLOSED ||
        classFootBackward[k] !== ACCESS_CLOSED ||
        (type === 'bicycle' && classBikeForward[k] !== ACCESS_CLOSED)
      if (!isOpen && graph.trailIndexes(edge).includes(trail)) sumMm += edgeLengthMm[edge]
    }
    return sumMm / 1000
  }

  const lengthOf = (part: readonly (readonly number[])[]) =>
    part.reduce((sum, [lon, lat], i) => (i === 0 ? 0 : sum + distanceM(part[i - 1][0], part[i - 1][1], lon, lat)), 0)

  const onTrailM = (route: PlannedRoute, id: number) =>
    route.ways.stretches.reduce((sum, { trails: on, fromM, toM }) => sum + (on.includes(id) ? toM - fromM : 0), 0)

  /** Of those with 98 % of their metres in one piece. */
  let wholeRoutes: { trail: (typeof trails)[number]; route: PlannedRoute }[] = []
  const followWhole = () => {
    if (wholeRoutes.length === 0)
      wholeRoutes = trails
        .filter(({ row, line }) => Math.max(...line.parts.map(lengthOf)) >= WHOLE * row.lengthM)
        .map((trail) => ({ trail, route: follow(trail) }))
    return wholeRoutes
  }

  /** Metres of its ways, each counted once, however often a way around a gap goes along them. */
  function passedM({ trail: { row }, route }: (typeof wholeRoutes)[number]): number {
    const trail = graph.columns.trailRelationId.indexOf(row.relationId)
    const edges = new Set(Array.from(route.line.stepArc, (arc) => (arc < 0 ? -1 : arc >>> 1)))
    edges.delete(-1)
    return [...edges].reduce(
      (sumM, edge) => sumM + (graph.trailIndexes(edge).includes(trail) ? graph.columns.edgeLengthMm[edge] / 1000 : 0),
      0,
    )
  }

  test('every one with 98 % of its metres in one piece comes back with 99 % of it, as its ways prove', () => {
    expect(followWhole().length).toBeGreaterThan(45)
    const short = followWhole().flatMap(({ trail, route }) => {
      const { lengthM, relationId } = trail.row
      const proven = onTrailM(route, relationId)
      const reported = route.legs[0].trail!
      const isProven = proven >= 0.99 * lengthM || OVER_CLOSED_TRUNK.includes(relationId)
      // signed metres are those of all signed routes of the mode together
      const isSigned = route.ways.sums.signedM >= proven - 0.1 && Math.abs(reported.onTrailM - proven) <= 1
      const isReported = proven >= 0.99 * lengthM || route.warnings.some(({ code }) => code === 'trail_gap')
      return isProven && isSigned && isReported ? [] : [[relationId, lengthM, proven, reported]]
    })
    expect(short).toEqual([])
  })

  test('where less comes back, it is a trunk road closed on foot and what lies behind it, and all of it is reported as closed', () => {
    const isMain = mainComponent(planner, 'hike')
    const { edgeClass, edgeFrom, edgeTo, classHighway, classFootForward, classFootBackward } = graph.columns
    const short = followWhole().filter((followed) => passedM(followed) < 0.99 * followed.trail.row.lengthM)
    const wrong = short.flatMap((followed) => {
      const { trail, route } = followed
      const { lengthM, relationId, type } = trail.row
      const missingM = lengthM - passedM(followed)
      const { gaps } = route.legs[0].trail!
      const reportedM = gaps.reduce((sum, { leftOutM }) => sum + leftOutM, 0)
      const isReported = gaps.every(({ reason }) => reason === 'closed') && Math.abs(reportedM - missingM) <= 1
      const index = graph.columns.trailRelationId.indexOf(relationId)
      const passed = new Set(Array.from(route.line.stepArc, (arc) => arc >>> 1))
      const causes = new Set<string>()
      for (let edge = 0; edge < graph.edgeCount; edge++) {
        if (passed.has(edge) || !graph.trailIndexes(edge).includes(index)) continue
        const k = edgeClass[edge]
        const isClosed = classFootForward[k] === ACCESS_CLOSED && classFootBackward[k] === ACCESS_CLOSED
        const isCutOff = !isMain(edgeFrom[edge]) && !isMain(edgeTo[edge])
        causes.add(isClosed ? `closed ${graph.string(classHighway[k])}` : isCutOff ? 'cut off' : `lost ${edge}`)
      }
      const isExplained = [...causes].every((cause) => cause === 'closed trunk' || cause === 'cut off')
      return type === 'hiking' && isReported && isExplained && closedM(trail) > 0
        ? []
        : [[relationId, missingM, reportedM, ...causes]]
    })
    expect(wrong).toEqual([])
    expect(short.map(({ trail }) => trail.row.relationId).sort((a, b) => a - b)).toEqual(OVER_CLOSED_TRUNK)
  })

  test('backward is the same way, where nothing is one-way', () => {
    const different = trails
      .filter(({ row }) => row.type === 'hiking')
      .flatMap((trail) => {
        const [there, back] = (['forward', 'backward'] as const).map((direction) => follow(trail, { direction }))
        const isSame = Math.abs(there.distanceM - back.distanceM) <= 0.02 * there.distanceM
        return isSame ? [] : [[trail.row.relationId, there.distanceM, back.distanceM]]
      })
    expect(different).toEqual([])
  })

  test('the points of its line come in the order of its members', () => {
    const unordered = trails.flatMap((trail) => {
      const { line } = follow(trail)
      const points = trail.line.parts.flat()
      let at = 0
      let met = 0
      for (const [lon, lat] of points) {
        for (let i = at; i < line.lonE6.length; i++) {
          if (Math.abs(line.lonE6[i] - lon * 1e6) > 2 || Math.abs(line.latE6[i] - lat * 1e6) > 2) continue
          met++
          at = i
          break
        }
      }
      const openShare = 1 - closedM(trail) / trail.row.lengthM
      // carriageways of roads are one-way for bicycles: then the other one is ridden
      const least = trail.row.type === 'bicycle' ? 0.95 : 0.98
      return met >= least * openShare * points.length ? [] : [[trail.row.relationId, met, points.length]]
    })
    expect(unordered).toEqual([])
  })

  test('a quarter of it, from a point beside it to another, is a quarter long', () => {
    const wrong = trails
      .filter((trail) => trail.line.parts.length === 1 && trail.row.ends.length > 0 && closedM(trail) === 0)
      .flatMap((trail) => {
        const [part] = trail.line.parts
        const [from, to] = [0.25, 0.5].map((share) => part[Math.round(share * (part.length - 1))])
        const [wanted] = [part.slice(part.indexOf(from), part.indexOf(to) + 1)]
        const route = follow(trail, { from: [from[0] + 1e-5, from[1]], to: [to[0], to[1] + 1e-5] })
        return Math.abs(route.distanceM - lengthOf(wanted)) <= 5 + 0.01 * lengthOf(wanted)
          ? []
          : [[trail.row.relationId, lengthOf(wanted), route.distanceM, route.legs[0].trail]]
      })
    expect(wrong).toEqual([])
  })
})
