import { afterEach, expect, test } from 'vitest'
import { forgetKeptPace, keepPace, walkerInput, withWalker } from '../../../src/web/state/pace-store.ts'

const walker = { factor: 1.2, spread: 0.1 } as Parameters<typeof keepPace>[0]['walker']
afterEach(forgetKeptPace)

test('the visitor’s own pace goes with questions about hikes, and with no other', () => {
  expect(walkerInput('HIKE')).toEqual({})
  keepPace({ files: [], walker })
  // who chooses nothing hikes
  for (const profile of ['HIKE', null, undefined]) expect(walkerInput(profile), String(profile)).toEqual({ walker })
  for (const profile of ['RUN', 'BIKE'] as const) {
    expect(walkerInput(profile), profile).toEqual({})
    expect(withWalker({ mode: profile }), profile).toEqual({ mode: profile })
  }
  expect(withWalker({ mode: 'HIKE' })).toEqual({ mode: 'HIKE', walker })
  forgetKeptPace()
  expect(walkerInput('HIKE')).toEqual({})
})
