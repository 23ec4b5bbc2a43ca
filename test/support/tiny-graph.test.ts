import { expect, test } from 'vitest'
import { NO_CLIMB_DM } from '../../src/graph/routing-graph.ts'
import { tinyGraph } from './tiny-graph.ts'

const DRAWING = `
  A---B-->C
  |    \\
  D     E
`

test('a drawing becomes nodes in reading order and edges between them', () => {
  const { graph, node, arc, walk } = tinyGraph(DRAWING, { cellM: 100 })
  expect(['A', 'B', 'C', 'D', 'E'].map(node)).toEqual([0, 1, 2, 3, 4])
  expect(graph.edgeCount).toBe(4)
  expect(graph.arcTail(arc('BA'))).toBe(node('B'))
  expect(walk([arc('DA'), arc('AB'), arc('BE')])).toBe('DABE')
  expect(graph.columns.edgeLengthMm[arc('AB') >>> 1]).toBeCloseTo(400_000, -2)
  expect(graph.columns.edgeLengthMm[arc('AD') >>> 1]).toBeCloseTo(200_000, -2)
})

test('an arrow closes the way back for everybody, and only there', () => {
  const { graph, edge } = tinyGraph(DRAWING)
  const { edgeClass, classFootForward, classFootBackward, classBikeBackward } = graph.columns
  const oneWay = edgeClass[edge('BC')]
  expect([classFootForward[oneWay], classFootBackward[oneWay], classBikeBackward[oneWay]]).toEqual([1, 0, 0])
  expect(classFootBackward[edgeClass[edge('AB')]]).toBe(1)
})

test('heights give climbs, a void gives an unknown climb', () => {
  const { graph, edge } = tinyGraph(DRAWING, { heights: { A: 1000, B: 1050.5, E: null } })
  const { edgeAscentDm, edgeDescentDm } = graph.columns
  expect([edgeAscentDm[edge('AB')], edgeDescentDm[edge('AB')]]).toEqual([505, 0])
  expect(edgeAscentDm[edge('BE')]).toBe(NO_CLIMB_DM)
})

test('overrides name one edge, trails and restrictions are kept', () => {
  const { graph, arc, edge } = tinyGraph(DRAWING, {
    edges: { BA: { sac: 4, name: 'Ridge', way: 'track', trails: [0] } },
    trails: [{ relationId: 77, name: 'Tour' }],
    restrictions: ['DAB'],
  })
  const c = graph.columns
  expect(c.classSac[c.edgeClass[edge('AB')]]).toBe(4)
  expect(graph.nameOf(edge('AB'))).toBe('Ridge')
  expect(c.trailRelationId[graph.trailIndexes(edge('AB'))[0]]).toBe(77)
  expect([...c.restrictionArcs]).toEqual([arc('DA'), arc('AB')])
  expect(() => tinyGraph(DRAWING, { edges: { AC: {} } })).toThrow('no edge AC')
})
