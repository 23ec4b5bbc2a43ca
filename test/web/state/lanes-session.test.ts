// The weather of the chart's lanes is requested when what it hangs on changes, and not otherwise.

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Plan } from '../../../src/web/plan/plan.ts'
import { playPage } from '../../support/explorer-page.ts'

const page = playPage()
const { followLanes } = await import('../../../src/web/state/lanes-session.ts')
const { shownLanes } = await import('../../../src/web/state/lane-choice.ts')
const { changePlan, lines } = await import('../../../src/web/plan/session.ts')
const { DEFAULT_SETTINGS } = await import('../../../src/web/plan/settings.ts')
const { toShownLine } = await import('../../../src/web/line/shown-line.ts')

const lineOf = (east: number) =>
  toShownLine(
    [
      [
        [1.5, 42.5, 1000],
        [1.5 + east, 42.5, 1100],
      ],
    ],
    null,
  )
const set = (change: Partial<Plan>) => changePlan((old) => ({ ...old, ...change }))
const requested = async () => {
  page.requested.length = 0
  await vi.advanceTimersByTimeAsync(2000)
  return page.requested.map(({ name }) => name)
}
let stop: () => void
beforeAll(() => {
  vi.useFakeTimers()
  page.answer(() => ({ line: { weather: null }, point: null }), { 'en.sentences': {} })
  shownLanes.value = new Set(['weather'])
})
beforeEach(() => set({ mode: 'route', speedKmh: null, departure: '2026-12-01T08:00', settings: DEFAULT_SETTINGS }))
afterAll(() => {
  stop()
  lines.route.value = null
  vi.useRealTimers()
  page.close()
})

test('it is requested once the line rests, and again for another line, departure, speed or mode', async () => {
  lines.route.value = lineOf(0.01)
  stop = followLanes()
  expect(await requested()).toEqual(['WeatherAlong'])
  expect(await requested()).toEqual([])
  const changes: Partial<Plan>[] = [
    { departure: '2026-12-01T09:00' },
    { settings: { ...DEFAULT_SETTINGS, profile: 'BIKE' } },
    { speedKmh: 18 },
  ]
  for (const change of changes) {
    set(change)
    expect(await requested(), JSON.stringify(change)).toEqual(['WeatherAlong'])
  }
  set({ colouring: 'slope' })
  expect(await requested()).toEqual([])
  lines.route.value = lineOf(0.02)
  expect(await requested()).toEqual(['WeatherAlong'])
})
