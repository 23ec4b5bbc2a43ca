import { expect, test } from 'vitest'
import type { ServiceError } from '../../../src/errors.ts'
import { applyLoopRequest, type RoundTripsInput } from '../../../src/routing/round-trips/loop-types.ts'
import { MAX_LOOP_KM } from '../../../src/travel/limits.ts'

const START: [number, number] = [1.5, 42.5]

test('a direction is applied as it is requested, north as well; none is any', () => {
  for (const direction of [0, 1, 90, 359.5, 360])
    expect(applyLoopRequest({ start: START, distanceKm: 5, direction }).request.direction).toBe(direction)
  for (const direction of [null, undefined])
    expect(
      applyLoopRequest({ start: START, distanceKm: 5, ...{ direction } } as RoundTripsInput).request,
    ).toMatchObject({
      direction: null,
    })
})

test('a loop may be as long as its profile allows, in either unit, and no decimetre longer', () => {
  const outcome = (input: Omit<RoundTripsInput, 'start'>) => {
    try {
      return applyLoopRequest({ start: START, ...input }).request.distanceM
    } catch (thrown) {
      const { code, inputPath } = thrown as ServiceError
      return [code, inputPath]
    }
  }
  for (const profile of ['hike', 'run', 'bike'] as const) {
    const most = MAX_LOOP_KM[profile]
    expect(outcome({ profile, distanceKm: most })).toBe(most * 1000)
    expect(outcome({ profile, distanceM: most * 1000 })).toBe(most * 1000)
    expect(outcome({ profile, distanceKm: most + 0.0001 })).toEqual(['too_long', 'distanceKm'])
    expect(outcome({ profile, distanceM: most * 1000 + 0.1 })).toEqual(['too_long', 'distanceM'])
  }
})
