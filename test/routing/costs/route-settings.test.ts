import { expect, test } from 'vitest'
import { routeCapabilities } from '../../../src/routing/route/route-capabilities.ts'
import { applySettings } from '../../../src/routing/costs/route-settings.ts'
import { PROFILES, settingOf, takenBy } from '../../../src/travel/settings.ts'
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'

const waypoints: PlanRouteInput['waypoints'] = [
  [1, 1],
  [1, 1.1],
  [1, 1.2],
]
const engine = { name: 'waypost' as const, version: '1', networkRelease: 'r1', terrainRelease: null }

test('straight legs are sorted and told once each', () => {
  expect(applySettings({ waypoints, straightLegs: [1, 0, 1] }).settings.straightLegs).toEqual([0, 1])
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
