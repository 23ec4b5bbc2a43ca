// The panel of a route: waypoints, the result with its figures first, settings, and what the service says of the way.

import { Chart } from './chart.tsx'
import { AnswerNote, ServiceWords } from './failure-note.tsx'
import { CompanyFold, FilesFold, OfflineFold, SnowFold, ToursFold, WeatherFold } from './folds.tsx'
import { LineDetails, LineFigures } from './line-facts.tsx'
import { lazyPart } from './lazy-part.tsx'
import { QuerySection } from './query-section.tsx'
import { ProfileChoice, SettingsFolds } from './settings-form.tsx'
import { WaypointList } from './waypoint-list.tsx'
import { toCamel } from '../../wire/key-case.ts'
import { edited } from '../state/edit-as-route.ts'
import { isPhone, language } from '../i18n/preferences.ts'
import { type RouteAnswer, askRouteAgain, route, shownRoute } from '../state/route-session.ts'
import { km, m, t, tCode, time } from '../i18n/t.ts'
import { changePlan, config, lines, mapCommand, plan } from '../plan/session.ts'
import { isTrail, isTravelAt } from '../plan/plan.ts'
import { settingText } from '../plan/setting-text.ts'
import { gradeNumber } from '../plan/settings.ts'
import { waypointLabel } from '../i18n/waypoint-label.ts'
import { placeDate } from '../i18n/format.ts'

const AlternativesSection = lazyPart(async () => (await import('./alternatives-section.tsx')).AlternativesSection)

export function RoutePanel() {
  const answer = route.answer.value
  const found = shownRoute.value
  const count = plan.value.waypoints.length
  const result = found !== null && lines.route.value !== null && (
    <div class="result">
      <LineFigures {...found} line={lines.route.value} />
      {isPhone.value && <Chart />}
    </div>
  )
  return (
    <>
      {isPhone.value && result}
      <section aria-label={t('settings.label')}>
        <ProfileChoice />
        <WaypointList />
        {count === 1 && !plan.value.waypoints.some(isTrail) && <p class="hint">{t('route.oneMore')}</p>}
        {count === 0 && config.example !== null && (
          <button type="button" class="main" onClick={showExample}>
            {t('route.example')}
          </button>
        )}
      </section>
      {edited.value !== null && edited.value.waypoints === plan.value.waypoints && (
        <p class="note" role="status">
          {t('edit.done', { count: edited.value.waypoints.length, off: m(edited.value.offM) })}
        </p>
      )}
      <AnswerNote answer={answer} busy="route.busy" failed="route.failed" onRetry={askRouteAgain} />
      {!isPhone.value && result}
      {found !== null && <StatusNotes route={found} />}
      <SettingsFolds request="route">{found !== null && <Applied route={found} />}</SettingsFolds>
      <TravelDate />
      {found !== null && lines.route.value !== null && <Found route={found} />}
      {answer.state === 'failed' && <QuerySection names={['RouteOnMap']} />}
      <ToursFold />
      <OfflineFold />
    </>
  )
}

/** What may be wrong with the route as a whole. */
function StatusNotes({ route: found }: { route: RouteAnswer }) {
  const far = found.snaps.filter(({ offM }) => offM > 50)
  return (
    <>
      <p class={`status status-${found.status}`}>{t(`status.${found.status}`)}</p>
      {found.closuresAvoided !== null && <Closures avoided={found.closuresAvoided} />}
      {far.length > 0 && (
        <p class="note">
          {far
            .map(({ waypoint, offM }) => t('route.snap', { waypoint: waypointLabel(waypoint), distance: km(offM) }))
            .join(' ')}
        </p>
      )}
    </>
  )
}

function Found({ route: found }: { route: RouteAnswer }) {
  const line = lines.route.value!
  return (
    <section class="found" aria-label={t('route.found')}>
      <AlternativesSection />
      <LineDetails {...found} line={line} />
      {found.capAlternative !== null && <CapNote cap={found.capAlternative} />}
      <FilesFold />
      <WeatherFold line={line} profile={found.settings.mode} />
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
                <ServiceWords says={one.instruction} /> <small>{one.lengthM > 0 ? km(one.lengthM) : ''}</small>
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
              <li key={leg.index}>
                {km(leg.lengthM)} · ↑ {m(leg.ascentM)} · ↓ {m(leg.descentM)}
              </li>
            ))}
          </ol>
        </details>
      )}
      <QuerySection names={['RouteOnMap', 'RouteCompany', 'WeatherAlong', 'SnowAlong']} />
    </section>
  )
}

/** A higher grade would save much. */
function CapNote({ cap }: { cap: NonNullable<RouteAnswer['capAlternative']> }) {
  return (
    <div class="note">
      <p>
        {t('route.cap', {
          grade: cap.maxSac,
          distance: km(cap.lengthM),
          saves: km(cap.savesM),
          time: cap.movingS === null ? t('unknown') : time(cap.movingS),
        })}
      </p>
      <button
        type="button"
        onClick={() =>
          changePlan((old) => ({ ...old, settings: { ...old.settings, maxSac: gradeNumber(cap.maxSac) } }))
        }
      >
        {t('route.takeCap', { grade: cap.maxSac })}
      </button>
    </div>
  )
}

/** What the service took where nothing was chosen. */
function Applied({ route: { settingsDefaulted, settings } }: { route: RouteAnswer }) {
  if (settingsDefaulted.length === 0) return null
  const words = (['maxSac', 'markedTrails', 'bicycleType', 'push', 'snapRadiusM'] as const)
    .filter((name) => settings[name] !== null)
    .map((name) => settingText(name, name === 'maxSac' ? gradeNumber(settings.maxSac!) : settings[name]!))
  return (
    <p class="hint">
      {t('route.defaulted')}{' '}
      {settingsDefaulted
        .map((name) => tCode('setting', name === 'MODE' ? 'profile' : toCamel(name.toLowerCase())))
        .join(', ')}
      . {`${t('route.applied')} ${words.join(', ')}.`}
    </p>
  )
}

function showExample(): void {
  const example = config.example!
  changePlan((old) => ({ ...old, waypoints: example, straightLegs: [] }))
  mapCommand.value = { kind: 'shown' }
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

function Closures({ avoided }: { avoided: NonNullable<RouteAnswer['closuresAvoided']> }) {
  if (avoided.length === 0) return <p class="hint">{t('date.nothingClosed')}</p>
  return (
    <div class="note">
      <p>{t('date.closed')}</p>
      <ul>
        {avoided.slice(0, MAX_SHOWN).map(({ wayId, tag, from, to }) => (
          <li key={`${wayId} ${tag}`}>
            <code>{tag}</code>, {t('date.way', { way: String(wayId) })}
            {from !== null && to !== null && `, ${t('date.span', { from: clock(from), to: clock(to) })}`}
          </li>
        ))}
      </ul>
      {avoided.length > MAX_SHOWN && <p>{t('date.more', { count: avoided.length - MAX_SHOWN })}</p>}
    </div>
  )
}

const clock = (text: string) => placeDate(language.value, text)
