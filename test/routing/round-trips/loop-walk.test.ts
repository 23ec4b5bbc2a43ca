import { describe, expect, test } from 'vitest'
import { CostModel } from '../../../src/routing/costs/cost-model.ts'
import { costSettings, applySettings } from '../../../src/routing/costs/route-settings.ts'
import {
  buildLoopNetwork,
  headOf,
  START,
  tailOf,
  toNetworkArcs,
} from '../../../src/routing/round-trips/loop-network.ts'
import { isRound, isTowards, scoreOf, statusOf } from '../../../src/routing/round-trips/loop-score.ts'
import { WalkMeter, type LoopWalk } from '../../../src/routing/round-trips/loop-walk.ts'
import { tinyGraph } from '../../support/tiny-graph.ts'

// S is the start, 100 m west of A; the two squares A B D C and B E F D are 200 m by 100 m each
const tiny = tinyGraph(
  `S----A---------B---------E
     |         |         |
     |         |         |
     |         |         |
     |         |         |
     C---------D---------F`,
  { cellM: 20 },
)
const settings = costSettings(applySettings({ waypoints: [] }).settings)
const table = new CostModel(tiny.graph).table(settings)
const net = buildLoopNetwork(
  tiny.graph,
  table,
  { lon: 1.5, lat: 42.5, distanceM: 0, edge: tiny.edge('SA'), atMm: 0, heightM: 0 },
  1e9,
)
const meter = new WalkMeter(net)

/** Arcs of the loop network along the names of nodes. */
function arcsAlong(names: string): number[] {
  const byWalk = new Map<string, number>()
  for (let arc = 0; arc < net.edgeCount * 2; arc++) byWalk.set(tiny.walk(toNetworkArcs(net, [arc])), arc)
  const arcs: number[] = []
  for (let i = 0; i + 1 < names.length; ) {
    const [walk, arc] = [...byWalk].find(([key]) => names.startsWith(key, i) && key.length > 1)!
    arcs.push(arc)
    i += walk.length - 1
  }
  return arcs
}
const measure = (names: string) => meter.measure(arcsAlong(names))!
const metres = (mm: number) => Math.round(mm / 1000)

describe('a walk', () => {
  test('counts what is walked again once, whichever the direction', () => {
    const walk = measure('SABDCAS')
    expect([metres(walk.lengthMm), metres(walk.repeatedMm)]).toEqual([800, 100])
    expect(metres(measure('SABDCABDCAS').repeatedMm)).toBe(100 + 600)
  })

  test('loses its spikes', () => {
    expect(tiny.walk(toNetworkArcs(net, measure('SABEFDFEBDCAS').arcs))).toBe('SABDCAS')
    expect(meter.measure(arcsAlong('SABAS'))).toBeNull() // nothing but a spike
  })

  test('that passes its start or does not return is none', () => {
    const eight = tinyGraph(`A---S---C
|   |   |
B---M---D`)
    const ways = buildLoopNetwork(
      eight.graph,
      new CostModel(eight.graph).table(settings),
      {
        lon: 1.5,
        lat: 42.5,
        distanceM: 0,
        edge: eight.edge('AS'),
        atMm: eight.graph.columns.edgeLengthMm[eight.edge('AS')],
        heightM: 0,
      },
      1e9,
    )
    const arcOf = (walk: string) =>
      Array.from({ length: ways.edgeCount * 2 }, (_, arc) => arc).find(
        (arc) => eight.walk(toNetworkArcs(ways, [arc])) === walk,
      )!
    const [left, middle, right] = [arcOf('SABM'), arcOf('MS'), arcOf('MDCS')]
    expect(new WalkMeter(ways).measure([left, middle])).not.toBeNull()
    // a spike through the start is none
    expect(new WalkMeter(ways).measure([left, middle, middle ^ 1, right])).not.toBeNull()
    expect(new WalkMeter(ways).measure([left, right, left, middle])).toBeNull()
    expect(meter.measure(arcsAlong('SAB'))).toBeNull()
    // and leaves nothing behind that another one would count
    expect([metres(measure('SABDCAS').repeatedMm), metres(measure('SABDCAS').lengthMm)]).toEqual([100, 800])
  })

  test('knows where its farthest point lies and how round it is', () => {
    const walk = measure('SABEFDCAS')
    expect(walk.bearingDeg).toBeCloseTo(90 + (Math.atan2(100, 500) * 180) / Math.PI, 0)
    expect(walk.farthestM).toBeCloseTo(Math.hypot(500, 100), 0)
    expect(walk.roundness).toBeCloseTo((4 * Math.PI * 400 * 100) / 1200 ** 2, 2)
    expect([90, 145, 60, 55, 359].map((deg) => isTowards(walk, deg))).toEqual([true, true, true, false, false])
  })

  test('shares with another what both use, counted once', () => {
    expect(metres(meter.sharedMm(measure('SABDCAS'), measure('SABEFDCAS')))).toBe(100 + 200 + 300) // SA, AB, ACD
    expect(metres(meter.sharedMm(measure('SABDCAS'), measure('SACDBAS')))).toBe(700)
  })
})

describe('the status', () => {
  const walk = (lengthMm: number, repeatedMm: number): LoopWalk => ({
    arcs: [],
    lengthMm,
    repeatedMm,
    cost: 1,
    bearingDeg: 0,
    farthestM: 0,
    roundness: 0,
  })
  test.each([
    [1000, 0, 'complete'],
    [900, 0, 'complete'],
    [1100, 220, 'complete'],
    [899, 0, 'rough'],
    [1101, 0, 'rough'],
    [1000, 201, 'rough'],
    [700, 0, 'rough'],
    [1300, 610, 'rough'],
    [699, 0, null],
    [1301, 0, null],
    [1000, 500, null],
    [1000, 601, null],
  ])('of %i m with %i m repeated for 1000 m is %s', (lengthMm, repeatedMm, status) => {
    expect(statusOf(walk(lengthMm, repeatedMm), 1000)).toBe(status)
  })

  test('a way there and back is no loop', () => {
    expect(isRound(walk(1000, 500))).toBe(false)
    expect(isRound(walk(1000, 470))).toBe(true)
  })

  test('any complete loop is better than any rough one', () => {
    const target = { targetMm: 1000, directionDeg: null, usualCost: 0.001 }
    expect(scoreOf(walk(1090, 200), target)).toBeLessThan(scoreOf(walk(1000, 201), target))
  })
})

test('the network of these tests has the junctions drawn', () => {
  expect(
    new Set(Array.from({ length: net.edgeCount }, (_, e) => [tailOf(net, e * 2), headOf(net, e * 2)]).flat()).has(
      START,
    ),
  ).toBe(true)
  expect(net.nodeCount).toBe(4) // S, A, B, D
})
