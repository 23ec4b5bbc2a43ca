// Words for the weather codes of forecasts, as the page of the service has them.

/** WMO table 4677 in groups: the last code of each, and its words. */
const GROUPS = [
  [0, { en: 'clear', de: 'klar' }],
  [2, { en: 'partly cloudy', de: 'teils bewölkt' }],
  [3, { en: 'overcast', de: 'bedeckt' }],
  [19, { en: 'haze', de: 'Dunst' }],
  [29, { en: 'rain before', de: 'vorher Regen' }],
  [39, { en: 'dust or drifting snow', de: 'Staub, Schneetreiben' }],
  [49, { en: 'fog', de: 'Nebel' }],
  [59, { en: 'drizzle', de: 'Nieselregen' }],
  [65, { en: 'rain', de: 'Regen' }],
  [67, { en: 'freezing rain', de: 'gefrierender Regen' }],
  [69, { en: 'sleet', de: 'Schneeregen' }],
  [77, { en: 'snow', de: 'Schnee' }],
  [82, { en: 'showers', de: 'Schauer' }],
  [86, { en: 'snow showers', de: 'Schneeschauer' }],
  [99, { en: 'thunderstorm', de: 'Gewitter' }],
] as const

export type WeatherLanguage = keyof (typeof GROUPS)[number][1]

/** What a `weather_code` says, in small letters; null for a number that is no such code. */
export function weatherWords(code: number, language: WeatherLanguage = 'en'): string | null {
  if (!Number.isInteger(code) || code < 0) return null
  return GROUPS.find(([upTo]) => code <= upTo)?.[1][language] ?? null
}
