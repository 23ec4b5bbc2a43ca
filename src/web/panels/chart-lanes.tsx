// Lanes under the elevation chart, on its axis: huts, water and stops beside the line; the weather and the light at the
// hour of passing. What is not known is drawn as unknown, never as clear or bright.

import { effect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { laneReading, shownLanes } from '../state/lane-choice.ts'
import { clockAtPlace } from '../i18n/format.ts'
import { askLanesAgain, followLanes, hutsAlong } from '../state/lanes-session.ts'
import { eventsOnTheWay, lightPieces, sunEvents } from '../line/light-pieces.ts'
import { valueOf } from '../api/resource.ts'
import { language } from '../i18n/preferences.ts'
import { t } from '../i18n/t.ts'
import { hoverM } from '../plan/session.ts'
import { type Weather, weatherOfLine } from '../state/weather-session.ts'
import { readingAt } from '../state/lane-reading.ts'
import { FailureNote } from './failure-note.tsx'
import { HutsLane } from './huts-lane.tsx'
import { LEFT, RIGHT, type ChartFrame } from './chart-parts.tsx'
import { WeatherLane } from './weather-lane.tsx'

const HUTS_PX = 22
const WEATHER_PX = 36
const LIGHT_PX = 16

export function ChartLanes({ frame, pointing }: { frame: ChartFrame; pointing: object }) {
  useEffect(() => {
    const tell = () => {
      laneReading.value = readingAt(shownLanes.value)
    }
    const stops = [followLanes(), effect(tell)]
    return () => {
      stops.forEach((stop) => stop())
      laneReading.value = () => []
    }
  }, [])
  const lanes = shownLanes.value
  const { line, x, width } = frame
  const huts = valueOf(hutsAlong.answer.value)
  const found = valueOf(weatherOfLine.answer.value)
  const weather = found?.line === line ? found.weather : null
  const tops: Record<string, number> = {}
  let height = 0
  for (const [lane, px] of [
    ['places', HUTS_PX],
    ['weather', WEATHER_PX],
    ['light', LIGHT_PX],
  ] as const)
    if (lanes.has(lane)) {
      tops[lane] = height
      height += px + 4
    }
  const at = hoverM.value
  return (
    <>
      <svg width={width} height={height} class="lanes" role="img" aria-label={t('lanes.label')} {...pointing}>
        <defs>
          <pattern id="lane-unknown" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="2" height="6" />
          </pattern>
        </defs>
        {lanes.has('places') && (
          <HutsLane frame={frame} top={tops.places} edges={huts?.line === line ? (huts.places?.edges ?? []) : []} />
        )}
        {lanes.has('weather') && <WeatherLane frame={frame} top={tops.weather} height={WEATHER_PX} weather={weather} />}
        {lanes.has('light') && <LightLane frame={frame} top={tops.light} weather={weather} />}
        {at !== null && at >= frame.fromM && at <= frame.toM && (
          <line class="cursor" x1={x.toPx(at)} x2={x.toPx(at)} y1={0} y2={height} />
        )}
      </svg>
      <LaneNotes frame={frame} />
    </>
  )
}

function LightLane({ frame, top, weather }: { frame: ChartFrame; top: number; weather: Weather | null }) {
  const { fromM, toM, x } = frame
  const clamp = (atM: number) => x.toPx(Math.max(fromM, Math.min(toM, atM)))
  const found = valueOf(weatherOfLine.answer.value)
  const events = sunEvents([found?.sun?.day ?? null, found?.sun?.dayAfter ?? null])
  const samples = weather?.samples ?? []
  return (
    <g class="light-lane">
      <rect class="lane-unknown" x={LEFT} y={top} width={frame.width - RIGHT - LEFT} height={LIGHT_PX} />
      {lightPieces(samples, events)
        .filter((piece) => piece.toM > fromM && piece.fromM < toM)
        .map((piece) => (
          <rect
            key={piece.fromM}
            class={`light-${piece.light}`}
            x={clamp(piece.fromM)}
            width={Math.max(0.5, clamp(piece.toM) - clamp(piece.fromM))}
            y={top}
            height={LIGHT_PX}
          />
        ))}
      {eventsOnTheWay(samples, events)
        .filter(({ atM }) => atM >= fromM && atM <= toM)
        .map(({ kind, atM }) => (
          <path key={kind} class="sun-mark" d={`M${x.toPx(atM)} ${top}v${LIGHT_PX}`}>
            <title>{t(`sun.${kind}`)}</title>
          </path>
        ))}
    </g>
  )
}

/** What is on its way, what failed and why, and when the sun rises and sets. */
function LaneNotes({ frame }: { frame: ChartFrame }) {
  const lanes = shownLanes.value
  const wantsWeather = lanes.has('weather') || lanes.has('light')
  const weather = weatherOfLine.answer.value
  const huts = hutsAlong.answer.value
  const found = valueOf(weather)
  const failure =
    wantsWeather && weather.state === 'failed'
      ? weather.failure
      : wantsWeather && found !== null && found.weather === null
        ? found.failure
        : null
  const isBusy = (wantsWeather && weather.state === 'busy') || (lanes.has('places') && huts.state === 'busy')
  const places = valueOf(huts)?.places
  const isOld = wantsWeather && found !== null && found.line !== frame.line && weather.state === 'ok'
  return (
    <div class="lane-notes">
      {isBusy && (
        <p class="busy" role="status">
          {t('busy')}
        </p>
      )}
      {failure !== null && <FailureNote failure={failure} title={t('weather.failed')} onRetry={askLanesAgain} />}
      {lanes.has('places') && huts.state === 'failed' && (
        <FailureNote failure={huts.failure} title={t('company.failed')} onRetry={askLanesAgain} />
      )}
      {lanes.has('places') && huts.state === 'ok' && (
        <p>
          {places == null
            ? t('company.noCatalogue')
            : places.edges.length === 0
              ? t('lanes.noHuts')
              : places.truncated || places.pageInfo.hasNextPage
                ? t('lanes.moreHuts')
                : ''}
        </p>
      )}
      {wantsWeather && found !== null && !isOld && <SunTimes />}
    </div>
  )
}

/** When the sun rises and sets on the day of departure, on the clock of the place. */
function SunTimes() {
  const found = valueOf(weatherOfLine.answer.value)
  const sun = found?.sun ?? null
  const day = sun?.day ?? null
  if (sun === null || day === null) return <p>{t('sun.unknown')}</p>
  if (day.state === 'UP_ALL_DAY') return <p>{t('sun.upAllDay')}</p>
  if (day.state === 'DOWN_ALL_DAY') return <p>{t('sun.downAllDay')}</p>
  const clock = (utc: string | null) =>
    utc === null ? t('sun.never') : clockAtPlace(language.value, Date.parse(utc), sun.timezone).slice(-5)
  return (
    <p>
      {(
        [
          ['dawn', day.civilDawnUtc],
          ['sunrise', day.sunriseUtc],
          ['sunset', day.sunsetUtc],
          ['dusk', day.civilDuskUtc],
        ] as const
      )
        .map(([kind, utc]) => `${t(`sun.${kind}`)} ${clock(utc)}`)
        .join(' · ')}
      {found?.weather?.forecast.synthetic === true && ` · ${t('weather.synthetic')}`}
    </p>
  )
}
