// When a route is travelled, and what is closed then. Without a date nothing is taken for granted: ways that are closed
// at times are among the unknowns.

import { placeDate } from '../i18n/format.ts'
import { language } from '../i18n/preferences.ts'
import { t } from '../i18n/t.ts'
import { changePlan, plan } from '../plan/session.ts'
import { isTravelAt } from '../plan/plan.ts'
import type { RouteAnswer } from '../state/route-session.ts'

/** A date and, if wanted, the hour of the start. */
export function TravelDate() {
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

export function Closures({ because }: { because: NonNullable<RouteAnswer['because']> }) {
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
