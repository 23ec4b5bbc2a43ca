// What a weather code means, in words of the dictionary and in the signs of the chart. Pure.

import { type WeatherGroup, weatherGroup } from '../../../clients/typescript/src/weather-groups.ts'

export type SkySign = 'sun' | 'fair' | 'cloud' | 'fog' | 'rain' | 'snow' | 'thunder'

const SIGNS: Record<WeatherGroup, SkySign> = {
  clear: 'sun',
  fair: 'fair',
  overcast: 'cloud',
  haze: 'fog',
  recent: 'rain',
  dust: 'fog',
  fog: 'fog',
  drizzle: 'rain',
  rain: 'rain',
  freezing: 'rain',
  sleet: 'snow',
  snow: 'snow',
  showers: 'rain',
  snowShowers: 'snow',
  thunder: 'thunder',
}

/** The group as the dictionary names it; null for a code that is not in the table. */
export function skyOf(code: number): { group: WeatherGroup; sign: SkySign } | null {
  const group = weatherGroup(code)
  return group === null ? null : { group, sign: SIGNS[group] }
}
