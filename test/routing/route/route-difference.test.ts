import { expect, test } from 'vitest'
import { english } from '../../../src/language/catalogue-files.ts'
import { say } from '../../../src/language/sentence.ts'
import { differenceOf } from '../../../src/routing/route/plan-route.ts'

type Compared = Parameters<typeof differenceOf>[0]

function route(
  distanceM: number,
  ascentM: number | null,
  movingS: number | null,
  grade: string | null,
  pavedM: number,
) {
  return {
    ...{ distanceM, ascentM, surfaces: { pavedM } },
    movingTime: movingS === null ? null : { movingS },
    difficulty: { hardest: grade === null ? null : { grade } },
  } as unknown as Compared
}
/** With its sentence in English. */
function difference(...of: Parameters<typeof differenceOf>) {
  const found = differenceOf(...of)
  return { ...found, because: english.render(found.because) }
}
const best = route(10_000, 500, 9000, 'T3', 4000)

test('what differs is the other less the best, and said in a sentence of what matters', () => {
  expect(difference(best, route(11_200, 396, 8940, 'T2', 7000), 0.3149)).toEqual({
    distanceM: 1200,
    ascentM: -104,
    movingS: -60,
    hardestSac: -1,
    pavedM: 3000,
    sharedShare: 0.3149,
    because:
      '1.2 km longer, 1 minute quicker, 104 m less climb, hardest grade T2 instead of T3, 3.0 km more on paved ways; 31 % of its cost is on the best route.',
  })
})

test('what is not known of either is null, and not said to be alike', () => {
  expect(difference(best, route(10_020, null, null, null, 4050), 0.5)).toEqual({
    distanceM: 20,
    ascentM: null,
    movingS: null,
    hardestSac: null,
    pavedM: 50,
    sharedShare: 0.5,
    because: 'About as long; 50 % of its cost is on the best route.',
  })
})

test.each([
  [0, 'No other way was found that costs at most 1.5 times as much as the best, shares at most 70 % with it'],
  [1, 'Only 1 other way was found that costs'],
  [2, 'Only 2 other ways were found that costs'],
])('why there are only %d alternatives is said with the limits', (count, words) => {
  const limits = { maxStretch: 1.5, maxShared: 0.7, localShare: 0.25 }
  expect(english.render(say('reason.alternatives.fewer', { count, ...limits }))).toContain(words)
})
