// What a click on bare ground sets in each mode.

import type { Map as LibreMap, MapMouseEvent } from 'maplibre-gl'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LonLat } from '../../../src/geo/lon-lat.ts'
import { playPage } from '../../support/explorer-page.ts'

const page = playPage()
const { onMapClick } = await import('../../../src/web/map/map-click.ts')
const { changePlan, config, plan } = await import('../../../src/web/plan/session.ts')
const { EMPTY_PLAN, MODES } = await import('../../../src/web/plan/plan.ts')
const { region } = config

class Played {}
const before = ['Element', 'PointerEvent'].map((name) => [name, Reflect.get(globalThis, name)] as const)
beforeAll(() => {
  for (const [name] of before) Reflect.set(globalThis, name, Played)
  config.region = null
})
afterAll(() => {
  for (const [name, value] of before) Reflect.set(globalThis, name, value)
  config.region = region
  changePlan(EMPTY_PLAN)
  page.close()
})

const map = { getLayersOrder: () => [] } as unknown as LibreMap
const click = (lng: number, lat: number) =>
  onMapClick(map, { lngLat: { lng, lat }, point: { x: 0, y: 0 }, originalEvent: {} } as unknown as MapMouseEvent)

test.each([
  [
    [1.123456789, 42.987654321],
    [1.12346, 42.98765],
  ],
  [
    [181.5, 10],
    [-178.5, 10],
  ],
  [
    [-540.25, -10],
    [179.75, -10],
  ],
] as [LonLat, LonLat][])('a click at %j sets %j', ([lng, lat], place) => {
  const set = MODES.map((mode): [string, (LonLat | null)[]] => {
    changePlan({ ...EMPTY_PLAN, mode })
    click(lng, lat)
    const { waypoints, loop, reach } = plan.peek()
    return [mode, [...(waypoints as LonLat[]), loop.start, reach.from].filter((one) => one !== null)]
  })
  expect(Object.fromEntries(set)).toEqual({ route: [place], loop: [place], reach: [place], file: [], view: [] })
})
