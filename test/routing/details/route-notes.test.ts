// What notes say of how a line was found: unproven legs, waypoints far from a way, signed routes that are left. What
// they say of its ways is in line-details.test.ts.

import { describe, expect, test } from 'vitest'
import { english } from '../../../src/language/catalogue-files.ts'
import { readLineFacts } from '../../../src/routing/details/path-details.ts'
import { RouteLineBuilder } from '../../../src/routing/details/route-line.ts'
import type { FoundLeg } from '../../../src/routing/legs/leg-path.ts'
import { unsnapped } from '../../../src/routing/legs/snap-waypoints.ts'
import { tinyGraph } from '../../support/tiny-graph.ts'

type Search = Parameters<typeof readLineFacts>[2]

/** Three legs over A, B, C and D, 300 m apart. */
const tiny = tinyGraph('A--B--C--D', { cellM: 100, defaults: { lengthMm: 300_000 }, meta: { synthetic: false } })
const legs = ['AB', 'BC', 'CD'].map((key): FoundLeg => {
  const path = { arcs: Uint32Array.of(tiny.arc(key)), startMm: 0, endMm: 300_000 }
  return {
    from: unsnapped(tiny.at(key[0])),
    to: unsnapped(tiny.at(key[1])),
    path: { ...path, cost: 1, complete: true, lowerBound: 1 },
  }
})
const line = new RouteLineBuilder(tiny.graph).build(legs)

function warned(search: Partial<Search>, code: string) {
  const indexes = { graph: tiny.graph, firstHazard: new Map(), ferryDurations: new Map() }
  const facts = { bestEffort: [], snapsM: [0, 0, 0, 0], ...search }
  const { notes } = readLineFacts(indexes, { profile: 'hike' }, facts, line, null)
  return notes.warnings
    .filter((note) => note.code === code)
    .map(({ message, location }) => ({ message: english.render(message), location }))
}
const at = (name: string) => tiny.at(name).map((degrees) => Math.round(degrees * 1e6) / 1e6)

describe('a waypoint far from the way it was moved to', () => {
  test('is warned of beyond 100 m, at its own place, the last one too', () => {
    expect(warned({ snapsM: [100, 100.1, 99.9, 2300] }, 'far_snap')).toEqual([
      { message: 'Waypoint 2 of 4 lies 100 m from the way it was moved to.', location: at('B') },
      { message: 'Waypoint 4 of 4 lies 2.3 km from the way it was moved to.', location: at('D') },
    ])
  })
  test('is warned of however near the open way lies, if the nearest is closed at the time', () => {
    expect(warned({ snapsM: [3, 3, 3, 3], closedSnaps: [2] }, 'far_snap')).toEqual([
      { message: 'Waypoint 3 of 4 lies 3 m from the nearest way that is open at the time.', location: at('C') },
    ])
  })
})

test('an unproven leg says where it begins, how much better another may be, and why that is not known', () => {
  const bestEffort = [
    { leg: 0, gapPct: null },
    { leg: 2, gapPct: 12.34 },
    { leg: 1, gapPct: 5, isDated: true },
  ]
  expect(warned({ bestEffort }, 'best_effort')).toEqual([
    {
      message:
        'From waypoint 1 to 2 of 4 the search reached its budget: this is the best way found; how much better another ' +
        'way could be is not known.',
      location: at('A'),
    },
    {
      message:
        'From waypoint 3 to 4 of 4 the search reached its budget: this is the best way found; no way can be more than ' +
        '12.3 % cheaper.',
      location: at('C'),
    },
    {
      message:
        'From waypoint 2 to 3 of 4 ways are closed at some hours: this is the best way found; no way can be more than ' +
        '5.0 % cheaper.',
      location: at('B'),
    },
  ])
  expect(warned({}, 'best_effort')).toEqual([])
})

test('a signed route that is left says where, how much is left out, what is taken instead, and why', () => {
  const gap = { fromM: 300, toM: 420, leftOutM: 80, reason: 'missing' as const }
  const trails = [
    { name: 'GR 11', gaps: [gap, { fromM: 600, toM: 600, leftOutM: 1500, reason: 'closed' as const }] },
    { name: 'GR 7', gaps: [{ ...gap, leftOutM: 0, reason: 'turn' as const }] },
    { name: 'HRP', gaps: [] },
  ]
  expect(warned({ trails }, 'trail_gap')).toEqual([
    {
      message:
        'GR 11 is not followed at km 0.3 (80 m left out, 120 m of other ways instead, no way on the map) and at km 0.6 ' +
        '(1.5 km left out, closed under these settings).',
      location: at('B'),
    },
    {
      message:
        'GR 7 is not followed at km 0.3 (120 m of other ways instead, a turn restriction forbids going on along it).',
      location: at('B'),
    },
  ])
})

test('the hardest stretch is warned of from T4 and from S3 on, once, where the longest of its grade lies', () => {
  const warnedOf = (profile: 'hike' | 'bike', facts: (grade: number) => { sac: number } | { mtb: number }) =>
    Array.from({ length: 8 }, (_, grade) => {
      const edges = { AB: facts(grade), CD: { ...facts(grade), lengthMm: 500_000 } }
      const graded = tinyGraph('A--B--C--D', { cellM: 100, defaults: { lengthMm: 300_000 }, edges })
      const indexes = { graph: graded.graph, firstHazard: new Map(), ferryDurations: new Map() }
      const ways = ['AB', 'BC', 'CD'].map((key, leg): FoundLeg => {
        const path = { arcs: Uint32Array.of(graded.arc(key)), startMm: 0, endMm: leg === 2 ? 500_000 : 300_000 }
        return { ...legs[leg], path: { ...path, cost: 1, complete: true, lowerBound: 1 } }
      })
      const of = new RouteLineBuilder(graded.graph).build(ways)
      const { notes } = readLineFacts(indexes, { profile }, { bestEffort: [], snapsM: [] }, of, null)
      return notes.warnings
        .filter(({ code }) => code === 'steep_grade')
        .map(({ message, location }) => [/[TS]\d/.exec(english.render(message))![0], location])
    })
  const none = [[], [], [], []]
  const [T, S] = [warnedOf('hike', (sac) => ({ sac })), warnedOf('bike', (mtb) => ({ mtb }))]
  expect(T).toEqual([...none, [['T4', at('C')]], [['T5', at('C')]], [['T6', at('C')]], []])
  expect(S).toEqual([...none, [['S3', at('C')]], [['S4', at('C')]], [['S5', at('C')]], [['S6', at('C')]]])
})

test('of several barriers that a bicycle is lifted past the first is warned of', () => {
  const barrier = { lengthMm: 0, flags: ['barrier' as const], bike: 'closed' as const }
  const barred = tinyGraph('A--B--C--D--E--F', {
    cellM: 100,
    defaults: { lengthMm: 300_000 },
    edges: { BC: barrier, DE: barrier },
  })
  const arcs = Uint32Array.from(['AB', 'BC', 'CD', 'DE', 'EF'], (key) => barred.arc(key))
  const path = { arcs, startMm: 0, endMm: 300_000, cost: 1, complete: true, lowerBound: 1 }
  const ends = { from: unsnapped(barred.at('A')), to: unsnapped(barred.at('F')) }
  const of = new RouteLineBuilder(barred.graph).build([{ ...ends, path }])
  const indexes = { graph: barred.graph, firstHazard: new Map(), ferryDurations: new Map() }
  const { notes } = readLineFacts(indexes, { profile: 'bike' }, { bestEffort: [], snapsM: [] }, of, null)
  const said = notes.warnings.map(({ message, location }) => ({ text: english.render(message), location }))
  expect(said.filter(({ text }) => text.includes('past a barrier'))).toEqual([
    {
      text: expect.stringMatching(/at km 0\.3\.$/),
      location: barred.at('B').map((degrees) => expect.closeTo(degrees, 5)),
    },
  ])
})

test('a made-up region says so, without a place', () => {
  const madeUp = tinyGraph('A--B', { meta: { synthetic: true } }).graph
  const indexes = { graph: madeUp, firstHazard: new Map(), ferryDurations: new Map() }
  const { notes } = readLineFacts(indexes, { profile: 'hike' }, { bestEffort: [], snapsM: [] }, line, null)
  expect(notes.warnings.filter(({ code }) => code === 'demo_region')).toMatchObject([{ location: null }])
  expect(warned({}, 'demo_region')).toEqual([])
})
