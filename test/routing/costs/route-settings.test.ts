import { expect, test } from 'vitest'
import { routeCapabilities } from '../../../src/routing/route/route-capabilities.ts'
import { applySettings, checkWaypoints } from '../../../src/routing/costs/route-settings.ts'
import { type Box, DEG_TO_RAD, M_PER_DEG_LAT } from '../../../src/geo/lon-lat.ts'
import type { ServiceError } from '../../../src/errors.ts'
import { PROFILES, settingOf, takenBy } from '../../../src/travel/settings.ts'
import type { PlanRouteInput, Position } from '../../../src/routing/costs/request-types.ts'

const waypoints: PlanRouteInput['waypoints'] = [
  [1, 1],
  [1, 1.1],
  [1, 1.2],
]
const engine = { name: 'waypost' as const, version: '1', networkRelease: 'r1', terrainRelease: null }

test('straight legs are sorted and told once each', () => {
  expect(applySettings({ waypoints, straightLegs: [1, 0, 1] }).settings.straightLegs).toEqual([0, 1])
})

const pathOf = (refused: () => unknown) => {
  try {
    refused()
    return null
  } catch (thrown) {
    const { code, inputPath } = thrown as ServiceError
    return [code, inputPath]
  }
}

test('a straight leg is one of the legs', () => {
  for (const [leg, isOne] of [
    [-1, false],
    [0, true],
    [1, true],
    [2, false],
    [0.5, false],
  ] as const)
    expect(
      pathOf(() => applySettings({ waypoints, straightLegs: [0, leg] })),
      `${leg}`,
    ).toEqual(isOne ? null : ['invalid_input', 'straightLegs[1]'])
})

test('a leg is at most 60 km long; the error names its end', () => {
  const LAT_OF_60_KM = 60_000 / M_PER_DEG_LAT
  const box: Box = [0, -10, 2, 10]
  for (const long of [0, 1, 2]) {
    const at = (share: number) => {
      let lat = 0
      return [0, 1, 2, 3].map(
        (point): Position => [1, point === 0 ? 0 : (lat += point - 1 === long ? share * LAT_OF_60_KM : 0.1)],
      )
    }
    expect(pathOf(() => checkWaypoints(at(0.999), [box], 0))).toBe(null)
    expect(pathOf(() => checkWaypoints(at(1.001), [box], 0))).toEqual(['leg_too_long', `waypoints[${long + 1}]`])
    expect(pathOf(() => checkWaypoints(at(1.001), [box], 0, undefined, 61))).toBe(null)
  }
})

test('a waypoint lies at most the snap radius beyond the box, whichever side', () => {
  const box: Box = [1, 42, 1.1, 42.1]
  const perLat = 1 / M_PER_DEG_LAT
  const sides = (m: number): Position[] => {
    const lon = (lat: number) => (m * perLat) / Math.cos(lat * DEG_TO_RAD)
    return [
      [1 - lon(42.05), 42.05],
      [1.1 + lon(42.05), 42.05],
      [1.05, 42 - m * perLat],
      [1.05, 42.1 + m * perLat],
    ]
  }
  for (let side = 0; side < 4; side++) {
    const inside: Position = [1.05, 42.05]
    expect(pathOf(() => checkWaypoints([inside, sides(199)[side]], [box], 200))).toBe(null)
    expect(pathOf(() => checkWaypoints([inside, sides(201)[side]], [box], 200))).toEqual([
      'outside_region',
      'waypoints[1]',
    ])
  }
})

test('of a region in two boxes, as over the antimeridian, a waypoint is in either of them', () => {
  const boxes: Box[] = [
    [179, -1, 180, 1],
    [-180, -1, -179, 1],
  ]
  const within = ([lon, lat]: [number, number]) => pathOf(() => checkWaypoints([[lon, lat]], boxes, 200))
  for (const lon of [179.5, 180, -180, -179.5]) expect([lon, within([lon, 0.5])]).toEqual([lon, null])
  for (const lon of [178.9, -178.9, 0])
    expect([lon, within([lon, 0.5])]).toEqual([lon, ['outside_region', 'waypoints[0]']])
})

test('defaults are not shared between requests', () => {
  applySettings({ waypoints }).settings.straightLegs.push(7)
  expect(applySettings({ waypoints }).settings.straightLegs).toEqual([])
})

test('a given setting is not named as defaulted, also where it equals the default', () => {
  expect(applySettings({ waypoints, maxSac: 3, hills: 0 }).settingsDefaulted).not.toContain('max_sac')
  expect(applySettings({ waypoints, profile: 'bike' }).settingsDefaulted).toEqual([
    'avoid_paved',
    'avoid_steps',
    'hills',
    'shortest',
    'bicycle_type',
    'push',
    'straight_legs',
    'snap_radius_m',
  ])
})

test('use_roads and use_ferry appear only where given, use_roads only by bicycle', () => {
  expect(applySettings({ waypoints }).settings).not.toHaveProperty('useFerry')
  expect(applySettings({ waypoints, profile: 'bike', useRoads: 0.2 }).settings.useRoads).toBe(0.2)
  expect(() => applySettings({ waypoints, useRoads: 0.5 })).toThrow('useRoads')
})

test('capabilities say of every setting what the router takes', () => {
  const capabilities = routeCapabilities(engine, [1, 42, 2, 43])
  expect(capabilities.settings.map((s) => s.name)).toEqual([
    'profile',
    'max_sac',
    'marked_trails',
    'avoid_paved',
    'avoid_steps',
    'hills',
    'shortest',
    'bicycle_type',
    'push',
    'straight_legs',
    'snap_radius_m',
  ])
  for (const name of takenBy('route')) {
    const row = settingOf(name)
    for (const profile of PROFILES) {
      const given = { waypoints, profile, [name]: name === 'profile' ? profile : row.default } as PlanRouteInput
      if (row.profiles.includes(profile)) expect(applySettings(given).settings).toHaveProperty(name)
      else expect(() => applySettings(given)).toThrow(/setting of/)
    }
  }
  expect(capabilities).toMatchObject({
    release: 'r1',
    regionBbox: [1, 42, 2, 43],
    limits: { waypointsMin: 2, waypointsMax: 100, legMaxKm: 60 },
  })
})
