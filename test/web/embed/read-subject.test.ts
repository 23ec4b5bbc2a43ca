import { expect, test } from 'vitest'
import { toHash } from '../../../src/web/plan/plan-hash.ts'
import { EMPTY_PLAN } from '../../../src/web/plan/plan.ts'
import { readSubject } from '../../../src/web/embed/load-subject.ts'

const read = (given: Partial<Record<'route' | 'trail' | 'gpx', string>>) =>
  readSubject((name) => given[name] ?? null, 'https://example.org/walks/')

test('a route is its points, with settings in the words of the explorer', () => {
  expect(read({ route: '-40.42889,33.47111;-40.44889,33.44167' })).toEqual({
    kind: 'route',
    input: { waypoints: [{ at: [-40.42889, 33.47111] }, { at: [-40.44889, 33.44167] }], settings: { mode: 'HIKE' } },
  })
  expect(read({ route: '1,42;1.1,42.1&p=bike' })).toMatchObject({ input: { settings: { mode: 'BIKE' } } })
})

test('every address that the explorer writes of a route is one', () => {
  const plan = {
    ...EMPTY_PLAN,
    waypoints: [[1, 42] as const, [1.1, 42.1] as const, [1.2, 42] as const],
  } as never as typeof EMPTY_PLAN
  const whole: typeof EMPTY_PLAN = {
    ...plan,
    straightLegs: [1],
    settings: { ...plan.settings, profile: 'BIKE', bicycleType: 'MOUNTAIN', push: 'NEVER', shortest: true },
    avoid: {
      areas: [
        [
          [1, 42],
          [1.1, 42],
          [1, 42.1],
        ],
      ],
      kinds: ['FORD', 'STEPS'],
    },
    loop: {
      start: [1, 42],
      distanceKm: 12,
      directionDeg: 90,
      alternatives: 1,
      throughKinds: ['HUT'],
      atLeast: 2,
      throughPlaces: ['UGxhY2U6MQ'],
    },
    reach: { from: [1, 42], measure: 'metres', most: 7000, steps: 2, direction: 'TO' },
    colouring: 'sac',
    departure: '2026-05-01T08:00',
    speedKmh: 20,
  }
  const hash = toHash({ plan: whole, camera: { lon: 1, lat: 42, zoom: 12 } })
  expect(read({ route: `https://maps.example.org/#${hash}` })).toMatchObject({
    kind: 'route',
    input: { straightLegs: [1], settings: { mode: 'BIKE', bicycleType: 'MOUNTAIN', push: 'NEVER', shortest: true } },
  })
})

test('a word that is not understood is a fault, and no point and no setting is left out in silence', () => {
  const broken = [
    '',
    '1,42',
    '1,42;x,42;1.1,42',
    '1,42;1.1,95',
    '1,42;1.1,42&p=horse',
    '1,42;1.1,42&profile=bike',
    '1,42;1.1,42&sac=9',
    'm=loop&w=1,42;1.1,42',
    '1,42;1.1,42&areas=1,42;1.1,42',
    '1,42;1.1,42&avoid=ford,cows',
    '1,42;1.1,42&alt=1',
    'https://maps.example.org/',
  ]
  expect(broken.map((route) => read({ route }))).toEqual(broken.map(() => 'route'))
})

test('trails are numbers, files addresses of the page or of the web', () => {
  expect(read({ trail: ' 800000031 ' })).toEqual({ kind: 'trail', osmRelation: 800000031 })
  for (const trail of ['', '-1', '1e3', 'Velmarra']) expect(read({ trail })).toBe('trail')
  expect(read({ gpx: 'walk.gpx' })).toEqual({ kind: 'gpx', url: 'https://example.org/walks/walk.gpx' })
  expect(read({ gpx: 'https://other.example/a.gpx' })).toMatchObject({ url: 'https://other.example/a.gpx' })
  for (const gpx of ['', 'javascript:alert(1)', 'file:///etc/passwd', 'https://']) expect(read({ gpx })).toBe('gpx')
})

test('one thing is shown', () => {
  expect(read({})).toBe('none')
  expect(read({ trail: '1', gpx: 'a.gpx' })).toBe('several')
})
