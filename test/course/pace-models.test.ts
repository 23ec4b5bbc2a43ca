import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { english } from '../../src/language/catalogue-files.ts'
import { isHilly as isHillyLine, PACE_MODELS, restQuartiles, scopeOf } from '../../src/course/pace-models.ts'
import { fitPace, fitPaceWithin, paceS, personWeights, quantile } from '../bench/course/time/fit-pace.ts'
import * as judge from '../bench/course/time/judge.ts'
import { isHilly, readRecordings, usable, type Group } from '../bench/course/time/recordings.ts'
import type { Profile } from '../../src/travel/settings.ts'

const folder = join(process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../shared/data'), 'hikes-large')
const all = readRecordings(folder)

test('the scope states the model in words that give its time', () => {
  expect(english.render(scopeOf('hike'))).toContain('11.9 minutes per km + 5.0 per 100 m up + 3.9 per 100 m down')
  expect(english.render(scopeOf('hike'))).toContain(`${PACE_MODELS.hike.people} people`)
  expect(english.render(scopeOf('hike', { factor: 1.1 }))).toContain('at 1.10 times the model')
})

test('a line is hilly from 300 m of climb, or from 25 m a kilometre: either is enough', () => {
  // the mean of ascent and descent counts
  expect(isHillyLine(100_000, 300, 300)).toBe(true)
  expect(isHillyLine(100_000, 300, 299)).toBe(false)
  expect(isHillyLine(100_000, 600, 0)).toBe(true)
  expect(isHillyLine(4000, 100, 100)).toBe(true)
  expect(isHillyLine(4000, 100, 99)).toBe(false)
  expect(isHillyLine(4001, 100, 100)).toBe(false)
})

test('rests are those of the class of the line and of its length', () => {
  expect(restQuartiles(PACE_MODELS.hike, 3600, true)).toEqual(PACE_MODELS.hike.rests.hilly[0].quartiles)
  expect(restQuartiles(PACE_MODELS.hike, 5 * 3600, true)).toEqual(PACE_MODELS.hike.rests.hilly[1].quartiles)
  expect(restQuartiles(PACE_MODELS.hike, 3 * 3600, false)).toEqual(PACE_MODELS.hike.rests.gentle[1].quartiles)
  for (const { rests } of Object.values(PACE_MODELS))
    for (const ground of ['hilly', 'gentle'] as const)
      rests[ground].forEach(({ fromS, quartiles }, i) => {
        const model = { ...PACE_MODELS.hike, rests }
        expect(restQuartiles(model, fromS, ground === 'hilly')).toEqual(quartiles)
        if (i > 0) expect(restQuartiles(model, fromS - 1, ground === 'hilly')).toEqual(rests[ground][i - 1].quartiles)
      })
})

describe.skipIf(all.length === 0)('on the recordings of many people (needs real data)', () => {
  const cases: [Profile, Group][] = [
    ['hike', 'foot'],
    ['run', 'run'],
    ['bike', 'bike'],
  ]
  test.each(cases)('the constants of %s are what the recordings give', (profile, group) => {
    const recordings = all.filter((one) => one.group === group && usable(one))
    const model = PACE_MODELS[profile]
    const pace = group === 'foot' ? fitPace(recordings) : fitPaceWithin(recordings)
    expect(recordings.length).toBe(model.recordings)
    expect(new Set(recordings.map(({ person }) => person)).size).toBe(model.people)
    expect(Math.abs(pace.levelSPerM / model.levelSPerM - 1)).toBeLessThan(0.01)
    expect(Math.abs(pace.upSPerM / model.upSPerM - 1)).toBeLessThan(0.01)
    expect(Math.abs(pace.downSPerM - model.downSPerM)).toBeLessThan(0.03)
  })

  test('walks in hills of people left out are estimated within the bars, and the bands hold what they say', () => {
    const recordings = all.filter((one) => one.group === 'foot' && usable(one))
    const logs = judge.leftOut(recordings, fitPace, paceS)
    const hills = recordings.filter(isHilly)
    const own = logs.filter((_, i) => isHilly(recordings[i]))
    const { median, p90, bias } = judge.verdictOf(hills, own)
    expect(median).toBeLessThanOrEqual(0.11)
    expect(p90).toBeLessThanOrEqual(0.3)
    expect(Math.abs(bias)).toBeLessThanOrEqual(0.03)
    expect(Math.abs(judge.shareOf(hills, judge.heldLeftOut(hills, own, 80)) - 0.8)).toBeLessThanOrEqual(0.03)
    expect(Math.abs(judge.shareOf(hills, judge.heldLeftOut(hills, own, 50)) - 0.5)).toBeLessThanOrEqual(0.03)
    for (const share of [50, 80] as const) {
      const [low, high] = judge.bandOf(hills, own, share)
      const reported = PACE_MODELS.hike.hilly[share === 50 ? 'band50' : 'band80']
      expect(Math.exp(low)).toBeCloseTo(reported[0], 1.7)
      expect(Math.exp(high)).toBeCloseTo(reported[1], 1.7)
    }
    const afterThree = judge.withOwn(recordings, logs, 3, PACE_MODELS.hike.own.shrinkage)
    const judged = recordings.filter((one, i) => isHilly(one) && afterThree[i] !== null)
    const left = afterThree.filter((log, i): log is number => log !== null && isHilly(recordings[i]))
    expect(judge.verdictOf(judged, left).median).toBeLessThanOrEqual(0.075)
    // the bands of one's own pace hold about what they say
    const { withinPerson, betweenPeople, shrinkage } = PACE_MODELS.hike.own
    const spread = Math.sqrt(withinPerson ** 2 + (betweenPeople ** 2 * shrinkage) / (3 + shrinkage))
    const held = judge.shareOf(
      judged,
      left.map((log) => Math.abs(log) <= 1.2816 * spread),
    )
    expect(held).toBeGreaterThan(0.75)
    expect(quantile(left.map(Math.abs), personWeights(judged), 0.5)).toBeLessThan(0.6745 * spread * 1.2)
  })
})
