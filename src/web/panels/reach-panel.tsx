// How far one gets: from a point or to it, in minutes or metres; the areas, and the huts, places and trails reached.

import { useEffect } from 'preact/hooks'
import { FailureNote } from './failure-note.tsx'
import { NoteText } from './warning-list.tsx'
import { QuerySection } from './query-section.tsx'
import { ReachPlaces } from './reach-places.tsx'
import { Choice, SettingsForm } from './settings-form.tsx'
import { ShareButton } from './share-bar.tsx'
import { UndoButtons } from './undo-buttons.tsx'
import { valueOf } from '../api/resource.ts'
import { roundPoint } from '../plan/plan.ts'
import { type ReachAnswer, askReach, reach } from '../state/reach-session.ts'
import {
  MAX_STEPS,
  REACH_BOUNDS,
  REACH_DIRECTIONS,
  REACH_MEASURES,
  type ReachForm,
  type ReachMeasure,
} from '../plan/reach-form.ts'
import { km, num, t, time } from '../i18n/t.ts'
import { camera, changePlan, openedWith, plan } from '../plan/session.ts'
import { coordinateText } from '../state/waypoint-names.ts'

export function ReachPanel() {
  useEffect(() => {
    // a shared address shows what was seen
    if (reach.answer.peek().state === 'idle' && plan.peek().reach === openedWith.reach) askReach()
  }, [])
  const answer = reach.answer.value
  const found = valueOf(answer)
  return (
    <>
      <SettingsForm request="reach" />
      <Wish />
      {answer.state === 'busy' && (
        <p class="busy" role="status">
          {t('reach.busy')}
        </p>
      )}
      {answer.state === 'failed' && (
        <FailureNote failure={answer.failure} title={t('reach.failed')} onRetry={askReach} />
      )}
      {found !== null && <Found reach={found} />}
    </>
  )
}

function Wish() {
  const { reach: wish } = plan.value
  const set = (change: Partial<ReachForm>, undoable = true) =>
    changePlan((old) => ({ ...old, reach: { ...old.reach, ...change } }), { undoable })
  const { min, max, step } = REACH_BOUNDS[wish.measure]
  const startHere = () => {
    const here = camera.peek()
    if (here !== null) set({ from: roundPoint([here.lon, here.lat]) })
  }
  return (
    <section aria-label={t('reach.wish')}>
      <p class={wish.from === null ? 'hint' : ''}>
        {wish.from === null ? (
          t('reach.hint')
        ) : (
          <>
            <span class="sign sign-start">A</span> {coordinateText(wish.from)}
          </>
        )}
      </p>
      <div class="row">
        <button type="button" onClick={startHere}>
          {t('reach.here')}
        </button>
        <UndoButtons />
      </div>
      <div class="fields">
        <Choice
          label={t('reach.measure')}
          value={wish.measure}
          options={REACH_MEASURES.map((one): [string, string] => [one, t(`reachMeasure.${one}`)])}
          onChange={(value) => {
            const measure = value as ReachMeasure
            set({ measure, most: REACH_BOUNDS[measure].preset })
          }}
        />
        <label class="field">
          <span>{t('reach.most')}</span>
          <input
            type="range"
            min={min}
            max={max}
            step={step}
            value={wish.most}
            aria-valuetext={limitText(wish.measure, wish.most)}
            onInput={(event) => set({ most: Number(event.currentTarget.value) }, false)}
          />
          <output>{limitText(wish.measure, wish.most)}</output>
        </label>
        <Choice
          label={t('reach.steps')}
          value={String(wish.steps)}
          options={Array.from({ length: MAX_STEPS }, (_, i): [string, string] => [`${i + 1}`, `${i + 1}`])}
          onChange={(value) => set({ steps: Number(value) })}
        />
        <Choice
          label={t('reach.direction')}
          value={wish.direction}
          options={REACH_DIRECTIONS.map((one): [string, string] => [one, t(`reachDirection.${one}`)])}
          onChange={(value) => set({ direction: value as ReachForm['direction'] })}
        />
      </div>
      <button type="button" class="main" disabled={wish.from === null} onClick={askReach}>
        {t('reach.ask')}
      </button>
    </section>
  )
}

function Found({ reach: found }: { reach: ReachAnswer }) {
  return (
    <section class="found" aria-label={t('reach.found')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('reach.limit')}</th>
            <th scope="col">{t('reach.area')}</th>
            <th scope="col">{t('reach.ways')}</th>
          </tr>
        </thead>
        <tbody>
          {found.contours.map(({ minutes, metres, areaKm2, networkM }) => (
            <tr key={minutes ?? metres}>
              <th scope="row">{minutes === null ? km(metres) : time(minutes * 60)}</th>
              <td>{num(areaKm2, areaKm2 < 10 ? 2 : 0)}&nbsp;km²</td>
              <td>{km(networkM)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {found.snap.distanceM > 50 && <p class="note">{t('reach.snap', { distance: km(found.snap.distanceM) })}</p>}
      <p class="hint">{t('reach.about')}</p>
      <section class="care" aria-label={t('unknowns.title')}>
        <h2>{t('unknowns.title')}</h2>
        {found.unknowns.length === 0 ? (
          <p class="hint">{t('unknowns.none')}</p>
        ) : (
          <ul>
            {found.unknowns.map((one) => (
              <li key={one.code + one.message} class="dim">
                <NoteText note={one} prefix="unknownCode" />
              </li>
            ))}
          </ul>
        )}
      </section>
      <ReachPlaces reach={found} />
      <div class="row">
        <ShareButton />
      </div>
      <QuerySection names={['Reach']} />
    </section>
  )
}

function limitText(measure: ReachMeasure, most: number): string {
  return measure === 'minutes' ? time(most * 60) : km(most)
}
