// The weather at the hour each part of the line is reached, for a departure that the visitor chooses. Asked by a
// button, since it costs. A sample without a forecast says why; nothing is filled in.

import { useSignal } from '@preact/signals'
import { ask } from '../ask.ts'
import { localText, toIsoWithOffset, tomorrowMorning } from '../departure.ts'
import { WeatherAlongDocument } from '../documents/generated/graphql.ts'
import type { Profile, WeatherAlongQuery } from '../documents/generated/graphql.ts'
import { placeClock } from '../format.ts'
import { language } from '../look.ts'
import { createQuestion, valueOf } from '../loaded.ts'
import { km, num, t, tCode } from '../say.ts'
import { walkerInput } from '../my-pace.ts'
import { changePlan, hoverM, plan } from '../session.ts'
import { samplePlaces } from '../shown-line.ts'
import type { ShownLine } from '../shown-line.ts'
import { toPolyline6 } from '../to-polyline.ts'
import { FailureNote } from './failure-note.tsx'
import { ServiceWords } from './service-words.tsx'
import { NoteText } from './line-facts.tsx'

type Weather = NonNullable<WeatherAlongQuery['routeWeather']>
/** As many points as the service takes of a line. */
const MAX_POINTS = 5000
const DEFAULT_KMH: Record<Profile, number> = { HIKE: 4, RUN: 9, BIKE: 16 }

const question = createQuestion<{ weather: Weather; line: ShownLine; thinned: boolean }>()

export function WeatherSection({ line, profile }: { line: ShownLine; profile: Profile }) {
  const fault = useSignal<string | null>(null)
  const departure = plan.value.departure ?? tomorrowMorning(new Date())
  const speedKmh = plan.value.speedKmh ?? DEFAULT_KMH[profile]
  const load = () => {
    const iso = toIsoWithOffset(departure)
    fault.value = iso === null ? t('weather.badTime') : null
    if (iso === null) return
    const thinned = line.points.length > MAX_POINTS
    const points = thinned ? samplePlaces(line, MAX_POINTS, 1).places : line.points
    // several parts go as what they are, so that the service may refuse them: nothing is travelled across a gap
    const sent =
      line.partStarts.length > 1
        ? {
            geojson: {
              type: 'MultiLineString',
              coordinates: line.partStarts.map((start, part) =>
                line.points.slice(start, line.partStarts[part + 1]).map(([lon, lat]) => [lon, lat]),
              ),
            },
          }
        : { polyline6: toPolyline6(points) }
    void question.ask(async (stop) => {
      const { data } = await ask(
        WeatherAlongDocument,
        {
          input: {
            line: sent,
            departure: iso,
            profile,
            ...(profile === 'HIKE' ? walkerInput(profile) : { kmh: speedKmh }),
          },
        },
        stop,
      )
      return { weather: data.routeWeather!, line, thinned }
    })
  }
  const answer = question.answer.value
  const found = valueOf(answer)
  return (
    <details class="weather">
      <summary>{t('weather.title')}</summary>
      <div class="fields">
        <label class="field wide">
          <span>{t('weather.departure')}</span>
          <input
            type="datetime-local"
            value={departure}
            min={localText(new Date(Date.now() - 6 * 3_600_000))}
            max={localText(new Date(Date.now() + 15.9 * 86_400_000))}
            onChange={(event) =>
              changePlan((old) => ({ ...old, departure: event.currentTarget.value || null }), { undoable: false })
            }
          />
        </label>
        {profile !== 'HIKE' && (
          <label class="field">
            <span>{t('weather.speed')}</span>
            <input
              type="number"
              min={1}
              max={60}
              step={0.5}
              value={speedKmh}
              onChange={(event) =>
                changePlan((old) => ({ ...old, speedKmh: Number(event.currentTarget.value) || null }), {
                  undoable: false,
                })
              }
            />
          </label>
        )}
        <button type="button" class="main" onClick={load}>
          {t('weather.ask')}
        </button>
      </div>
      {fault.value !== null && (
        <p class="note note-bad" role="alert">
          {fault.value}
        </p>
      )}
      {answer.state === 'busy' && (
        <p class="busy" role="status">
          {t('busy')}
        </p>
      )}
      {answer.state === 'failed' && <FailureNote failure={answer.failure} title={t('weather.failed')} onRetry={load} />}
      {found !== null && found.line === line && <Found weather={found.weather} thinned={found.thinned} />}
      {found !== null && found.line !== line && answer.state === 'ok' && <p class="hint">{t('weather.changed')}</p>}
    </details>
  )
}

function Found({ weather, thinned }: { weather: Weather; thinned: boolean }) {
  const { forecast } = weather
  return (
    <>
      {forecast.synthetic && <p class="note">{t('weather.synthetic')}</p>}
      {thinned && <p class="note">{t('weather.thinned')}</p>}
      <table>
        <caption class="sr-only">{t('weather.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('weather.where')}</th>
            <th scope="col">{t('weather.when')}</th>
            <th scope="col">{t('weather.sky')}</th>
            <th scope="col">°C</th>
            <th scope="col">mm</th>
            <th scope="col">km/h</th>
          </tr>
        </thead>
        <tbody>
          {weather.samples.map((one) => (
            <tr key={one.atM} onMouseEnter={() => (hoverM.value = one.atM)} onMouseLeave={() => (hoverM.value = null)}>
              <th scope="row">
                {km(one.atM)} <small>{tCode('sample', one.kind)}</small>
              </th>
              <td>
                {placeClock(language.value, one.arrivalLocal ?? one.arrivalUtc)}
                {one.arrivalLocal === null ? ' UTC' : ''}
                {one.daylight.state !== 'DAY' && <small class="night">{tCode('daylight', one.daylight.state)}</small>}
              </td>
              {one.weather === null ? (
                <td colSpan={4} class="unknown">
                  {t('unknown')}: <ServiceWords message={one.missing ?? ''} />
                </td>
              ) : (
                <>
                  <td>{one.weather.weatherCode === null ? <Unknown /> : skyText(one.weather.weatherCode)}</td>
                  <td>{one.weather.tempC === null ? <Unknown /> : num(one.weather.tempC, 0)}</td>
                  <td>
                    {one.weather.precipMm === null ? <Unknown /> : num(one.weather.precipMm, 1)}{' '}
                    <small>
                      {one.weather.precipProbabilityPct === null ? '? %' : `${num(one.weather.precipProbabilityPct)} %`}
                    </small>
                  </td>
                  <td>
                    {one.weather.windKmh === null ? <Unknown /> : num(one.weather.windKmh)}{' '}
                    <small>
                      {one.weather.gustKmh === null ? '' : t('weather.gust', { speed: num(one.weather.gustKmh) })}
                    </small>
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {weather.unknowns.length > 0 && (
        <>
          <h4>{t('unknowns.title')}</h4>
          <ul class="dimmed">
            {weather.unknowns.map((one) => (
              <li key={one.code}>
                <NoteText note={one} prefix="unknownCode" />
              </li>
            ))}
          </ul>
        </>
      )}
      <p class="hint">
        {forecast.issuedAt === null
          ? `${t('weather.noIssue')} ${forecast.issuedAtReason ?? ''}`
          : t('weather.issued', { time: placeClock(language.value, forecast.issuedAt) })}{' '}
        {forecast.provider.attribution}
      </p>
    </>
  )
}

function Unknown() {
  return (
    <span class="unknown" title={t('unknown')}>
      ?<span class="sr-only">{t('unknown')}</span>
    </span>
  )
}

/** WMO table 4677, in groups. */
function skyText(code: number): string {
  const groups: [number, string][] = [
    [0, 'clear'],
    [2, 'fair'],
    [3, 'overcast'],
    [19, 'haze'],
    [29, 'recent'],
    [39, 'dust'],
    [49, 'fog'],
    [57, 'drizzle'],
    [59, 'drizzle'],
    [65, 'rain'],
    [67, 'freezing'],
    [69, 'sleet'],
    [77, 'snow'],
    [82, 'showers'],
    [86, 'snowShowers'],
    [99, 'thunder'],
  ]
  const group = groups.find(([upTo]) => code <= upTo)
  return group === undefined ? String(code) : tCode('sky', group[1])
}
