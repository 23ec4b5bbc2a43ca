// What the weather codes of forecasts say, in groups.

/** WMO table 4677: the last code of each group. */
const GROUPS = [
  [0, 'clear'],
  [2, 'fair'],
  [3, 'overcast'],
  [19, 'haze'],
  [29, 'recent'],
  [39, 'dust'],
  [49, 'fog'],
  [59, 'drizzle'],
  [65, 'rain'],
  [67, 'freezing'],
  [69, 'sleet'],
  [77, 'snow'],
  [82, 'showers'],
  [86, 'snowShowers'],
  [99, 'thunder'],
] as const

export type WeatherGroup = (typeof GROUPS)[number][1]

/** Null for a number that is no such code. */
export function weatherGroup(code: number): WeatherGroup | null {
  if (!Number.isInteger(code) || code < 0) return null
  return GROUPS.find(([upTo]) => code <= upTo)?.[1] ?? null
}
