// What dated tags of a map become in the notes of a route: from the file to the answer.

import { expect, test } from 'vitest'
import { writeColumnFile } from '../../../src/storage/column-file.ts'
import { buildNetwork } from '../../../src/graph/build/graph-builder.ts'
import { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import { monthWords } from '../../../src/routing/details/dated-notes.ts'
import { RoutePlanner } from '../../../src/routing/route/plan-route.ts'
import { tinyOsm } from '../../support/tiny-osm.ts'

const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'tiny', terrainRelease: null }

async function unknownsOf(
  wayTags: Record<string, string>,
  nodeTags: Record<string, string> = {},
  settings: Partial<PlanRouteInput> = {},
): Promise<string[]> {
  const tiny = tinyOsm({
    map: 'A  B  C  D',
    ways: [
      ['AB', { highway: 'track' }],
      ['BCD', { highway: 'track', ...wayTags }],
    ],
    nodes: { C: nodeTags },
  })
  const { meta, columns } = await buildNetwork([tiny.source], () => null)
  const graph = RoutingGraph.from(writeColumnFile(meta, { ...columns }))
  const planner = new RoutePlanner(graph, { engine, metricCacheBytes: 1 << 20, maxSettled: 1000 })
  const route = planner.planRoute({ waypoints: [tiny.at.get('A')!, tiny.at.get('D')!], ...settings })
  return route.unknowns.filter(({ code }) => code === 'dated_access').map(({ message }) => message)
}

test('a way closed in winter is an unknown with its tag and its months', async () => {
  expect(await unknownsOf({ 'access:conditional': 'no @ (Nov 15-May 15)' })).toEqual([
    'Whether the way is open depends on the date, and none was given (`at`). `access:conditional=no @ (Nov 15-May 15)` ' +
      'closes it at times in November to May: at km 0.1 for 246 m.',
  ])
})
test('a way is told to those whom its tag concerns', async () => {
  expect(await unknownsOf({ 'bicycle:conditional': 'no @ (Sa,Su)' })).toEqual([])
  expect(await unknownsOf({ 'bicycle:conditional': 'no @ (Sa,Su)' }, {}, { profile: 'bike' })).toHaveLength(1)
})
test('opening hours of a gate count, those of a bar across the road are not known to stop walkers', async () => {
  const hours = { opening_hours: 'Mo-Fr 08:00-18:00' }
  expect((await unknownsOf({}, { barrier: 'gate', ...hours }))[0]).toContain('closes it at times in every month')
  expect((await unknownsOf({}, { barrier: 'lift_gate', ...hours }))[0]).toContain('is not known')
  expect(await unknownsOf({}, { barrier: 'gate', opening_hours: '24/7' })).toEqual([])
})
test('seasons and ways that are not cleared of snow are unknown', async () => {
  for (const [key, value] of [
    ['seasonal', 'summer'],
    ['winter_service', 'no'],
    ['snowplowing', 'no'],
  ])
    expect((await unknownsOf({ [key]: value }))[0]).toContain(`\`${key}=${value}\``)
})
test('conditions that cannot be read are told, with the months that they leave', async () => {
  const [message] = await unknownsOf({ 'access:conditional': 'no @ (Nov-Apr); no @ (May AND snow)' })
  expect(message).toContain('closes it at times in November to April and may close it in May under a condition')
})
test('an ordinary way has no such unknown', async () => {
  expect(await unknownsOf({ 'maxspeed:conditional': '30 @ (22:00-06:00)' })).toEqual([])
})

test('months are told in words, around the new year', () => {
  const mask = (...months: number[]) => months.reduce((bits, month) => bits | (1 << (month - 1)), 0)
  expect(monthWords(mask(11, 12, 1, 2))).toBe('November to February')
  expect(monthWords(mask(12, 1))).toBe('December and January')
  expect(monthWords(mask(7))).toBe('July')
  expect(monthWords(mask(1, 3, 5, 6, 7))).toBe('January, March and May to July')
  expect(monthWords(0xfff)).toBe('every month')
})
