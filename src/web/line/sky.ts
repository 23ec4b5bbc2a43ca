// What a weather code means, in words of the dictionary and in the signs of the chart. Pure.

/** Sky and precipitation, as the dictionary names them: WMO table 4677, in groups. */
const GROUPS: [upTo: number, group: string, sign: SkySign][] = [
  [0, 'clear', 'sun'],
  [2, 'fair', 'fair'],
  [3, 'overcast', 'cloud'],
  [19, 'haze', 'fog'],
  [29, 'recent', 'rain'],
  [39, 'dust', 'fog'],
  [49, 'fog', 'fog'],
  [57, 'drizzle', 'rain'],
  [59, 'drizzle', 'rain'],
  [65, 'rain', 'rain'],
  [67, 'freezing', 'rain'],
  [69, 'sleet', 'snow'],
  [77, 'snow', 'snow'],
  [82, 'showers', 'rain'],
  [86, 'snowShowers', 'snow'],
  [99, 'thunder', 'thunder'],
]
export type SkySign = 'sun' | 'fair' | 'cloud' | 'fog' | 'rain' | 'snow' | 'thunder'

/** Null for a code that is not in the table. */
export function skyOf(code: number): { group: string; sign: SkySign } | null {
  const found = code < 0 ? undefined : GROUPS.find(([upTo]) => code <= upTo)
  return found === undefined ? null : { group: found[1], sign: found[2] }
}
