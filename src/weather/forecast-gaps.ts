// What a forecast lacks, one sentence each, and the resulting state.

import type { ForecastWish, WeatherDay, WeatherHour, WeatherPoint } from './forecast-types.ts'

/** What the days lack, one sentence each. */
export function dayGaps(days: readonly WeatherDay[], wished: number): string[] {
  const gaps: string[] = []
  if (days.length < wished) gaps.push(`The forecast reaches over ${days.length} of ${wished} days.`)
  for (const [field, name] of [
    ['tempMaxC', 'temperatures'],
    ['precipMm', 'precipitation'],
    ['precipProbabilityMaxPct', 'probability of precipitation'],
    ['windMaxKmh', 'wind'],
    ['gustMaxKmh', 'gusts'],
    ['weatherCode', 'weather code'],
  ] as const) {
    const count = days.filter((day) => day[field] === null).length
    if (count > 0)
      gaps.push(`No model has the ${name} of ${count === days.length ? 'any day' : `${count} of ${days.length} days`}.`)
  }
  return gaps
}

/** What the hours lack, one sentence each. */
export function hourGaps(hours: readonly WeatherHour[], wish: ForecastWish): string[] {
  const gaps: string[] = []
  const empty = hours.filter(({ model }) => model === null).length
  if (empty > 0) gaps.push(`No model has ${empty} of ${hours.length} hours.`)
  if (wish.freezingLevel && hours.some((hour) => hour.model !== null && hour.freezingLevelM === null))
    gaps.push('The freezing level is not known at every hour; it is never taken from another model.')
  return gaps
}

/** `missing` if no model gave anything. */
export function stateOf(
  days: readonly WeatherDay[],
  hourly: readonly WeatherHour[] | undefined,
  reasons: readonly string[],
): WeatherPoint['state'] {
  const isEmpty = days.every(({ model }) => model === null) && !hourly?.some(({ model }) => model !== null)
  if (days.length === 0 || isEmpty) return 'missing'
  return reasons.length > 0 ? 'partial' : 'ok'
}
