// Light and dark along a line, by the hour at which each part of it is passed. Between two samples of a forecast time
// runs evenly; where the sun rises or sets on the way, the light changes at that hour. Pure.

export type Light = 'DAY' | 'CIVIL_TWILIGHT' | 'NIGHT'

export interface LightSample {
  atM: number
  arrivalAt: string
  daylight: { state: Light }
}

export type SunEventKind = 'dawn' | 'sunrise' | 'sunset' | 'dusk'

export interface SunEvent {
  kind: SunEventKind
  utcMs: number
}

export interface SunDay {
  civilDawnAt: string | null
  sunriseAt: string | null
  sunsetAt: string | null
  civilDuskAt: string | null
}

const LIGHT_AFTER: Record<SunEventKind, Light> = {
  dawn: 'CIVIL_TWILIGHT',
  sunrise: 'DAY',
  sunset: 'CIVIL_TWILIGHT',
  dusk: 'NIGHT',
}

/** What happens on these days, in order of time; what does not happen on a day is left out. */
export function sunEvents(days: readonly (SunDay | null)[]): SunEvent[] {
  return days
    .flatMap((day) =>
      day === null
        ? []
        : ([
            ['dawn', day.civilDawnAt],
            ['sunrise', day.sunriseAt],
            ['sunset', day.sunsetAt],
            ['dusk', day.civilDuskAt],
          ] as const),
    )
    .flatMap(([kind, utc]) => (utc === null ? [] : [{ kind, utcMs: Date.parse(utc) }]))
    .sort((a, b) => a.utcMs - b.utcMs)
}

export interface LightPiece {
  fromM: number
  toM: number
  light: Light
}

/** Pieces from the first sample to the last, in order, neighbours of one light joined. */
export function lightPieces(samples: readonly LightSample[], events: readonly SunEvent[]): LightPiece[] {
  const pieces: LightPiece[] = []
  const put = (fromM: number, toM: number, light: Light) => {
    const last = pieces.at(-1)
    if (toM <= fromM) return
    if (last?.light === light) last.toM = toM
    else pieces.push({ fromM, toM, light })
  }
  samples.slice(1).forEach((to, i) => {
    const from = samples[i]
    let atM = from.atM
    const begun = events.find(({ utcMs }) => utcMs === Date.parse(from.arrivalAt))
    let light = begun === undefined ? from.daylight.state : LIGHT_AFTER[begun.kind]
    for (const event of eventsBetween(from, to, events)) {
      put(atM, event.atM, light)
      light = LIGHT_AFTER[event.kind]
      atM = event.atM
    }
    put(atM, to.atM, light)
  })
  return pieces
}

/** Where the sun rises or sets while one is on the way. */
export function eventsOnTheWay(
  samples: readonly LightSample[],
  events: readonly SunEvent[],
): (SunEvent & { atM: number })[] {
  return samples.slice(1).flatMap((to, i) => eventsBetween(samples[i], to, events))
}

function eventsBetween(from: LightSample, to: LightSample, events: readonly SunEvent[]) {
  const fromMs = Date.parse(from.arrivalAt)
  const toMs = Date.parse(to.arrivalAt)
  return events
    .filter(({ utcMs }) => utcMs > fromMs && utcMs <= toMs)
    .map((event) => ({ ...event, atM: from.atM + ((event.utcMs - fromMs) / (toMs - fromMs)) * (to.atM - from.atM) }))
}

/** When a place on the line is passed; null outside the samples. */
export function passedAtMs(samples: readonly LightSample[], atM: number): number | null {
  const next = samples.findIndex((one) => one.atM >= atM)
  if (next < 0) return null
  const to = samples[next]
  const from = samples[Math.max(0, next - 1)]
  const fromMs = Date.parse(from.arrivalAt)
  const lengthM = to.atM - from.atM
  return lengthM > 0 ? fromMs + ((atM - from.atM) / lengthM) * (Date.parse(to.arrivalAt) - fromMs) : fromMs
}
