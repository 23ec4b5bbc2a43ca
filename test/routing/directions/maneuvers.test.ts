import { expect, test } from 'vitest'
import { RoutePlanner } from '../../../src/routing/route/plan-route.ts'
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import { english } from '../../../src/language/catalogue-files.ts'
import { tinyGraph, type TinyOptions } from '../../support/tiny-graph.ts'

const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'tiny', terrainRelease: null }
const meta = { bbox: [1, 42, 2, 43] as [number, number, number, number] }

/** `type: instruction` of every maneuver along the named nodes. */
function reported(
  drawing: string,
  waypoints: string,
  options: TinyOptions = {},
  input: Partial<PlanRouteInput> = {},
): string[] {
  const tiny = tinyGraph(drawing, { meta, cellM: 50, ...options })
  const planner = new RoutePlanner(tiny.graph, { engine, metricCacheBytes: 1 << 20, maxSettled: 100_000 })
  const route = planner.planRoute({
    waypoints: [...waypoints].map((n) => tiny.at(n)),
    markedTrails: input.profile === 'bike' ? undefined : 'off',
    ...input,
  })
  const lengthM = route.maneuvers.reduce((sum, m) => sum + m.distanceM, 0)
  expect(lengthM).toBeCloseTo(route.distanceM, 6)
  return route.maneuvers.map((m) => `${m.type}: ${english.render(m.instruction)}`)
}

test('a way without junctions has a start and an arrival', () => {
  expect(reported('A---B---C', 'AC')).toEqual([
    'start: Head east on the path.',
    'arrive: Arrive at waypoint 2, the end of the route.',
  ])
})

test('a bend without a junction needs no word', () => {
  expect(reported('A---B\n    |\n    C', 'AC').length).toBe(2)
})

test('straight on past a side path needs no word, turning into it does', () => {
  const drawing = 'A---B---C\n    |\n    D'
  expect(reported(drawing, 'AC').length).toBe(2)
  expect(reported(drawing, 'AD')[1]).toBe('turn_right: Turn right on the path, heading south.')
  expect(reported(drawing, 'DA')[1]).toBe('turn_left: Turn left on the path, heading west.')
})

test('names and refs are used, and the same street around a bend goes on', () => {
  const drawing = 'A---B---C\n    |\n    D'
  const edges = {
    AB: { name: 'Carrer Major', way: 'street' as const },
    BD: { name: 'Carrer Major', way: 'street' as const },
    BC: { name: 'Camí Vell', ref: 'CV-1' },
  }
  // straight ahead, the only one, but Carrer Major turns off
  expect(reported(drawing, 'AC', { edges })[1]).toBe('continue: Go straight on along Camí Vell (CV-1).')
  expect(reported(drawing, 'CD', { edges })[1]).toBe('turn_left: Turn left onto Carrer Major.')
  expect(reported(drawing, 'DC', { edges })[1]).toBe('turn_right: Turn right onto Camí Vell (CV-1).')
})

test('a named way that turns at a junction is stayed on', () => {
  const edges = { AB: { name: 'CG-4' }, BD: { name: 'CG-4' }, BC: { name: 'CG-4' } }
  expect(reported('A---B---C\n    |\n    D', 'AD', { edges })[1]).toBe('turn_right: Turn right to stay on CG-4.')
})

test('turning around is for going back on the edge one came on', () => {
  const edges = { AB: { name: 'Major' }, BD: { name: 'Sud' }, BC: { name: 'Sense Sortida' } }
  const options: TinyOptions = { edges, restrictions: ['ABD'], defaults: { way: 'street' } }
  expect(reported('A---B---C\n    |\n    D', 'AD', options, { profile: 'bike' }).slice(1, -1)).toEqual([
    'u_turn: Turn around on Sense Sortida.',
    'turn_left: Turn left onto Sud.',
  ])
})

test('turning around is never merged with the turns a few metres before and after it', () => {
  const edges = { AB: { name: 'Major' }, BC: { name: 'Sense Sortida' }, BD: { name: 'Sud' } }
  const options: TinyOptions = { edges, restrictions: ['ABD'], defaults: { way: 'street' }, cellM: 4 }
  expect(reported('    C\n    |\nA---B\n    |\n    D', 'AD', options, { profile: 'bike' }).slice(1, -1)).toEqual([
    'turn_left: Turn left onto Sense Sortida.',
    'u_turn: Turn around on Sense Sortida.',
  ])
})

test('a fork of unnamed paths is a keep', () => {
  const fork = `
        C
       /
A-----B
       \\
        D
`
  expect(reported(fork, 'AC')[1]).toBe('keep_left: Keep left on the path, heading northeast.')
  expect(reported(fork, 'AD')[1]).toBe('keep_right: Keep right on the path, heading southeast.')
})

test('a signed trail is named by its sign', () => {
  const options: TinyOptions = {
    trails: [
      { relationId: 1, ref: 'GR 11', level: 'national' },
      { relationId: 2, symbol: 'red:white:red_bar', level: 'local' },
    ],
    edges: { BD: { trails: [0, 1] }, AB: { trails: [1] } },
  }
  const drawing = 'A---B---C\n    |\n    D'
  expect(reported(drawing, 'AD', options)[1]).toBe('turn_right: Turn right onto the path signed GR 11.')
  expect(reported(drawing, 'DA', options)[1]).toBe('turn_left: Turn left onto the path signed red bar on white.')
})

test.each<[string, number[], number[], string[]]>([
  ['a sign begins', [], [0], ['turn_right: Turn right onto the path signed GR 11.']],
  ['a sign ends', [0], [], ['turn_right: Turn right onto the path, heading south.']],
  ['one sign gives way to another', [1], [0], ['turn_right: Turn right onto the path signed GR 11.']],
  ['the sign goes on', [0], [0], []],
  ['neither path has a sign', [], [], []],
])('a corner of unnamed paths where nothing branches off: %s', (_, before, after, instructions) => {
  const trails = [
    { relationId: 1, ref: 'GR 11' },
    { relationId: 2, ref: 'GR 7' },
  ]
  const edges = { AB: { trails: before }, BC: { trails: after } }
  expect(reported('A---B\n    |\n    C', 'AC', { trails, edges }).slice(1, -1)).toEqual(instructions)
})

test('steps and ferries are reported where they begin', () => {
  const options: TinyOptions = {
    edges: { BC: { way: 'steps', flags: ['steps'] }, DE: { way: 'ferry', flags: ['ferry'], name: 'Sirius' } },
  }
  expect(reported('A--B--C--D------E--F', 'AF', options).map((line) => line.split(':')[0])).toEqual([
    'start',
    'steps',
    'ferry',
    'ferry_exit',
    'arrive',
  ])
  expect(reported('A--B--C--D------E--F', 'AF', options)[2]).toBe('ferry: Take the ferry Sirius.')
})

test.each([
  [[15_000], true],
  [[14_999], false],
  [[8000, 7000], true],
  [[8000, 6999], false],
  [[5000, 5000, 5000], true],
])('a flight of steps of ways of %j mm is mentioned from 15 m on: %s', (lengths, isMentioned) => {
  const edges = Object.fromEntries(
    lengths.map((lengthMm, i) => [
      ['BC', 'CD', 'DE'][i],
      { way: 'steps' as const, flags: ['steps' as const], lengthMm },
    ]),
  )
  const said = reported('A--B--C--D--E--F', 'AF', { edges })
  expect(said.slice(1, -1)).toEqual(isMentioned ? ['steps: Take the steps.'] : [])
})

test('a roundabout is one instruction with its exit', () => {
  const drawing = `
     D
     |
 A---B
     v
     C---E
     |
     F
`
  const edges = {
    AB: { name: 'Avinguda', way: 'road' as const },
    BC: { flags: ['roundabout' as const], way: 'street' as const },
    CE: { name: 'Carrer Est', way: 'street' as const },
  }
  expect(reported(drawing, 'AE', { edges }, { profile: 'bike' }).slice(1, -1)).toEqual([
    'roundabout: Enter the roundabout and take the first exit onto Carrer Est.',
  ])
})

test('crossing a road by a few metres is no turn', () => {
  const drawing = `
A-----B----C
      |
      |
E-----D----F
`
  const edges = Object.fromEntries(['AB', 'DF'].map((key) => [key, { name: 'Sender', way: 'path' as const }]))
  const words = reported(drawing, 'AF', { cellM: 4, edges, defaults: { way: 'road', name: 'CG-1' } })
  expect(words.length).toBe(2)
})

test('a via waypoint is reported once, with the way on', () => {
  const words = reported('A---B---C---D', 'ABD')
  expect(words).toEqual([
    'start: Head east on the path.',
    'via: Waypoint 2 of 3 reached. Head east on the path.',
    'arrive: Arrive at waypoint 3, the end of the route.',
  ])
})

test('a straight leg says that no way is followed', () => {
  expect(reported('A---B', 'AB', {}, { straightLegs: [0] })[0]).toBe(
    'straight_leg: Go straight to the next waypoint; no way is followed here.',
  )
})

test.each([
  [1, 'less than a minute'],
  [29, 'less than a minute'],
  [60, '1 minute'],
  [89, '1 minute'],
  [90, '2 minutes'],
  [1200, '20 minutes'],
])('a ferry of %d seconds sails %s', (ferryDurationS, words) => {
  const edges = { BC: { way: 'ferry' as const, flags: ['ferry' as const], ferryDurationS } }
  const tiny = tinyGraph('A--B------C--D', { meta, cellM: 50, edges })
  const planner = new RoutePlanner(tiny.graph, { engine, metricCacheBytes: 1 << 20, maxSettled: 100_000 })
  const { warnings } = planner.planRoute({ waypoints: [tiny.at('A'), tiny.at('D')], markedTrails: 'off' })
  expect(warnings.map(({ message }) => english.render(message)).join(' ')).toContain(
    `the map gives ${words} of sailing, waiting`,
  )
})
