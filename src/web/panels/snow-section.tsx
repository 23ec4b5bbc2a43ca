// Snow along the line: what was observed, with its age, and the forecast apart from it. Unknown is a class of its own
// and never clear; why it is unknown is said.

import { sendQuery } from '../api/query.ts'
import { SnowAlongDocument, type SnowAlongQuery } from '../documents/generated/graphql.ts'
import { clockAtPlace } from '../i18n/format.ts'
import { language } from '../i18n/preferences.ts'
import { rangeText } from '../i18n/range-text.ts'
import { createQuery, valueOf } from '../api/resource.ts'
import { spoken } from '../i18n/speech.ts'
import { km, m, num, percent, t, tCode } from '../i18n/t.ts'
import type { ShownLine } from '../line/shown-line.ts'
import { toLineInput } from '../line/to-polyline.ts'
import { AnswerNote } from './failure-note.tsx'
import { UnknownList } from './warning-list.tsx'

type Snow = NonNullable<NonNullable<SnowAlongQuery['line']>['snow']>
const COLOURS = { SNOW: '#4aa3df', CLEAR: '#2e8b57', UNKNOWN: '#c2307f' } as const

const question = createQuery<{ snow: Snow; timezone: string; line: ShownLine }>()

export function SnowSection({ line }: { line: ShownLine }) {
  const load = () =>
    void question.ask(async (stop) => {
      const [lon, lat] = line.points[0]
      const { data } = await sendQuery(SnowAlongDocument, { line: toLineInput(line).line, start: [lon, lat] }, stop)
      return { snow: data.line!.snow!, timezone: data.point!.timezone, line }
    })
  const answer = question.answer.value
  const found = valueOf(answer)
  return (
    <>
      <button type="button" class="main" onClick={load}>
        {t('snow.ask')}
      </button>
      <AnswerNote answer={answer} failed="snow.failed" onRetry={load} />
      {found !== null && found.line === line && <Found snow={found.snow} timezone={found.timezone} />}
      {found !== null && found.line !== line && answer.state === 'ok' && <p class="hint">{t('weather.changed')}</p>}
    </>
  )
}

function Found({ snow, timezone }: { snow: Snow; timezone: string }) {
  const clock = (utc: string) => clockAtPlace(language.value, Date.parse(utc), timezone)
  const { summary, observed, sections } = snow
  const whole = summary.clearM + summary.snowM + summary.unknownM
  const reasons = new Map<string, number>()
  for (const { reason } of snow.points) if (reason !== null) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  return (
    <>
      <h3>{t('snow.observed')}</h3>
      <svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label={t('snow.title')}>
        {sections.map((one) => (
          <rect
            key={one.fromM}
            x={(one.fromM / Math.max(1, whole)) * 1000}
            width={((one.toM - one.fromM) / Math.max(1, whole)) * 1000}
            height={10}
            fill={COLOURS[one.class]}
          />
        ))}
      </svg>
      <ul class="legend">
        {(['SNOW', 'CLEAR', 'UNKNOWN'] as const).map((kind) => {
          const length = kind === 'SNOW' ? summary.snowM : kind === 'CLEAR' ? summary.clearM : summary.unknownM
          return (
            <li key={kind}>
              <span class="dot" style={{ background: COLOURS[kind] }} />
              {t(`snow.${kind}`)} <b>{km(length)}</b>
            </li>
          )
        })}
      </ul>
      <p class="hint">
        {observed.product === null
          ? t('snow.noRaster')
          : t('snow.seen', {
              product: observed.product,
              time: observed.observedTo === null ? t('unknown') : clock(observed.observedTo),
              known: percent(summary.knownShare),
            })}
      </p>
      {reasons.size > 0 && (
        <p class="hint">
          {t('snow.why')}{' '}
          {[...reasons].map(([reason, count]) => `${tCode('snowReason', reason)} (${count})`).join(', ')}
        </p>
      )}
      <h3>{t('snow.forecast')}</h3>
      <dl class="figures">
        {[snow.forecastH24, snow.forecastH48].map((horizon, i) => (
          <div key={horizon.validAt}>
            <dt>
              {t(i === 0 ? 'snow.h24' : 'snow.h48')} <small>{clock(horizon.validAt)}</small>
            </dt>
            <dd>{depthText(horizon.points)}</dd>
          </div>
        ))}
      </dl>
      {snow.unknowns.length > 0 && (
        <>
          <h3>{t('unknowns.title')}</h3>
          <UnknownList unknowns={snow.unknowns} list="dimmed" />
        </>
      )}
      <p class="hint">{snow.attribution.map(({ text }) => spoken(text).text).join(' · ')}</p>
    </>
  )
}

/** Range of depth, new snow and freezing level over the points that have one. */
function depthText(points: Snow['forecastH24']['points']): string {
  const range = (values: (number | null)[], write: (value: number) => string) =>
    rangeText(language.value, values, write)
  return `${t('snow.depth')} ${range(
    points.map(({ snowDepthM }) => snowDepthM),
    (value) => `${num(value * 100)}\u00a0cm`,
  )} · ${t('snow.fresh')} ${range(
    points.map(({ newSnowCm }) => newSnowCm),
    (value) => `${num(value, 1)}\u00a0cm`,
  )} · ${t('snow.freezing')} ${range(
    points.map(({ freezingLevelM }) => freezingLevelM),
    (value) => m(value),
  )}`
}
