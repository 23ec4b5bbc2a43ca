// Lanes under the elevation chart, on its axis: huts, water and stops beside the line; the weather and the light at the
// hour of passing. What is not known is drawn as unknown, never as clear or bright.

import { effect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { laneReading, shownLanes } from '../state/lane-choice.ts'
import { clockAtPlace } from '../i18n/format.ts'
import { type PlaceAlong, askLanesAgain, followLanes, hutsAlong, readingAt } from '../state/lanes-session.ts'
import { eventsOnTheWay, lightPieces, sunEvents } from '../line/light-pieces.ts'
import { valueOf } from '../api/resource.ts'
import { language } from '../i18n/preferences.ts'
import { num, t, tCode } from '../i18n/t.ts'
import { hoverM } from '../plan/session.ts'
import { type Weather, weatherOfLine } from '../state/weather-session.ts'
import { FailureNote } from './failure-note.tsx'
import { type ChartFrame, LEFT, RIGHT } from './chart-parts.tsx'
import { placeColour } from '../line/place-groups.ts'
import { type SkySign, skyOf } from '../line/sky.ts'

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
          ['dawn', day.civilDawnAt],
          ['sunrise', day.sunriseAt],
          ['sunset', day.sunsetAt],
          ['dusk', day.civilDuskAt],
        ] as const
      )
        .map(([kind, utc]) => `${t(`sun.${kind}`)} ${clock(utc)}`)
        .join(' · ')}
      {found?.weather?.run.synthetic === true && ` · ${t('weather.synthetic')}`}
    </p>
  )
}

const SIGN_PX = 14
/** About a letter of the label. */
const LETTER_PX = 6.2

/** Huts, water, peaks and stops beside the line, each at its place on the chart's axis; named where there is room. */
function HutsLane({ frame, top, edges }: { frame: ChartFrame; top: number; edges: readonly PlaceAlong[] }) {
  const { fromM, toM, x, width } = frame
  const shown = edges
    .filter(({ atM }) => atM !== null && atM >= fromM && atM <= toM)
    .map((edge) => ({ ...edge, px: x.toPx(edge.atM!) }))
  return (
    <g class="huts-lane">
      {shown.map(({ node, px }, i) => {
        const name = node.name ?? tCode('kind', node.kind)
        const roomPx = (shown[i + 1]?.px ?? width - RIGHT) - px - SIGN_PX
        const isNamed = name.length * LETTER_PX < roomPx
        // the last has room before it, if its neighbour leaves some
        const beforePx = px - (shown[i - 1]?.px ?? 0) - SIGN_PX
        const isNamedBefore = !isNamed && i === shown.length - 1 && name.length * LETTER_PX < beforePx / (i > 0 ? 2 : 1)
        return (
          <g key={node.id}>
            <title>{`${name}, ${tCode('kind', node.kind)}`}</title>
            <path d={signOf(node.kind, px, top + 11)} fill={placeColour(node.kind)} />
            {(isNamed || isNamedBefore) && (
              <text
                x={isNamed ? px + SIGN_PX / 2 + 2 : px - SIGN_PX / 2 - 2}
                y={top + 15}
                text-anchor={isNamed ? 'start' : 'end'}
              >
                {name}
              </text>
            )}
          </g>
        )
      })}
    </g>
  )
}

/** A house, a drop, a hill or a square: distinguished without colours too. */
function signOf(kind: PlaceAlong['node']['kind'], x: number, y: number): string {
  if (['HUT', 'SHELTER', 'BIVOUAC', 'CAMPSITE'].includes(kind)) return `M${x} ${y - 7}l7 6h-2v7h-10v-7h-2z`
  if (['SPRING', 'DRINKING_WATER'].includes(kind)) return `M${x} ${y - 7}c4 6 5 7 5 9a5 5 0 0 1-10 0c0-2 1-3 5-9z`
  if (['PEAK', 'PASS'].includes(kind)) return `M${x} ${y - 6}l7 12h-14z`
  return `M${x - 5} ${y - 5}h10v10h-10z`
}

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

/** The weather at the hour of passing: a cell for each sample of the forecast, hatched where it is unknown. */
function WeatherLane({
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
