// The panel of a route: waypoints, settings, and what the service says of the way between them.

import { AlternativesSection } from './alternatives-section.tsx'
import { Chart } from './chart.tsx'
import { FailureNote } from './failure-note.tsx'
import { CompanyFold, OfflineFold, SnowFold, ToursFold, WeatherFold } from './folds.tsx'
import { LineFacts } from './line-facts.tsx'
import { QuerySection } from './query-section.tsx'
import { ServiceWords } from './service-words.tsx'
import { SettingsForm } from './settings-form.tsx'
import { ShareBar } from './share-bar.tsx'
import { Closures, TravelDate } from './travel-date.tsx'
import { WaypointList } from './waypoint-list.tsx'
import { toCamel } from '../../wire/key-case.ts'
import { edited } from '../state/edit-as-route.ts'
import { isPhone } from '../i18n/preferences.ts'
import { type RouteAnswer, askRouteAgain, route, shownRoute } from '../state/route-session.ts'
import { km, m, t, tCode, time } from '../i18n/t.ts'
import { changePlan, config, lines, mapCommand, plan } from '../plan/session.ts'
import { isTrail } from '../plan/plan.ts'
import { settingText } from '../plan/setting-text.ts'
import { gradeNumber } from '../plan/settings.ts'
import { waypointLabel } from '../i18n/waypoint-label.ts'

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
