// The weather at the hour each part of the line is reached, for a departure that the visitor chooses. Asked by a
// button, since it costs. A sample without a forecast says why; nothing is filled in.

import { useSignal } from '@preact/signals'
import { localText } from '../plan/departure.ts'
import type { TravelMode } from '../documents/generated/graphql.ts'
import { clockAtPlace, placeClock } from '../i18n/format.ts'
import { language } from '../i18n/preferences.ts'
import { spoken } from '../i18n/speech.ts'
import { valueOf } from '../api/resource.ts'
import { km, num, t, tCode } from '../i18n/t.ts'
import { changePlan, hoverM, plan } from '../plan/session.ts'
import type { ShownLine } from '../line/shown-line.ts'
import { skyOf } from '../line/sky.ts'
import { DEFAULT_KMH, type Weather, askWeather, departureOfPlan, weatherOfLine } from '../state/weather-session.ts'
import { AnswerNote, FailureNote, ServiceWords } from './failure-note.tsx'
import { UnknownList } from './warning-list.tsx'
import { DAY_MS, HOUR_MS } from '../../durations.ts'

export function WeatherSection({ line, profile }: { line: ShownLine; profile: TravelMode }) {
  const fault = useSignal<string | null>(null)
  const departure = departureOfPlan()
  const speedKmh = plan.value.speedKmh ?? DEFAULT_KMH[profile]
  const load = () => (fault.value = askWeather(line, profile) ? null : t('weather.badTime'))
  const answer = weatherOfLine.answer.value
  const found = valueOf(answer)
  return (
    <>
      <div class="fields">
        <label class="field wide">
          <span>{t('weather.departure')}</span>
          <input
            type="datetime-local"
            value={departure}
            min={localText(new Date(Date.now() - 6 * HOUR_MS))}
            max={localText(new Date(Date.now() + 15.9 * DAY_MS))}
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
      <AnswerNote answer={answer} failed="weather.failed" onRetry={load} />
      {found !== null && found.line === line && found.weather === null && found.failure !== null && (
        <FailureNote failure={found.failure} title={t('weather.failed')} onRetry={load} />
      )}
      {found !== null && found.line === line && found.weather !== null && (
        <Found weather={found.weather} timezone={found.sun?.timezone ?? 'UTC'} thinned={found.thinned} />
      )}
      {found !== null && found.line !== line && answer.state === 'ok' && <p class="hint">{t('weather.changed')}</p>}
    </>
  )
}

function Found({ weather, timezone, thinned }: { weather: Weather; timezone: string; thinned: boolean }) {
  const { run } = weather
  return (
    <>
      {run.synthetic && <p class="note">{t('weather.synthetic')}</p>}
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
                {placeClock(language.value, one.arrivalLocal)}
                {one.daylight.state !== 'DAY' && <small class="night">{tCode('daylight', one.daylight.state)}</small>}
              </td>
              {one.weather === null ? (
                <td colSpan={4} class="unknown">
                  {t('unknown')}: <ServiceWords says={one.missing ?? ''} />
                </td>
              ) : (
                <>
                  <td>{one.weather.weatherCode === null ? <Unknown /> : skyText(one.weather.weatherCode)}</td>
                  <td>{one.weather.tempC === null ? <Unknown /> : num(one.weather.tempC, 0)}</td>
                  <td>
                    {one.weather.precipMm === null ? <Unknown /> : num(one.weather.precipMm, 1)}{' '}
                    <small>
                      {one.weather.precipProbabilityPct === null
                        ? '?\u00a0%'
                        : `${num(one.weather.precipProbabilityPct)}\u00a0%`}
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
          <h3>{t('unknowns.title')}</h3>
          <UnknownList unknowns={weather.unknowns} list="dimmed" />
        </>
      )}
      <p class="hint">
        {run.issuedAt === null
          ? `${t('weather.noIssue')} ${run.issuedAtReason === null ? '' : spoken(run.issuedAtReason).text}`
          : t('weather.issued', { time: clockAtPlace(language.value, Date.parse(run.issuedAt), timezone) })}{' '}
        {spoken(run.provider.attribution).text}
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

function skyText(code: number): string {
  const sky = skyOf(code)
  return sky === null ? String(code) : tCode('sky', sky.group)
}
