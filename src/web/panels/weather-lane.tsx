// The weather at the hour of passing: a cell for each sample of the forecast, hatched where it is unknown.

import { num, t } from '../i18n/t.ts'
import { skyOf, type SkySign } from '../line/sky.ts'
import type { Weather } from '../state/weather-session.ts'
import { LEFT, RIGHT, type ChartFrame } from './chart-parts.tsx'

/** Narrower cells have no room for a sign and a number. */
const LEAST_PX = 26

const CLOUD = 'M4 13a3 3 0 0 1 0-6 4.5 4.5 0 0 1 8.6-.8A3.5 3.5 0 0 1 12.5 13z'
const LOW_CLOUD = 'M4 10a3 3 0 0 1 0-6 4.5 4.5 0 0 1 8.6-.8A3.5 3.5 0 0 1 12.5 10z'
const SIGNS: Record<SkySign, string> = {
  sun: 'M8 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM7.5 0h1v3h-1zm0 13h1v3h-1zM0 7.5h3v1H0zm13 0h3v1h-3z',
  fair: `M11 0a3 3 0 0 1 2.5 4.6A4 4 0 0 0 8.6 2.2 3 3 0 0 1 11 0z${CLOUD}`,
  cloud: CLOUD,
  fog: 'M1 4h14v1.5H1zm2 3.5h12V9H3zM1 11h12v1.5H1z',
  rain: `${LOW_CLOUD}M4 11h1.3l-1 4H3zm4 0h1.3l-1 4H7zm4 0h1.3l-1 4H11z`,
  snow: `${LOW_CLOUD}M3 12h2v2H3zm4 1h2v2H7zm4-1h2v2h-2z`,
  thunder: `${LOW_CLOUD}M8.5 10.5 5.5 14H8l-1 2 3.5-3.2H8z`,
}

export function WeatherLane({
  frame: { fromM, toM, x, width },
  top,
  height,
  weather,
}: {
  frame: ChartFrame
  top: number
  height: number
  weather: Weather | null
}) {
  const clamp = (atM: number) => x.toPx(Math.max(fromM, Math.min(toM, atM)))
  const samples = weather?.samples ?? []
  const middle = (i: number) => (samples[i].atM + samples[i + 1].atM) / 2
  return (
    <g class="weather-lane">
      <rect class="lane-unknown" x={LEFT} y={top} width={width - RIGHT - LEFT} height={height} />
      {samples.map(({ atM, weather: hour }, i) => {
        const left = clamp(i === 0 ? atM : middle(i - 1))
        const right = clamp(i === samples.length - 1 ? atM : middle(i))
        if (hour === null || right <= left) return null
        const sky = hour.weatherCode === null ? null : skyOf(hour.weatherCode)
        const at = (left + right) / 2
        return (
          <g key={atM}>
            <rect class={`rain-${rainClass(hour.precipMm)}`} x={left} width={right - left} y={top} height={height} />
            {right - left >= LEAST_PX && (
              <>
                {sky === null ? (
                  <text class="unknown" x={at} y={top + 15} text-anchor="middle">
                    ?
                  </text>
                ) : (
                  <path class="sky" transform={`translate(${at - 8} ${top + 3})`} d={SIGNS[sky.sign]} />
                )}
                <text x={at} y={top + height - 4} text-anchor="middle">
                  {hour.tempC === null ? '?' : `${num(hour.tempC)}°`}
                </text>
              </>
            )}
          </g>
        )
      })}
      {weather === null && (
        <text x={LEFT + 6} y={top + height / 2 + 4}>
          {t('unknown')}
        </text>
      )}
    </g>
  )
}

/** Millimetres of an hour, in classes; an hour whose rain is not known is not a dry one. */
function rainClass(precipMm: number | null): 'unknown' | 'none' | 'some' | 'much' {
  if (precipMm === null) return 'unknown'
  return precipMm < 0.1 ? 'none' : precipMm < 2 ? 'some' : 'much'
}
