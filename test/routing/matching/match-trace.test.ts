// Matching on drawn networks, where a reader can see what is right: what is followed, what is not, and why.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bearingDeg, distanceM, nearestOnSegment, turnDeg } from '../../../src/geo/lon-lat.ts'
import { decodePolyline6 } from '../../../src/geo/polyline.ts'
import { lineAsSent, placesOnLine } from '../../../src/routing/matching/analyse-line.ts'
import { traceAnswer } from '../../../src/routing/matching/trace-answer.ts'
import type { MatchedTrace, MatchSettings, TracePoints } from '../../../src/routing/matching/match-types.ts'
import { lineNetwork, walk, type LineNetwork } from '../../support/line-network.ts'
import { between } from '../../support/arbitraries.ts'

const FOOT: MatchSettings = { mode: 'foot', searchRadiusM: 40, accuracyM: 5 }

/** Nodes that the segments pass, each end as the node nearest to it; `|` between segments. */
function walked(network: LineNetwork, { segments }: MatchedTrace): string {
  return segments
    .map(({ line }) => network.walk(line.stepArc.filter((arc, i) => i === 0 || arc !== line.stepArc[i - 1])))
    .join('|')
}
const share = (matched: MatchedTrace) => matched.matchedM / matched.traceM
const at = (network: LineNetwork, names: string) => [...names].map((name) => network.at(name))
const joined = (...traces: TracePoints[]): TracePoints => {
  const lon = traces.flatMap((trace) => [...trace.lon])
  const lat = traces.flatMap((trace) => [...trace.lat])
  return {
    lon: Float64Array.from(lon),
    lat: Float64Array.from(lat),
    timeMs: new Float64Array(lon.length).fill(Number.NaN),
    partStart: Int32Array.of(0, lon.length),
  }
}

/** What holds for every answer, whatever the line. */
function checkAnswer(network: LineNetwork, trace: TracePoints, matched: MatchedTrace): void {
  const { segments, unmatched, segmentOf, placeMm, atMm } = matched
  // segments and unmatched stretches cover every millimetre of every part once, in order
  for (let p = 0; p + 1 < trace.partStart.length; p++) {
    const [first, last] = [trace.partStart[p], trace.partStart[p + 1] - 1]
    let endMm = atMm[first]
    for (const { fromMm, toMm } of [...segments, ...unmatched]
      .filter(({ fromIndex, toIndex }) => fromIndex >= first && toIndex <= last)
      .sort((a, b) => a.fromMm - b.fromMm || a.toMm - b.toMm)) {
      expect(fromMm).toBeCloseTo(endMm, 6)
      endMm = toMm
    }
    expect(endMm).toBeCloseTo(atMm[last], 6)
  }
  segments.forEach(({ fromIndex, toIndex, isBetween, fromMm, toMm, line, lengthMm }, s) => {
    expect(fromMm).toBeGreaterThanOrEqual(atMm[Math.max(0, fromIndex - 1)])
    expect(toMm).toBeLessThanOrEqual(atMm[Math.min(atMm.length - 1, toIndex + 1)])
    for (let i = fromIndex; i <= toIndex && !isBetween; i++) {
      expect(segmentOf[i]).toBe(s)
      expect(placeMm[i]).toBeGreaterThanOrEqual(i === fromIndex ? 0 : placeMm[i - 1])
      expect(placeMm[i]).toBeLessThanOrEqual(lengthMm)
    }
    expect(line.stepAtMm[line.stepCount]).toBeCloseTo(lengthMm, 3)
    // places on the way are places of the line, from its first to its last
    const placeOf = placesOnLine(matched, segments[s])
    const ends = isBetween
      ? [[0, fromMm, lengthMm, toMm]]
      : [
          [0, fromMm, placeMm[fromIndex], atMm[fromIndex]],
          [placeMm[toIndex], atMm[toIndex], lengthMm, toMm],
        ]
    for (const [place, mm, nextPlace, nextMm] of ends)
      if (nextPlace - place > 1) expect(placeOf((place + nextPlace) / 2)).toBeCloseTo((mm + nextMm) / 2, 0)
    // steps join: no gap is ever drawn
    for (let i = 1; i < line.stepCount; i++) {
      const [a, b] = [line.stepArc[i - 1], line.stepArc[i]]
      const endMm = line.stepAlongMm[i - 1] + line.stepAtMm[i] - line.stepAtMm[i - 1]
      const length = network.graph.columns.edgeLengthMm
      if (endMm === length[a >>> 1] && line.stepAlongMm[i] === 0)
        expect(network.graph.arcTarget(a)).toBe(network.graph.arcTail(b))
      else expect([b, line.stepAlongMm[i]]).toEqual([a ^ 1, length[a >>> 1] - endMm])
    }
  })
  expect(matched.traceM * 1000).toBeCloseTo(atMm[atMm.length - 1] ?? 0, 3)
  expect(matched.matchedM).toBeLessThanOrEqual(matched.traceM + 1e-6)
}

/** Of what is answered: edges as travelled, and every point on the edge that it names. */
function checkTrace({ graph }: LineNetwork, trace: TracePoints, matched: MatchedTrace): void {
  const job = { ...FOOT, ...trace, filters: null }
  const { edges = [], matchedPoints = [], shape = '' } = traceAnswer(graph, job, matched, 'n1')
  const drawn = decodePolyline6(shape)
  const steps = matched.segments.flatMap(({ line }) =>
    Array.from({ length: line.stepCount }, (_, i) => ({
      ...{ arc: line.stepArc[i], fromMm: line.stepAlongMm[i], lengthMm: line.stepAtMm[i + 1] - line.stepAtMm[i] },
      heights: [line.stepFirstPoint[i], line.stepFirstPoint[i + 1]].map((point) => line.heightM[point]),
    })),
  )
  expect(edges).toHaveLength(steps.length)
  edges.forEach((edge, e) => {
    const { arc, fromMm, lengthMm, heights } = steps[e]
    const wholeMm = graph.columns.edgeLengthMm[arc >>> 1]
    expect(edge.wayId).toBe(graph.wayIdOf(arc >>> 1))
    expect(edge.length).toBeCloseTo(lengthMm / 1e6, 6)
    expect(edge.sourcePercentAlong ?? 0).toBeCloseTo(fromMm / wholeMm, 3)
    expect(edge.targetPercentAlong ?? 1).toBeCloseTo((fromMm + lengthMm) / wholeMm, 3)
    const line = drawn.slice(edge.beginShapeIndex, edge.endShapeIndex + 1)
    const turn = (deg: number, [a, b]: (readonly [number, number])[]) => turnDeg(deg, bearingDeg(...a, ...b))
    if (line.length > 1 && lengthMm > 5000) {
      expect(Math.abs(turn(edge.beginHeading, line.slice(0, 2)))).toBeLessThan(3)
      expect(Math.abs(turn(edge.endHeading, line.slice(-2)))).toBeLessThan(3)
    }
    if (edge.weightedGrade !== undefined)
      expect(edge.weightedGrade).toBeCloseTo(((heights[1] - heights[0]) / lengthMm) * 1e5, 1)
  })
  // of the line as it was sent, what no segment covers is on no way
  const sent = lineAsSent(graph, trace, matched)
  const offMm = Array.from(sent.stepArc, (arc, i) => (arc < 0 ? sent.stepAtMm[i + 1] - sent.stepAtMm[i] : 0))
  const onMm = matched.segments.reduce((sum, { fromMm, toMm }) => sum + toMm - fromMm, 0)
  expect(offMm.reduce((sum, mm) => sum + mm, 0)).toBeCloseTo((matched.atMm.at(-1) ?? 0) - onMm, 3)
  const { segmentOf, segments } = matched
  matchedPoints.forEach(({ lon, lat, edgeIndex, distanceAlongEdge, ...point }, i) => {
    expect(edgeIndex === null).toBe(segmentOf[i] < 0)
    if (edgeIndex === null) return
    const { arc } = steps[edgeIndex]
    const wholeMm = graph.columns.edgeLengthMm[arc >>> 1]
    const { beginShapeIndex, endShapeIndex } = edges[edgeIndex]
    const line = drawn.slice(beginShapeIndex, endShapeIndex + 1)
    const away = line.slice(1).map((to, k) => nearestOnSegment(lon, lat, ...line[k], ...to).distanceM)
    expect(Math.min(...away, ...(away.length === 0 ? line.map((at) => distanceM(lon, lat, ...at)) : []))).toBeLessThan(
      0.5,
    )
    const { fromMm, lengthMm } = steps[edgeIndex]
    expect(distanceAlongEdge! * wholeMm).toBeGreaterThan(fromMm - wholeMm / 1e4 - 1)
    expect(distanceAlongEdge! * wholeMm).toBeLessThan(fromMm + lengthMm + wholeMm / 1e4 + 1)
    const isEnd = segmentOf[i] !== segmentOf[i + 1]
    const isStart = segmentOf[i] !== segmentOf[i - 1]
    expect(point.beginRouteDiscontinuity ?? false).toBe(isEnd && segmentOf[i] + 1 < segments.length)
    expect(point.endRouteDiscontinuity ?? false).toBe(isStart && segmentOf[i] > 0)
  })
}

function match(network: LineNetwork, trace: TracePoints, settings: Partial<MatchSettings> = {}): MatchedTrace {
  const matched = network.reader.match(trace, { ...FOOT, ...settings })
  checkAnswer(network, trace, matched)
  checkTrace(network, trace, matched)
  return matched
}

/** Metres of network followed that lie on the edges named. */
function onEdges(network: LineNetwork, { segments }: MatchedTrace, ...keys: string[]): number {
  const edges = new Set(keys.map((key) => network.edge(key)))
  let sumM = 0
  for (const { line } of segments)
    for (let i = 0; i < line.stepCount; i++)
      if (edges.has(line.stepArc[i] >>> 1)) sumM += (line.stepAtMm[i + 1] - line.stepAtMm[i]) / 1000
  return sumM
}

test('grades are those of the direction of travel, and a part of one point is no way', () => {
  const network = lineNetwork('A----B----C', { cellM: 20, heights: { A: 1000, B: 1020, C: 1005 } })
  const grades = (names: string) => {
    const trace = walk(at(network, names), 10)
    const { edges } = traceAnswer(network.graph, { ...FOOT, ...trace, filters: null }, match(network, trace), 'n1')
    return edges!.map(({ weightedGrade }) => Math.round(weightedGrade!))
  }
  expect(grades('AC')).toEqual([20, -15])
  expect(grades('CA')).toEqual([15, -20])
  const [way, alone] = [walk(at(network, 'AC'), 10), walk(at(network, 'AB'), 10)]
  const { unmatched } = match(network, {
    ...joined(way, { ...alone, lon: alone.lon.slice(0, 1), lat: alone.lat.slice(0, 1) }),
    partStart: Int32Array.of(0, way.lon.length, way.lon.length + 1),
  })
  expect(unmatched.map(({ fromIndex, toIndex, reason }) => [fromIndex, toIndex, reason])).toEqual([
    [way.lon.length, way.lon.length, 'no_path_nearby'],
  ])
})

test('an edge of which one height is not known has none, nor has a part of it', () => {
  const network = lineNetwork('A----B----C', { cellM: 20, heights: { A: 1000, B: 1020, C: null } })
  for (const end of [7, 9]) {
    const trace = walk([network.at('A'), network.place(end, 0)], 10)
    const { edges } = traceAnswer(network.graph, { ...FOOT, ...trace, filters: null }, match(network, trace), 'n1')
    expect(edges!.map(({ meanElevation, weightedGrade }) => [meanElevation, weightedGrade])).toEqual([
      [expect.closeTo(1010, 0), expect.closeTo(20, 0)],
      [undefined, undefined],
    ])
  }
})

test('a filter keeps the members that it includes, or all but those that it excludes; gaps and lengths stay', () => {
  const network = lineNetwork('A----B----C', { cellM: 20 })
  const trace = walk(at(network, 'AC'), 10)
  const matched = network.reader.match(trace, FOOT)
  const kept = (action: 'include' | 'exclude', ...attributes: string[]) => {
    const job = { ...FOOT, ...trace, filters: { action, attributes } }
    const { edges, matchedPoints, shape, ...others } = traceAnswer(network.graph, job, matched, 'n1')
    expect(Object.keys(others).sort()).toEqual(['lengths', 'segments', 'tileRelease', 'units', 'unmatched'])
    return [Object.keys(edges?.[0] ?? {}), Object.keys(matchedPoints?.[0] ?? {}), shape !== undefined] as const
  }
  expect(kept('include', 'shape')).toEqual([[], [], true])
  expect(kept('include', 'edge.way_id', 'matched.point')).toEqual([['wayId'], ['lat', 'lon'], false])
  const [edge, point, hasShape] = kept('exclude', 'shape', 'edge.length', 'matched.type')
  expect([edge.includes('length'), edge.includes('wayId'), hasShape]).toEqual([false, true, false])
  expect([point.includes('type'), point.includes('lat')]).toEqual([false, true])
  expect(kept('exclude', 'edge.length')[2]).toBe(true)
})

describe('a line on the network', () => {
  const town = lineNetwork('A----B----C\n|    |    |\n|    |    |\n|    |    |\nD----E----F', { cellM: 20 })

  test('is followed edge by edge, in its own length', () => {
    const matched = match(town, walk(at(town, 'ABEF'), 10))
    expect(walked(town, matched)).toBe('ABEF')
    expect(share(matched)).toBe(1)
    expect(matched.networkM).toBeCloseTo(matched.traceM, 0)
    expect(Math.max(...matched.awayM)).toBeLessThan(0.1)
  })

  test.each([3, 8])('is followed through jitter of %d m, a point a second', (noiseM) => {
    const matched = match(town, walk(at(town, 'DABEFC'), 1.2, noiseM, 5))
    expect(walked(town, matched)).toBe('DABEFC')
    expect(share(matched)).toBeGreaterThan(0.99)
    expect(matched.networkM).toBeGreaterThan(425)
    expect(matched.networkM).toBeLessThan(450)
  })

  test('a pause of ten minutes in the jitter adds no metre of network', () => {
    const place = town.place(5, 2)
    const pause = walk([place, [place[0] + 1e-9, place[1]]], 1e-6, 6, 9)
    const noise = {
      lon: pause.lon.slice(0, 600),
      lat: pause.lat.slice(0, 600),
      timeMs: pause.timeMs.slice(0, 600),
      partStart: Int32Array.of(0, 600),
    }
    const matched = match(
      town,
      joined(
        walk([town.at('A'), town.at('B'), place], 1.2, 3, 1),
        noise,
        walk([place, town.at('E'), town.at('F')], 1.2, 3, 2),
      ),
    )
    expect(walked(town, matched)).toBe('ABEF')
    expect(matched.networkM).toBeLessThan(290)
  })

  test('every point is placed, also those between the ones looked up', () => {
    const matched = match(town, walk(at(town, 'ABC'), 1.2, 0))
    expect([...matched.segmentOf].every((segment) => segment === 0)).toBe(true)
    for (let i = 0; i < matched.placeMm.length; i++) expect(Math.abs(matched.placeMm[i] - i * 1200)).toBeLessThan(20)
    expect(matched.isLookedUp.reduce((a, b) => a + b, 0)).toBeLessThan(matched.placeMm.length / 2)
  })

  test('a step into a side path is taken out, out and back on one path is not', () => {
    const step = match(
      town,
      joined(
        walk([town.at('A'), town.at('B'), town.place(5, 0.35)], 5),
        walk([town.place(5, 0.35), town.at('B'), town.at('C')], 5),
      ),
    )
    expect(walked(town, step)).toBe('ABC')
    const back = match(
      town,
      joined(
        walk([town.at('A'), town.at('B'), town.place(5, 3)], 5),
        walk([town.place(5, 3), town.at('B'), town.at('C')], 5),
      ),
    )
    expect(back.segments.length).toBe(1)
    expect(onEdges(town, back, 'BE')).toBeGreaterThan(110)
    expect(onEdges(town, back, 'BE')).toBeLessThan(122)
  })
})

describe('what lies close together', () => {
  test('lines of a planner with a point every 500 m follow the bends between', () => {
    const bends = lineNetwork(
      'A---B     E---F     I\n    |     |   |     |\n    |     |   |     |\n    C-----D   G-----H',
      { cellM: 50 },
    )
    const line = walk(at(bends, 'ABCDEFGHI'), 500)
    const wide = match(bends, line, { searchRadiusM: 150 })
    expect(walked(bends, wide)).toBe('ABCDEFGHI')
    expect(wide.networkM).toBeCloseTo(1500, -1)
    expect(wide.traceM).toBeLessThan(1100)
    expect(share(wide)).toBe(1)
    // what lies more than 40 m beside the bends is not called matched
    const narrow = match(bends, line)
    expect(new Set(narrow.unmatched.map(({ reason }) => reason))).toEqual(new Set(['too_far']))
    expect(share(narrow)).toBeLessThan(0.9)
    expect(narrow.networkM).toBeLessThan(1500)
  })

  const hairpins = lineNetwork('A------------B\n             |\nD------------C\n|\nE------------F', { cellM: 7.5 })
  test.each([
    [1.2, 0],
    [1.2, 3],
    [6, 3],
    [12, 2],
  ])('hairpins 15 m apart, a point every %d m, %d m of noise', (everyM, noiseM) => {
    expect(walked(hairpins, match(hairpins, walk(at(hairpins, 'ABCDEF'), everyM, noiseM, 3)))).toBe('ABCDEF')
  })

  test('hairpins inside one way are followed too', () => {
    const places = at(hairpins, 'ABCDEF')
    const single = lineNetwork('A\n\n\n\n             F', { cellM: 7.5, more: [['AF', { via: places.slice(1, 5) }]] })
    const matched = match(single, walk(places, 6, 2, 3))
    expect(walked(single, matched)).toBe('AF')
    expect(matched.networkM).toBeGreaterThan(310)
    expect(matched.networkM).toBeLessThan(325)
  })

  test('a bridge is not left for the road below it', () => {
    const bridge = lineNetwork('      C\n      |\n      |\nA     |     B\n      |\n      |\n      D', {
      more: [['AB', { flags: ['bridge'] }]],
    })
    for (const everyM of [1.2, 12, 60])
      expect(walked(bridge, match(bridge, walk(at(bridge, 'AB'), everyM, 3, 3)))).toBe('AB')
  })

  test('a path 12 m beside a road is distinguished from it', () => {
    const parallel = lineNetwork('A----------------B\nC----------------D', { cellM: 12, more: [['AC'], ['BD']] })
    for (const everyM of [1.2, 6, 12]) {
      expect(walked(parallel, match(parallel, walk(at(parallel, 'AB'), everyM, 3, 3)))).toBe('AB')
      expect(walked(parallel, match(parallel, walk(at(parallel, 'CD'), everyM, 3, 3)))).toBe('CD')
    }
  })

  test('the clock tells which of two ways was gone: nobody takes the long one in no time', () => {
    const fork = lineNetwork('A-----B\n\n\nC-----D', {
      cellM: 10,
      more: [['BD', { via: [[1.5 + 110 / 81_980, 42.5 - 15 / 111_195]] }]],
    })
    const line = (secondsPerM: number) => ({
      ...walk([fork.at('A'), fork.at('B'), fork.at('D'), fork.at('C')], 30),
      timeMs: Float64Array.from({ length: 6 }, (_, i) => i * 30 * secondsPerM * 1000),
    })
    const settings = { searchRadiusM: 10 }
    expect(match(fork, line(20), settings)).toMatchObject({ unmatched: [] })
    expect(match(fork, line(0.1), settings).unmatched.map(({ reason }) => reason)).toEqual(['no_connection'])
  })
})

describe('what lies off the network', () => {
  const wide = { meta: { bbox: [1.4, 42.4, 1.6, 42.6] as const } }

  test.each([1.2, 10, 72])('where a way is missing the line stays unmatched, a point every %d m', (everyM) => {
    const detour = lineNetwork(
      'A-----B           C-----D\n      |           |\n      |           |\n      |           |\n      |           |\n      |           |\n      E-----------F',
      wide,
    )
    const trace = walk(at(detour, 'ABCD'), everyM, 3, 3)
    const matched = match(detour, trace)
    expect(matched.segments.length).toBe(2)
    expect(onEdges(detour, matched, 'EF')).toBe(0)
    expect(onEdges(detour, matched, 'AB')).toBeGreaterThan(120)
    expect(onEdges(detour, matched, 'CD')).toBeGreaterThan(120)
    expect(onEdges(detour, matched, 'BE') + onEdges(detour, matched, 'CF')).toBeLessThan(30)
    expect(new Set(matched.unmatched.map(({ reason }) => reason))).toEqual(new Set(['no_path_nearby']))
  })

  test('a way closed to the profile is reported as that, for the profile that it is closed to', () => {
    const closed = lineNetwork('A-----B-----C-----D', { ...wide, edges: { BC: { bike: 'closed' } } })
    const trace = walk(at(closed, 'ABCD'), 10, 3, 3)
    expect(share(match(closed, trace))).toBe(1)
    const byBike = match(closed, trace, { mode: 'bike' })
    // walkers may, so the bicycle is pushed (match-pushed.test.ts)
    expect(walked(closed, byBike)).toBe('ABCD')
    const toAll = lineNetwork('A-----B-----C-----D', { ...wide, edges: { BC: { bike: 'closed', foot: 'closed' } } })
    const byNobody = match(toAll, trace, { mode: 'bike' })
    expect(byNobody.unmatched.map(({ reason }) => reason)).toEqual(['not_allowed'])
    expect(walked(toAll, byNobody)).toBe('AB|CD')
  })

  test('against the direction of a one-way is not allowed', () => {
    const oneWay = lineNetwork('A->-B->-C', wide)
    const against = match(oneWay, walk(at(oneWay, 'CBA'), 10))
    expect(against.segments).toEqual([])
    expect(new Set(against.unmatched.map(({ reason }) => reason))).toEqual(new Set(['not_allowed']))
    expect(walked(oneWay, match(oneWay, walk(at(oneWay, 'ABC'), 10)))).toBe('ABC')
  })

  test('a lone point behind on a one-way is against it only where the line came along the way', () => {
    const oneWay = lineNetwork('A-->----->----B', { ...wide, cellM: 40 })
    const reasons = (...cells: [number, number][]) => {
      const places = cells.map(([column, row]) => oneWay.place(column, row))
      const lon = Float64Array.from(places, ([x]) => x)
      const lat = Float64Array.from(places, ([, y]) => y)
      const timeMs = new Float64Array(lon.length).fill(Number.NaN)
      const { unmatched } = match(oneWay, { lon, lat, timeMs, partStart: Int32Array.of(0, lon.length) })
      return new Set(unmatched.map(({ reason }) => reason))
    }
    const along: [number, number][] = [3, 4, 5, 6].map((column) => [column, 0])
    expect(reasons(...along, [1, 0])).toContain('not_allowed')
    const elsewhere = reasons(...along, [6, 8], [1, 8], [1, 0], [1, 8])
    expect(elsewhere).toContain('no_connection')
    expect(elsewhere).not.toContain('not_allowed')
  })

  test('two ways that do not join are cut between', () => {
    const gap = lineNetwork('A-----B C-----D', { ...wide, cellM: 15 })
    const matched = match(gap, walk(at(gap, 'ABCD'), 30, 1, 3))
    expect(walked(gap, matched)).toBe('AB|CD')
    expect(matched.unmatched.map(({ reason }) => reason)).toEqual(['no_connection'])
  })

  test('a line out of the region is unmatched from where the ways end', () => {
    const edge = lineNetwork('A--------B', { meta: { bbox: [1.4, 42.4, 1.505, 42.6] } })
    const matched = match(edge, walk([edge.at('A'), edge.at('B'), [1.52, 42.5]], 10, 3, 3))
    expect(walked(edge, matched)).toBe('AB')
    expect(matched.unmatched.map(({ reason }) => reason)).toEqual(['no_path_nearby', 'outside_region'])
  })

  test('far away from everything all of it is unmatched, and nothing fails', () => {
    const far = lineNetwork('A--B')
    const matched = match(
      far,
      walk(
        [
          [10, 50],
          [10.01, 50],
        ],
        20,
      ),
    )
    expect(matched).toMatchObject({
      segments: [],
      matchedM: 0,
      networkM: 0,
      unmatched: [{ fromIndex: 0, reason: 'outside_region' }],
    })
  })

  test('crossing a way is not following it', () => {
    const cross = lineNetwork('A------B------C', wide)
    const matched = match(cross, walk([cross.place(7, -8), cross.place(7, 8)], 5, 3, 3))
    expect(matched.segments).toEqual([])
  })

  test('a lone stray point takes off its own metres, a run of them is on no way', () => {
    const street = lineNetwork('A----------B', { ...wide, cellM: 40 })
    const trace = walk(at(street, 'AB'), 20, 1, 3)
    trace.lat[10] += 50 / 111_195
    const stray = match(street, trace)
    expect(stray.unmatched).toMatchObject([{ fromIndex: 9, toIndex: 11, reason: 'too_far' }])
    expect(stray.unmatched[0].toMm - stray.unmatched[0].fromMm).toBeLessThan(45_000)
    for (let i = 9; i < 15; i++) trace.lat[i] += 50 / 111_195
    const run = match(street, trace)
    expect(run.segments.length).toBe(2)
    expect(run.unmatched.map(({ reason }) => reason)).toEqual(['no_path_nearby'])
  })

  test('parts are never joined, and a part of one point is unmatched', () => {
    const street = lineNetwork('A----------B', { ...wide, cellM: 40 })
    const trace = walk(at(street, 'AB'), 20)
    const matched = match(street, { ...trace, partStart: Int32Array.of(0, 8, 9, trace.lon.length) })
    expect(matched.segments.map(({ fromIndex, toIndex }) => [fromIndex, toIndex])).toEqual([
      [0, 7],
      [9, trace.lon.length - 1],
    ])
    expect(matched.unmatched).toMatchObject([{ fromIndex: 8, toIndex: 8 }])
    expect(matched.traceM).toBeCloseTo(20 * (trace.lon.length - 3), 0)
  })
})

describe('any line at all', () => {
  const town = lineNetwork('A--B--C--D\n|  |  |  |\nE--F->G--H\n|  |  |  |\nI--J--K--L', {
    cellM: 40,
    edges: { BC: { foot: 'closed' } },
  })
  test('is covered once, in order, on the network, and the same twice', () => {
    const place = fc.tuple(between(-2, 11), between(-2, 6))
    fc.assert(
      fc.property(
        fc.array(place, { minLength: 2, maxLength: 6 }),
        fc.constantFrom(1.2, 7, 40, 300),
        fc.constantFrom(0, 3, 15, 30),
        fc.integer({ min: 1, max: 1e6 }),
        (places, everyM, noiseM, seed) => {
          const trace = walk(
            places.map(([x, y]) => town.place(x, y)),
            everyM,
            noiseM,
            seed,
          )
          fc.pre(trace.lon.length >= 2)
          const matched = match(town, trace)
          const again = match(town, trace)
          expect(again.segments.map(({ lengthMm }) => lengthMm)).toEqual(
            matched.segments.map(({ lengthMm }) => lengthMm),
          )
          for (const { line } of matched.segments)
            for (const arc of line.stepArc) expect(arc >>> 1).not.toBe(town.edge('BC'))
        },
      ),
      { numRuns: 300 },
    )
  })

  test('stops when its flag is raised', () => {
    const match = (flag: number) => () =>
      town.reader.match(walk(at(town, 'ABFE'), 1), FOOT, { cancelled: Int32Array.of(flag) })
    expect(match(1)).toThrowError('stopped')
    expect(match(0)).not.toThrow()
  })
})
