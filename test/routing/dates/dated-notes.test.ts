// What dated tags of a map become in the notes of a route: from the file to the answer.

import { describe, expect, test } from 'vitest'
import { english } from '../../../src/language/catalogue-files.ts'
import { writeColumnFile } from '../../../src/storage/column-file.ts'
import { buildNetwork } from '../../../src/graph/build/graph-builder.ts'
import { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import { RoutePlanner, type PlannedRoute } from '../../../src/routing/route/plan-route.ts'
import { tinyOsm } from '../../support/tiny-osm.ts'

const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'tiny', terrainRelease: null }

type Tags = Record<string, string>

async function build(wayTags: Tags, nodeTags: Tags): Promise<(settings: Partial<PlanRouteInput>) => PlannedRoute> {
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
  return (settings) => planner.planRoute({ waypoints: [tiny.at.get('A')!, tiny.at.get('D')!], ...settings })
}

/** Each network is built once. */
const built = new Map<string, ReturnType<typeof build>>()

async function notesOf(
  wayTags: Tags,
  nodeTags: Tags = {},
  settings: Partial<PlanRouteInput> = {},
): Promise<{ code: string; message: string }[]> {
  const key = JSON.stringify([wayTags, nodeTags])
  if (!built.has(key)) built.set(key, build(wayTags, nodeTags))
  const route = (await built.get(key)!)(settings)
  return [...route.unknowns, ...route.warnings].map(({ code, message }) => ({ code, message: english.render(message) }))
}
const messages = (notes: { code: string; message: string }[], requested: string) =>
  notes.filter(({ code }) => code === requested).map(({ message }) => message)

async function unknownsOf(...of: Parameters<typeof notesOf>): Promise<string[]> {
  return messages(await notesOf(...of), 'dated_access')
}

test('a way closed in winter is an unknown with its tag and its months', async () => {
  expect(await unknownsOf({ 'access:conditional': 'no @ (Nov 15-May 15)' })).toEqual([
    'Whether the way is open depends on the date, and none was given (`at`). `access:conditional=no @ (Nov 15-May 15)` ' +
      'closes it at times in November to May: at km 0.1 for 246 m.',
  ])
})
describe('without a date a tag is reported to those whom it concerns, in the direction that it concerns, with its months', () => {
  const VALUES: [value: string, words: string][] = [
    ['no @ (Nov-Jan)', 'closes it at times in November to January'],
    ['no @ (Dec AND snow)', 'may close it in December under a condition'],
    [
      'no @ (Nov); no @ (Dec AND snow)',
      'closes it at times in November and may close it in December under a condition',
    ],
    ['destination @ (Dec)', 'applies at times in December'],
  ]
  const KEYS: [key: string, profile: 'hike' | 'bike', ways: string[]][] = [
    ['foot', 'hike', ['there', 'back']],
    ['foot:forward', 'hike', ['there']],
    ['foot:backward', 'hike', ['back']],
    ['bicycle', 'bike', ['there', 'back']],
    ['bicycle:forward', 'bike', ['there']],
    ['bicycle:backward', 'bike', ['back']],
  ]
  const ENDS: [number, number][] = [
    [1.5, 42.5],
    [1.5045, 42.5],
  ]
  test.each(KEYS.flatMap(([key, profile, ways]) => VALUES.map((value) => [key, profile, ways, ...value] as const)))(
    '%s of %s going %j: %s',
    async (key, profile, ways, value, words) => {
      for (const way of ['there', 'back'])
        for (const other of ['hike', 'bike'] as const) {
          const waypoints = way === 'there' ? ENDS : ENDS.toReversed()
          const reported = await unknownsOf({ [`${key}:conditional`]: value }, {}, { profile: other, waypoints })
          const isConcerned = other === profile && ways.includes(way)
          expect(reported, `${other} ${way}`).toHaveLength(isConcerned ? 1 : 0)
          if (isConcerned) expect(reported[0]).toContain(words)
        }
    },
  )
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
test('conditions that cannot be read are reported, with the months that they leave', async () => {
  const [message] = await unknownsOf({ 'access:conditional': 'no @ (Nov-Apr); no @ (May AND snow)' })
  expect(message).toContain('closes it at times in November to April and may close it in May under a condition')
})
describe('a restriction that closes nothing (decision: dates)', () => {
  const RESERVED = ['destination', 'customers', 'delivery', 'agricultural', 'forestry', 'discouraged']
  const VALUES = [...RESERVED, 'yes', 'permissive', 'designated', 'special_permission']
  const KEYS = { hike: ['access', 'foot'], run: ['access', 'foot:forward'], bike: ['access', 'bicycle', 'vehicle'] }
  const ROWS = Object.entries(KEYS).flatMap(([profile, keys]) =>
    keys.flatMap((key) =>
      VALUES.map((value) => [profile as 'hike' | 'run' | 'bike', `${key}:conditional`, value] as const),
    ),
  )
  test.each(ROWS)('by %s, %s=%s @ (06:30-08:30)', async (profile, key, value) => {
    const tag = `${value} @ (06:30-08:30)`
    const undated = await unknownsOf({ [key]: tag }, {}, { profile })
    expect(undated).toHaveLength(1)
    expect(undated[0]).toContain(`\`${key}=${tag}\` applies at times in every month`)

    const noon = await notesOf({ [key]: tag }, {}, { profile, at: '2027-03-03T12:00+01:00' })
    expect(noon.filter(({ code }) => /access|dismount/.test(code))).toEqual([])

    const morning = await notesOf({ [key]: tag }, {}, { profile, at: '2027-03-03T07:00+01:00' })
    expect(messages(morning, 'dated_access')).toEqual([])
    if (RESERVED.includes(value)) expect(messages(morning, 'access_restricted')[0]).toContain(`(${value})`)
    const isUnknown = value === 'special_permission' // no value that decision `ways-and-access` knows
    expect(messages(morning, 'access_conditional')).toHaveLength(isUnknown ? 2 : 0)
  })
  test('names the months of its season', async () => {
    expect((await unknownsOf({ 'access:conditional': 'customers @ (Dec-Mar)' }))[0]).toContain(
      'applies at times in December to March',
    )
  })
  test('differs within a day that is given without an hour', async () => {
    const notes = await unknownsOf({ 'access:conditional': 'destination @ (06:30-08:30)' }, {}, { at: '2027-03-03' })
    expect(notes[0]).toContain('To whom the way is open depends on the hour')
  })
  test('cannot be read where its condition cannot', async () => {
    const notes = await unknownsOf(
      { 'access:conditional': 'destination @ (wet)' },
      {},
      { at: '2027-03-03T12:00+01:00' },
    )
    expect(notes[0]).toContain('To whom the way is open at the time of arrival cannot be read')
  })
  test('asks a bicycle to be pushed while it holds', async () => {
    const tags = { 'bicycle:conditional': 'dismount @ (10:00-18:00)' }
    const at = (hour: string) => notesOf(tags, {}, { profile: 'bike', at: `2027-03-03T${hour}+01:00` })
    expect(messages(await at('12:00'), 'dismount')[0]).toContain('At this time the bicycle has to be pushed')
    expect(messages(await at('08:00'), 'dismount')).toEqual([])
  })
  test('is reported to the modes that it concerns, each tag by itself', async () => {
    const tags = { 'foot:conditional': 'destination @ (Dec)', 'bicycle:conditional': 'no @ (Jun)' }
    expect((await unknownsOf(tags))[0]).not.toContain('bicycle')
    expect((await unknownsOf(tags, {}, { profile: 'bike' }))[0]).not.toContain('foot:conditional')
  })
  test('on a gate is reported, too', async () => {
    expect(await unknownsOf({}, { barrier: 'gate', 'foot:conditional': 'destination @ (Dec)' })).toHaveLength(1)
  })
})

describe('ways that are there at times only, and dangers of the map', () => {
  const ROWS: [Tags, string, RegExp][] = [
    [{ ice_road: 'yes' }, 'dated_access', /exists in winter only.*ice_road=yes/],
    [{ winter_road: 'yes' }, 'dated_access', /exists in winter only.*winter_road=yes/],
    [{ surface: 'ice' }, 'dated_access', /exists in winter only.*surface=ice/],
    [{ surface: 'snow;ice' }, 'dated_access', /exists in winter only/],
    [{ tidal: 'yes' }, 'dated_access', /tide covers the way.*tidal=yes/],
    [{ flood_prone: 'yes' }, 'dated_access', /Water covers the way/],
    [{ hazard: 'rock_slide' }, 'mapped_hazard', /names a danger \(`hazard=rock_slide`\)/],
    [{ trail_visibility: 'horrible' }, 'hardly_visible', /at km 0.1 for 246 m/],
    [{ trail_visibility: 'no' }, 'hardly_visible', /at km 0.1 for 246 m/],
  ]
  const WAYS: Tags[] = ['path', 'track', 'residential', 'cycleway', 'steps'].map((highway) => ({
    highway,
  }))
  WAYS.push({ highway: '', route: 'ferry', foot: 'yes', bicycle: 'yes' }, { highway: 'platform', bicycle: 'yes' })
  test.each(ROWS)('%j is %s', async (tags, code, words) => {
    for (const way of WAYS)
      for (const profile of ['hike', 'run', 'bike'] as const)
        for (const at of [undefined, '2027-03-03T12:00+01:00', '2027-03-03']) {
          const reported = messages(await notesOf({ ...way, ...tags }, {}, { profile, ...(at && { at }) }), code)
          expect(reported, JSON.stringify({ ...way, profile, at })).toHaveLength(1)
          expect(reported[0]).toMatch(words)
        }
  })
  test.each<Tags>([
    { ice_road: 'no' },
    { tidal: 'no' },
    { hazard: 'no' },
    { surface: 'gravel' },
    { trail_visibility: 'bad' },
  ])('%j is none', async (tags) => {
    const codes = (await notesOf(tags)).map(({ code }) => code)
    expect(codes).not.toContain('dated_access')
    expect(codes).not.toContain('mapped_hazard')
    expect(codes).not.toContain('hardly_visible')
  })
})

describe('a danger that a node names', () => {
  const DAYS = [undefined, '2027-03-03T12:00+01:00', '2027-03-03']
  test.each<[Tags, string, RegExp]>([
    [{ hazard: 'rock_slide' }, 'mapped_hazard', /^The map names a danger \(`hazard=rock_slide`\): at km 0\.\d\.$/],
    [{ hazard: 'cliff', highway: 'crossing' }, 'mapped_hazard', /`hazard=cliff`/],
    [{ hazard: 'cliff', barrier: 'gate' }, 'mapped_hazard', /`hazard=cliff`/],
    [{ hazard: 'cliff', barrier: 'gate', opening_hours: 'Mo-Fr 08:00-18:00' }, 'mapped_hazard', /`hazard=cliff`/],
    [{ ford: 'yes', tidal: 'yes' }, 'dated_access', /tide covers the way.*tidal=yes/],
    [{ ford: 'yes', flood_prone: 'yes' }, 'dated_access', /Water covers the way/],
  ])('%j is in the notes once, where it is', async (tags, code, words) => {
    for (const profile of ['hike', 'run', 'bike'] as const)
      for (const at of DAYS) {
        const reported = messages(await notesOf({}, tags, { profile, ...(at && { at }) }), code)
        expect(reported.filter((message) => words.test(message))).toHaveLength(1)
        expect(reported.join()).not.toContain('for 0 m')
      }
  })
  test('at times depends on the date', async () => {
    const tags = { 'hazard:conditional': 'avalanche @ (Dec-Apr)' }
    expect((await unknownsOf({}, tags))[0]).toContain('A danger depends on the date')
    const codes = async (at: string) => (await notesOf({}, tags, { at })).map(({ code }) => code)
    expect(await codes('2027-01-03')).toContain('dated_hazard')
    expect(await codes('2027-07-03')).not.toContain('dated_hazard')
  })
  test('at a junction is named once, and by a route that ends there; not by one that ends before', async () => {
    const tiny = tinyOsm({
      map: 'A  B  C     D\n   E',
      ways: [
        ['ABCD', { highway: 'track' }],
        ['BE', { highway: 'track' }],
      ],
      nodes: { B: { hazard: 'cliff' }, C: { hazard: 'cliff' } },
    })
    const { meta, columns } = await buildNetwork([tiny.source], () => null)
    const graph = RoutingGraph.from(writeColumnFile(meta, { ...columns }))
    const planner = new RoutePlanner(graph, { engine, metricCacheBytes: 1 << 20, maxSettled: 1000 })
    const reported = (from: readonly [number, number], to: readonly [number, number]) =>
      planner
        .planRoute({ waypoints: [[...from], [...to]] })
        .warnings.filter(({ code }) => code === 'mapped_hazard')
        .map(({ message }) => english.render(message).replace(/.*: /, ''))
    const [a, b, c, d] = ['A', 'B', 'C', 'D'].map((name) => tiny.at.get(name)!)
    const between = (share: number) => [a[0] + share * (b[0] - a[0]), a[1]] as const
    expect(reported(a, d)).toEqual(['at km 0.1 and at km 0.2.'])
    expect(reported(d, a)).toEqual(['at km 0.2 and at km 0.4.'])
    expect(reported(a, b)).toEqual(['at km 0.1.'])
    expect(reported(c, d)).toEqual(['at km 0.0.'])
    expect(reported(a, between(0.5))).toEqual([])
  })
  test('is none of a spring or a shop beside the way', async () => {
    const others: Tags[] = [
      { amenity: 'drinking_water', seasonal: 'summer' },
      { entrance: 'yes', opening_hours: 'Mo-Fr' },
      { hazard: 'no' },
    ]
    for (const tags of others)
      expect((await notesOf({}, tags)).filter(({ code }) => /hazard|dated/.test(code))).toEqual([])
  })
})

describe('a danger at times (`hazard:conditional`)', () => {
  const KNOWN = 'avalanche @ (Dec-Apr)'
  const UNREADABLE = 'rock_fall @ (wet)'
  const ROWS: [value: string, at: string | undefined, code: string | null, words: RegExp][] = [
    [KNOWN, undefined, 'dated_access', /depends on the date, and none was given.*avalanche/],
    [KNOWN, '2027-01-03T12:00+01:00', 'dated_hazard', /mapped for this time.*avalanche/],
    [KNOWN, '2027-01-03', 'dated_hazard', /mapped for this time/],
    [KNOWN, '2027-07-03T12:00+02:00', null, /^/],
    [KNOWN, '2027-07-03', null, /^/],
    ['slippery @ (06:00-08:00)', '2027-07-03', 'dated_hazard', /mapped for this time/],
    ['slippery @ (06:00-08:00)', '2027-07-03T09:00+02:00', null, /^/],
    [UNREADABLE, undefined, 'dated_access', /depends on the date/],
    [UNREADABLE, '2027-07-03T12:00+02:00', 'dated_access', /present at this time cannot be read.*rock_fall/],
    [UNREADABLE, '2027-07-03', 'dated_access', /present at this time cannot be read/],
  ]
  test.each(ROWS)('%s at %s is %s', async (value, at, code, words) => {
    const notes = await notesOf({ 'hazard:conditional': value }, {}, at === undefined ? {} : { at })
    const reported = notes.filter((note) => /^dated_/.test(note.code))
    expect(reported.map((note) => note.code)).toEqual(code === null ? [] : [code])
    for (const { message } of reported) {
      expect(message).toMatch(words)
      expect(message).toContain('at km 0.1 for 246 m')
    }
  })
})

describe('whether a way is open at a time', () => {
  const ROWS: [value: string, at: string, words: RegExp | null][] = [
    ['no @ (Dec-Apr)', '2027-07-03', null],
    ['no @ (08:00-10:00)', '2027-07-03', /depends on the hour, or cannot be read/],
    ['no @ (wet)', '2027-07-03T12:00+02:00', /at the time of arrival cannot be read/],
  ]
  test.each(ROWS)('%s at %s', async (value, at, words) => {
    const reported = await unknownsOf({ 'access:conditional': value }, {}, { at })
    expect(reported).toHaveLength(words === null ? 0 : 1)
    if (words !== null) expect(reported[0]).toMatch(words)
  })
})

test('an ordinary way has no such unknown', async () => {
  expect(await unknownsOf({ 'maxspeed:conditional': '30 @ (22:00-06:00)' })).toEqual([])
})

test('a note on several stretches names each, and its place is where the first begins', async () => {
  const tiny = tinyOsm({
    map: 'A  B  C  D  E',
    ways: ['AB', 'BC', 'CD', 'DE'].map((refs, i) => [
      refs,
      { highway: 'track', ...(i % 2 === 1 && { hazard: 'cliff' }) },
    ]),
  })
  const { meta, columns } = await buildNetwork([tiny.source], () => null)
  const graph = RoutingGraph.from(writeColumnFile(meta, { ...columns }))
  const planner = new RoutePlanner(graph, { engine, metricCacheBytes: 1 << 20, maxSettled: 1000 })
  for (const [names, begins] of [
    ['AE', 'B'],
    ['EA', 'E'],
  ]) {
    const route = planner.planRoute({ waypoints: [...names].map((name) => tiny.at.get(name)!) })
    const [danger, ...others] = route.warnings.filter(({ code }) => code === 'mapped_hazard')
    expect(others).toEqual([])
    expect(english.render(danger.message)).toMatch(/at km 0\.\d for 123 m and at km 0\.\d for 123 m\.$/)
    tiny.at.get(begins)!.forEach((degrees, i) => expect(danger.location![i]).toBeCloseTo(degrees, 5))
  }
})

test('a warning of a danger has the place where the danger begins', async () => {
  const places = async (wayTags: Tags, nodeTags: Tags) => {
    const { line, warnings } = (await build(wayTags, nodeTags))({ at: '2027-01-03' })
    const points = Array.from(line.lonE6, (lonE6, i) => [lonE6 / 1e6, line.latE6[i] / 1e6])
    return warnings
      .filter(({ code }) => /_hazard$/.test(code))
      .map(({ location }) =>
        points.findIndex((at) => at.every((degrees, i) => Math.abs(degrees - location![i]) < 3e-6)),
      )
  }
  // along A, B, C and D
  expect(await places({ 'hazard:conditional': 'avalanche @ (Dec-Apr)' }, {})).toEqual([1])
  expect(await places({}, { hazard: 'cliff' })).toEqual([2])
})
