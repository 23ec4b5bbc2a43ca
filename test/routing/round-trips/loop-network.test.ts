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
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import type { SnapPoint } from '../../../src/routing/legs/snap-waypoints.ts'
import { tinyGraph, type TinyGraph } from '../../support/tiny-graph.ts'

const tableOf = ({ graph }: TinyGraph, settings: Partial<PlanRouteInput> = {}) =>
  new CostModel(graph).table(costSettings(applySettings({ waypoints: [], ...settings }).settings))

/** A point on an edge at a share of its length. */
function on(tiny: TinyGraph, key: string, share: number): SnapPoint {
  const arc = tiny.arc(key)
  const edge = arc >>> 1
  const lengthMm = tiny.graph.columns.edgeLengthMm[edge]
  const atMm = Math.round((arc & 1) === 0 ? lengthMm * share : lengthMm * (1 - share))
  return { lon: 1.5, lat: 42.5, distanceM: 0, edge, atMm, heightM: 1000 }
}

const build = (tiny: TinyGraph, start: SnapPoint, reachM = 1e6) =>
  buildLoopNetwork(tiny.graph, tableOf(tiny), start, reachM * 1000)
const SQUARE = `A----B----C---X
|         |
D----E----F
     |
     Y`

describe('the loop network', () => {
  test('of a square is one ring with a node in its middle: dead ends are gone, chains are one edge', () => {
    const tiny = tinyGraph(SQUARE)
    const net = build(tiny, on(tiny, 'AB', 0))
    expect([net.nodeCount, net.edgeCount]).toEqual([2, 2])
    const round = [...toNetworkArcs(net, [0, 2])]
    expect(['ABCFEDA', 'ADEFCBA']).toContain(tiny.walk(round))
    expect(tiny.walk(toNetworkArcs(net, [3, 1]))).toBe(tiny.walk(round.map((arc) => arc ^ 1).reverse()))
    const total = round.reduce((mm, arc) => mm + tiny.graph.columns.edgeLengthMm[arc >>> 1], 0)
    expect(net.lengthMm[0] + net.lengthMm[1]).toBe(total)
  })

  test('keeps junctions of three and more', () => {
    const tiny = tinyGraph(`A----B----C
|    |    |
D----E----F`)
    const net = build(tiny, on(tiny, 'AB', 0))
    // A (start), B, E; chains AB, ADE, BE, BCFE
    expect([net.nodeCount, net.edgeCount]).toEqual([3, 4])
    const walks = Array.from({ length: 4 }, (_, e) => tiny.walk(toNetworkArcs(net, [e * 2])))
    const either = (walk: string) => [walk, [...walk].reverse().join('')].sort()[0]
    expect(walks.map(either).sort()).toEqual(['AB', 'ADE', 'BCFE', 'BE'])
  })

  test('begins inside an edge with its two halves', () => {
    const tiny = tinyGraph(SQUARE)
    const start = on(tiny, 'AB', 0.25)
    const net = build(tiny, start)
    expect(net.nodeCount).toBe(2)
    const [first, second] = [0, 2].map((arc) => [...toNetworkArcs(net, [arc])])
    const round = [...first, ...second]
    expect(round[0] >>> 1).toBe(start.edge)
    expect(round.at(-1)! >>> 1).toBe(start.edge)
    expect(round.length).toBe(7) // the half left, five edges, the half arrived on
    const whole = [...new Set(round.map((arc) => arc >>> 1))].reduce(
      (mm, edge) => mm + tiny.graph.columns.edgeLengthMm[edge],
      0,
    )
    expect(net.lengthMm[0] + net.lengthMm[1]).toBe(whole)
  })

  test('keeps the stub from a dead-end start to the ring', () => {
    const tiny = tinyGraph(SQUARE)
    const net = build(tiny, on(tiny, 'XC', 0))
    expect([net.nodeCount, net.edgeCount]).toEqual([3, 3])
    expect(tiny.walk(toNetworkArcs(net, [0]))).toBe('XC')
    expect([tailOf(net, 0), headOf(net, 1)]).toEqual([START, START])
  })

  test('of a tree is empty', () => {
    const tiny = tinyGraph(`A----B----C
     |
     D`)
    expect(build(tiny, on(tiny, 'AB', 0.5)).edgeCount).toBe(0)
  })

  test('leaves out what lies beyond reach, and what the setting closes', () => {
    const tiny = tinyGraph(
      `A----B----C----G
|    |    |    |
D----E----F----H`,
      { edges: { BE: { sac: 5 } } },
    )
    const near = build(tiny, on(tiny, 'AD', 0), 374) // G is 375 m away, F 300 m
    const edgesNear = new Set(
      Array.from({ length: near.edgeCount }, (_, e) => [...toNetworkArcs(near, [e * 2])])
        .flat()
        .map((arc) => arc >>> 1),
    )
    expect(edgesNear.has(tiny.edge('GH'))).toBe(false)
    expect(edgesNear.has(tiny.edge('CF'))).toBe(true)
    expect(edgesNear.has(tiny.edge('BE'))).toBe(false) // T5 under a cap of T3
  })

  test('of two ways on one line keeps both where each is open in another direction', () => {
    const [along, against] = (['open', 'closed'] as const).map((first) => {
      const second = first === 'open' ? 'closed' : 'open'
      return { foot: [first, second], bike: [first, second] } as const
    })
    for (const [first, second] of [
      [along, against],
      [against, along],
    ]) {
      const tiny = tinyGraph('A----B\n|    |\nD----E', { edges: { AB: first }, more: [['AB', second]] })
      const net = build(tiny, on(tiny, 'AD', 0))
      const open = Array.from({ length: net.edgeCount * 2 }, (_, arc) => arc)
        .filter((arc) => net.cost[arc] !== Infinity)
        .map((arc) => tiny.walk(toNetworkArcs(net, [arc])))
      expect(open.some((walk) => walk.includes('AB'))).toBe(true)
      expect(open.some((walk) => walk.includes('BA'))).toBe(true)
    }
  })

  test('knows one-way chains', () => {
    const tiny = tinyGraph(`A--->B
|    |
D----E`)
    const net = build(tiny, on(tiny, 'AD', 0))
    const open = [0, 1, 2, 3]
      .filter((arc) => net.cost[arc] !== Infinity)
      .map((arc) => tiny.walk(toNetworkArcs(net, [arc])))
      .filter((walk) => walk !== '')
    expect(open).toEqual(['ABEDA'])
  })
})
