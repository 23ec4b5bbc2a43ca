// The panel of a route: waypoints, settings, and what the service says of the way between them.

import { Chart } from './chart.tsx'
import { FailureNote, ServiceWords } from './failure-note.tsx'
import { CompanyFold, OfflineFold, SnowFold, ToursFold, WeatherFold } from './folds.tsx'
import { LineFacts } from './line-facts.tsx'
import { QuerySection } from './query-section.tsx'
import { SettingsForm } from './settings-form.tsx'
import { ShareBar } from './share-bar.tsx'
import { WaypointList } from './waypoint-list.tsx'
import { toCamel } from '../../wire/key-case.ts'
import { edited } from '../state/edit-as-route.ts'
import { isPhone, language } from '../i18n/preferences.ts'
import {
  type Alternative,
  type RouteAnswer,
  alternatives,
  askAlternatives,
  askRouteAgain,
  route,
  shownRoute,
} from '../state/route-session.ts'
import { km, m, percent, t, tCode, time } from '../i18n/t.ts'
import { changePlan, config, lines, mapCommand, plan } from '../plan/session.ts'
import { isTrail, isTravelAt, takesAlternatives } from '../plan/plan.ts'
import { settingText } from '../plan/setting-text.ts'
import { gradeNumber } from '../plan/settings.ts'
import { waypointLabel } from '../i18n/waypoint-label.ts'
import { valueOf } from '../api/resource.ts'
import { placeDate } from '../i18n/format.ts'

export function RoutePanel() {
  const answer = route.answer.value
  const found = shownRoute.value
  const count = plan.value.waypoints.length
  return (
    <>
      <SettingsForm>
        <WaypointList />
        {count === 1 && !plan.value.waypoints.some(isTrail) && <p class="hint">{t('route.oneMore')}</p>}
        {count === 0 && config.example !== null && (
          <button type="button" class="main" onClick={showExample}>
            {t('route.example')}
          </button>
        )}
      </SettingsForm>
      <TravelDate />
      {edited.value !== null && edited.value.waypoints === plan.value.waypoints && (
        <p class="note" role="status">
          {t('edit.done', { count: edited.value.waypoints.length, off: m(edited.value.offM) })}
        </p>
      )}
      {answer.state === 'busy' && (
        <p class="busy" role="status">
          {t('route.busy')}
        </p>
      )}
      {answer.state === 'failed' && (
        <FailureNote failure={answer.failure} title={t('route.failed')} onRetry={askRouteAgain} />
      )}
      {found !== null && lines.route.value !== null && <Found route={found} />}
      {answer.state === 'failed' && <QuerySection names={['RouteOnMap']} />}
      <ToursFold />
      <OfflineFold />
    </>
  )
}

function Found({ route: found }: { route: RouteAnswer }) {
  const line = lines.route.value!
  const far = found.snaps.filter(({ distanceM }) => distanceM > 50)
  return (
    <section class="found" aria-label={t('route.found')}>
      {isPhone.value && <Chart />}
      <AlternativesSection />
      <p class={`status status-${found.status}`}>{t(`status.${found.status}`)}</p>
      {found.because !== null && <Closures because={found.because} />}
      <LineFacts {...found} line={line} />
      {far.length > 0 && (
        <p class="note">
          {far
            .map(({ waypoint, distanceM }) =>
              t('route.snap', { waypoint: waypointLabel(waypoint), distance: km(distanceM) }),
            )
            .join(' ')}
        </p>
      )}
      {found.capAlternative !== null && (
        <div class="note">
          <p>
            {t('route.cap', {
              grade: found.capAlternative.maxSac,
              distance: km(found.capAlternative.distanceM),
              saves: km(found.capAlternative.savesM),
              time: found.capAlternative.minutes === null ? t('unknown') : time(found.capAlternative.minutes * 60),
            })}
          </p>
          <button
            type="button"
            onClick={() =>
              changePlan((old) => ({
                ...old,
                settings: { ...old.settings, maxSac: gradeNumber(found.capAlternative!.maxSac) },
              }))
            }
          >
            {t('route.takeCap', { grade: found.capAlternative.maxSac })}
          </button>
        </div>
      )}
      {found.settingsDefaulted.length > 0 && (
        <p class="hint">
          {t('route.defaulted')}{' '}
          {found.settingsDefaulted.map((name) => tCode('setting', toCamel(name.toLowerCase()))).join(', ')}.{' '}
          {appliedText(found)}
        </p>
      )}
      <ShareBar />
      <WeatherFold line={line} profile={found.settings.profile} />
      <SnowFold line={line} />
      <CompanyFold trails={found.trails} />
      <details>
        <summary>{t('route.directions')}</summary>
        <ol class="directions">
          {found.maneuvers.map((one, i) => (
            <li key={i}>
              <button
                type="button"
                class="quiet"
                onClick={() =>
                  (mapCommand.value = { kind: 'fly', lon: one.location[0], lat: one.location[1], zoom: 16 })
                }
              >
                <ServiceWords message={one.instruction} /> <small>{one.distanceM > 0 ? km(one.distanceM) : ''}</small>
              </button>
            </li>
          ))}
        </ol>
      </details>
      {found.legs.length > 1 && (
        <details>
          <summary>{t('route.legs')}</summary>
          <ol class="legs">
            {found.legs.map((leg) => (
              <li key={leg.leg}>
                {km(leg.distanceM)} · ↑ {m(leg.ascentM)} · ↓ {m(leg.descentM)}
              </li>
            ))}
          </ol>
        </details>
      )}
      <QuerySection names={['RouteOnMap', 'RouteCompany', 'WeatherAlong', 'SnowAlong']} />
    </section>
  )
}

function appliedText({ settings }: RouteAnswer): string {
  const words = (['maxSac', 'markedTrails', 'bicycleType', 'push', 'snapRadiusM'] as const)
    .filter((name) => settings[name] !== null)
    .map((name) => settingText(name, name === 'maxSac' ? gradeNumber(settings.maxSac!) : settings[name]!))
  return `${t('route.applied')} ${words.join(', ')}.`
}

function showExample(): void {
  const example = config.example!
  changePlan((old) => ({ ...old, waypoints: example, straightLegs: [] }))
  mapCommand.value = { kind: 'shown' }
}

/** Other good routes beside the best one: what each costs and gives, and the choice between them. */
function AlternativesSection() {
  const best = valueOf(route.answer.value)
  const answer = alternatives.answer.value
  const found = valueOf(answer)
  if (best === null || plan.value.waypoints.length !== 2) return null
  if (!takesAlternatives(plan.value)) return <p class="hint">{t('alternatives.none')}</p>
  return (
    <section class="alternatives" aria-label={t('alternatives.title')}>
      {answer.state === 'idle' && (
        <button type="button" onClick={askAlternatives}>
          {t('alternatives.ask')}
        </button>
      )}
      {answer.state === 'busy' && (
        <p class="busy" role="status">
          {t('alternatives.busy')}
        </p>
      )}
      {answer.state === 'failed' && (
        <FailureNote failure={answer.failure} title={t('alternatives.failed')} onRetry={askAlternatives} />
      )}
      {found !== null && found.nodes.length > 0 && <Table best={best} others={found.nodes} />}
      {found?.reason != null && (
        <p class="hint">
          <ServiceWords message={found.reason} />
        </p>
      )}
    </section>
  )
}

function Table({ best, others }: { best: RouteAnswer; others: readonly Alternative[] }) {
  const chosen = Math.min(plan.value.alternative, others.length)
  const rows: [string, string, (other: Alternative) => [string, string | null]][] = [
    [t('facts.distance'), km(best.distanceM), (one) => [km(one.distanceM), signed(one.differs!.distanceM, km)]],
    [t('facts.ascent'), m(best.ascentM), (one) => [m(one.ascentM), signed(one.differs!.ascentM, m)]],
    [t('facts.time'), timeOf(best), (one) => [timeOf(one), signed(one.differs!.movingS, time)]],
    [t('alternatives.hardest'), gradeOf(best), (one) => [gradeOf(one), grades(one.differs!.hardestSac)]],
    [t('line.PAVED'), pavedOf(best), (one) => [pavedOf(one), signed(one.differs!.pavedM, km)]],
    [t('alternatives.shared'), '', (one) => [percent(one.differs!.sharedShare), null]],
  ]
  return (
    <>
      <table>
        <caption class="sr-only">{t('alternatives.title')}</caption>
        <thead>
          <tr>
            <td />
            {[best, ...others].map((_, i) => (
              <th key={i} scope="col" class={i === chosen ? 'chosen' : ''}>
                <label>
                  <input
                    type="radio"
                    name="alternative"
                    checked={i === chosen}
                    onChange={() => changePlan((old) => ({ ...old, alternative: i }))}
                  />
                  {i === 0 ? t('alternatives.best') : t('alternatives.other', { number: i })}
                </label>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ofBest, ofOther]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class={chosen === 0 ? 'chosen' : ''}>{ofBest}</td>
              {others.map((one, i) => {
                const [value, difference] = ofOther(one)
                return (
                  <td key={i} class={chosen === i + 1 ? 'chosen' : ''}>
                    {value} {difference !== null && <small>{difference}</small>}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <ul class="because">
        {others.map((one, i) => (
          <li key={i}>
            <b>{t('alternatives.other', { number: i + 1 })}</b> <ServiceWords message={one.differs!.because} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** With its sign; unknown stays unknown. */
function signed(difference: number | null, text: (value: number) => string): string {
  if (difference === null) return t('unknown')
  const size = text(Math.abs(difference))
  return size === text(0) ? '±0' : `${difference > 0 ? '+' : '−'}${size}`
}

function timeOf({ time: moving }: RouteAnswer): string {
  return moving === null ? t('unknown') : time(moving.movingS)
}

function pavedOf({ surfaces }: RouteAnswer): string {
  return km(surfaces?.pavedM ?? null)
}

/** Roads and tracks alone take no grade; paths without a tag are of an unknown one. */
function gradeOf({ difficulty }: RouteAnswer): string {
  if (difficulty === null) return t('line.NONE')
  const grade = difficulty.hardest?.grade ?? null
  return grade === null ? t('unknown') : grade === 'VIA_FERRATA' ? tCode('line', grade) : grade
}

function grades(difference: number | null): string | null {
  if (difference === null || difference === 0) return null
  return t(difference > 0 ? 'alternatives.harder' : 'alternatives.easier', { count: Math.abs(difference) })
}

/**
 * When a route is travelled, and what is closed then. Without a date nothing is taken for granted: ways that are closed
 * at times are among the unknowns. A date and, if wanted, the hour of the start.
 */
function TravelDate() {
  const [date = '', hour = ''] = plan.value.travelAt?.split('T') ?? []
  const set = (newDate: string, newHour: string) => {
    const text = newDate === '' ? null : newHour === '' ? newDate : `${newDate}T${newHour}`
    if (text === null || isTravelAt(text)) changePlan((old) => ({ ...old, travelAt: text }))
  }
  return (
    <div class="fields">
      <label class="field">
        <span>{t('date.day')}</span>
        <input
          type="date"
          min="2000-01-01"
          max="2059-12-31"
          value={date}
          onChange={(event) => set(event.currentTarget.value, hour)}
        />
      </label>
      {date !== '' && (
        <label class="field">
          <span>{t('date.hour')}</span>
          <input type="time" value={hour} onChange={(event) => set(date, event.currentTarget.value)} />
        </label>
      )}
    </div>
  )
}

const MAX_SHOWN = 10

function Closures({ because }: { because: NonNullable<RouteAnswer['because']> }) {
  if (because.length === 0) return <p class="hint">{t('date.nothingClosed')}</p>
  return (
    <div class="note">
      <p>{t('date.closed')}</p>
      <ul>
        {because.slice(0, MAX_SHOWN).map(({ wayId, tag, from, to }) => (
          <li key={`${wayId} ${tag}`}>
            <code>{tag}</code>, {t('date.way', { way: String(wayId) })}
            {from !== null && to !== null && `, ${t('date.span', { from: clock(from), to: clock(to) })}`}
          </li>
        ))}
      </ul>
      {because.length > MAX_SHOWN && <p>{t('date.more', { count: because.length - MAX_SHOWN })}</p>}
    </div>
  )
}

const clock = (text: string) => placeDate(language.value, text)
