// What makes two trails one sign, when an instruction adds the sign of a trail to the name of a way, and headings.

import { expect, test } from 'vitest'
import { bestTrail, describedTrail, headingOf, hasTrail } from '../../../src/routing/directions/way-text.ts'
import { graphFromEdges, type EdgeSpec, type TrailSpec } from '../../support/graph-from-edges.ts'

function graphOf(trails: TrailSpec[], facts: Partial<EdgeSpec>[]) {
  const nodes = facts.map((_, i): [number, number] => [1 + i / 1000, 42])
  const edges = facts.map((fact, i): EdgeSpec => ({ from: i, to: i + 1, ...fact }))
  return graphFromEdges({ nodes: [...nodes, [1.9, 42]], edges, trails })
}
const trail = (facts: Omit<TrailSpec, 'relationId'>): TrailSpec => ({ relationId: 1, ...facts })

test.each<[string, Omit<TrailSpec, 'relationId'>, Omit<TrailSpec, 'relationId'>, boolean]>([
  ['the same ref, whatever their names', { ref: 'GR 7', name: 'North' }, { ref: 'GR 7', name: 'South' }, true],
  ['different refs of one name', { ref: 'GR 7', name: 'Ridge' }, { ref: 'GR 8', name: 'Ridge' }, false],
  ['the same name without refs', { name: 'Ridge' }, { name: 'Ridge' }, true],
  ['different names without refs', { name: 'Ridge' }, { name: 'Valley' }, false],
  ['a ref and none', { ref: 'GR 7', name: 'Ridge' }, { name: 'Ridge' }, false],
  ['neither name nor ref', {}, {}, false],
  ['the same ref of another kind', { ref: '7', kind: 'hiking' }, { ref: '7', kind: 'mtb' }, false],
])('trails with %s', (_, a, b, isOne) => {
  const graph = graphOf([trail(a), trail(b)], [{ trails: [0] }, { trails: [1] }])
  expect([hasTrail(graph, 0, 1), hasTrail(graph, 1, 0)]).toEqual([isOne, isOne])
  expect([hasTrail(graph, 0, 0), hasTrail(graph, 1, 1)]).toEqual([true, true])
})

test.each<[string, Partial<EdgeSpec>, Omit<TrailSpec, 'relationId'>, boolean]>([
  ['a way without a name', {}, { ref: 'GR 7' }, true],
  ['another name', { name: 'Mill Lane' }, { ref: 'GR 7' }, true],
  ['a name with the sign in it', { name: 'Mill Lane (GR 7)' }, { ref: 'GR 7' }, false],
  ['a name that is part of the sign', { name: 'Ridge' }, { name: 'Ridge Walk' }, false],
  ['a ref that is the sign', { name: 'Mill Lane', ref: 'GR 7' }, { ref: 'GR 7' }, false],
  ['a sign that is only painted', { name: 'Mill Lane' }, { symbol: 'red:white:red_bar' }, true],
  ['a trail without a sign', {}, {}, false],
])('the sign of a trail on %s', (_, facts, sign, isAdded) => {
  const graph = graphOf([trail(sign)], [{ ...facts, trails: [0] }])
  expect(describedTrail(graph, 0, 'hike')).toBe(isAdded ? 0 : -1)
})

test('of several trails the one of the highest level counts, the first of equals, and none of another mode', () => {
  const trails: TrailSpec[] = [
    trail({ ref: 'a', level: 'local' }),
    trail({ ref: 'b', level: 'national' }),
    trail({ ref: 'c', level: 'national' }),
    trail({ ref: 'd', level: 'international', kind: 'bicycle' }),
    trail({ ref: 'e', level: 'local', kind: 'mtb' }),
  ]
  const graph = graphOf(trails, [{ trails: [0, 1, 2, 3, 4] }, { trails: [3, 4] }, { trails: [0] }])
  expect([0, 1, 2].map((edge) => bestTrail(graph, edge, 'hike'))).toEqual([1, -1, 0])
  expect([0, 1, 2].map((edge) => bestTrail(graph, edge, 'run'))).toEqual([1, -1, 0])
  expect([0, 1, 2].map((edge) => bestTrail(graph, edge, 'bike'))).toEqual([3, 3, -1])
})

test('a heading is the nearest of eight, changing half way between two', () => {
  for (let heading = 0; heading < 8; heading++) {
    const deg = heading * 45
    expect(headingOf((deg + 360 - 22.4) % 360)).toBe(heading)
    expect(headingOf(deg)).toBe(heading)
    expect(headingOf(deg + 22.4)).toBe(heading)
    expect(headingOf(deg + 22.6)).toBe((heading + 1) % 8)
  }
})
