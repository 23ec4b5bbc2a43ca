// Round trips: a start, a length, a direction; the loops that the service finds, the chosen one with all its facts.

import { useEffect } from 'preact/hooks'
import { fileName } from '../files/save-file.ts'
import { AnswerNote, FailureNote, ServiceWords } from './failure-note.tsx'
import { SnowFold, ToursFold, WeatherFold } from './folds.tsx'
import { LineFacts, RouteNumber, pointing } from './line-facts.tsx'
import { Chart } from './chart.tsx'
import { PrintButton } from './print-button.tsx'
import { QuerySection } from './query-section.tsx'
import { Choice, SettingsForm } from './settings-form.tsx'
import { FileDownload } from './file-download.tsx'
import { ShareButton } from './share-bar.tsx'
import { UndoButtons } from './undo-buttons.tsx'
import { type Loop, type Loops, askLoops, chosenLoop, heightsAnswer, loops } from '../state/loop-session.ts'
import { valueOf } from '../api/resource.ts'
import { isPhone } from '../i18n/preferences.ts'
import { maxLoopKm, roundPoint } from '../plan/plan.ts'
import { type LoopForm, THROUGH_KINDS } from '../plan/loop-form.ts'
import { km, m, num, percent, t, tCode } from '../i18n/t.ts'
import { camera, changePlan, lines, mapCommand, openedWith, plan } from '../plan/session.ts'
import { askLineFile } from '../files/line-file.ts'
import { coordinateText, tourName } from '../state/waypoint-names.ts'
import { MAX_THROUGH_PLACES } from '../../travel/limits.ts'
import { followThroughNames, throughName } from '../state/through-places.ts'
import { Name } from './name.tsx'

const DIRECTIONS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const

export function LoopPanel() {
  useEffect(() => {
    // a shared address shows what was seen: equal questions have equal loops
    if (loops.answer.peek().state === 'idle' && plan.peek().loop === openedWith.loop) askLoops()
  }, [])
  const { loop, settings } = plan.value
  const set = (change: Partial<LoopForm>) => changePlan((old) => ({ ...old, loop: { ...old.loop, ...change } }))
  const answer = loops.answer.value
  const found = valueOf(answer)
  const startHere = () => {
    const here = camera.peek()
    if (here !== null) set({ start: roundPoint([here.lon, here.lat]) })
  }
  return (
    <>
      <SettingsForm request="loop" />
      <section aria-label={t('loop.form')}>
        <p class={loop.start === null ? 'hint' : ''}>
          {loop.start === null ? (
            t('loop.hint')
          ) : (
            <>
              <span class="sign sign-start">A</span> {coordinateText(loop.start)}
            </>
          )}
        </p>
        <div class="row">
          <button type="button" onClick={startHere}>
            {t('loop.startHere')}
          </button>
          <UndoButtons />
        </div>
        <div class="fields">
          <label class="field">
            <span>{t('loop.distance')}</span>
            <input
              type="range"
              min={1}
              max={maxLoopKm(settings.profile)}
              step={0.5}
              value={loop.distanceKm}
              aria-valuetext={`${num(loop.distanceKm, 1)}\u00a0km`}
              onInput={(event) =>
                changePlan(
                  (old) => ({ ...old, loop: { ...old.loop, distanceKm: Number(event.currentTarget.value) } }),
                  { undoable: false },
                )
              }
            />
            <output>{`${num(loop.distanceKm, 1)}\u00a0km`}</output>
          </label>
          <Choice
            label={t('loop.direction')}
            value={String(loop.directionDeg ?? '')}
            options={[
              ['', t('loop.anywhere')],
              ...DIRECTIONS.map((name, i): [string, string] => [String(i * 45), t(`direction.${name}`)]),
            ]}
            onChange={(value) => set({ directionDeg: value === '' ? null : Number(value) })}
          />
          <Choice
            label={t('loop.alternatives')}
            value={String(loop.alternatives)}
            options={[0, 1, 2, 3].map((count): [string, string] => [String(count), String(count + 1)])}
            onChange={(value) => set({ alternatives: Number(value) })}
          />
        </div>
        <LoopThrough />
        <button type="button" class="main" disabled={loop.start === null} onClick={askLoops}>
          {t('loop.ask')}
        </button>
      </section>
      <ToursFold />
      <AnswerNote answer={answer} busy="loop.busy" failed="loop.failed" onRetry={askLoops} />
      {found !== null && <Found loops={found} />}
    </>
  )
}

function Found({ loops: found }: { loops: Loops }) {
  const loop = found.found[chosenLoop.value]
  const line = lines.loop.value
  if (loop === undefined || line === null) return null
  const heights = heightsAnswer.value
  return (
    <section class="found" aria-label={t('loop.found')}>
      <div class="cards" role="radiogroup" aria-label={t('loop.found')}>
        {found.found.map((one, i) => (
          <label key={one.rank} class="card" {...pointing(i)}>
            <input type="radio" name="loop" checked={i === chosenLoop.value} onChange={() => (chosenLoop.value = i)} />
            <span>
              <RouteNumber number={i + 1} index={i} /> <b>{km(one.lengthM)}</b> ↑ {m(one.elevation?.ascentM ?? null)}{' '}
              <small>{t('loop.twice', { share: percent(one.repeatedShare) })}</small>
            </span>
          </label>
        ))}
      </div>
      {isPhone.value && <Chart />}
      <p class={`status status-${loop.status === 'COMPLETE' && loop.reason === null ? 'COMPLETE' : 'BEST_EFFORT'}`}>
        {t(loop.status === 'COMPLETE' && loop.reason !== null ? 'loopStatus.but' : `loopStatus.${loop.status}`)}{' '}
        {loop.reason !== null && <ServiceWords says={loop.reason} />}
      </p>
      {loop.passed !== null && <PassedPlaces passed={loop.passed} />}
      {heights.state === 'failed' && <FailureNote failure={heights.failure} title={t('chart.failed')} />}
      <LineFacts {...loop} line={line} />
      <div class="row">
        <ShareButton />
        <PrintButton
          make={() => ({
            title: t('print.loop', { length: km(loop.lengthM) }),
            facts: { ...loop, line },
            marks: [{ at: [line.points[0][0], line.points[0][1]], label: 'A', name: null }],
            directions: null,
          })}
        />
      </div>
      <FileDownload
        of={line}
        name={fileName(tourName(plan.value), `waypost-loop-${Math.round(loop.lengthM / 1000)}km`)}
        make={(format, stop) =>
          askLineFile(
            line,
            { name: tourName(plan.peek()) || t('loop.found'), mode: plan.peek().settings.profile },
            format,
            stop,
          )
        }
      />
      <WeatherFold line={line} profile={plan.value.settings.profile} />
      <SnowFold line={line} />
      <QuerySection names={['Loops', 'LineProfile', 'WeatherAlong', 'SnowAlong']} />
    </section>
  )
}

/** Places that a round trip is to pass: kinds of them, and some that were picked on the map. */
export function LoopThrough() {
  useEffect(followThroughNames, [])
  const { throughKinds, throughPlaces, atLeast } = plan.value.loop
  const set = (change: (old: LoopForm) => Partial<LoopForm>) =>
    changePlan((old) => ({ ...old, loop: { ...old.loop, ...change(old.loop) } }))
  const summary = [
    ...throughKinds.map((kind) => tCode('kind', kind)),
    ...throughPlaces.map((id) => throughName(id) ?? t('unnamed')),
  ]
  return (
    <details class="settings through">
      <summary>
        {t('through.title')} <small>{summary.length === 0 ? t('through.none') : summary.join(' · ')}</small>
      </summary>
      <fieldset class="chips">
        <legend>{t('through.kinds')}</legend>
        {THROUGH_KINDS.map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={throughKinds.includes(kind)}
              onChange={() =>
                set((old) => ({
                  throughKinds: THROUGH_KINDS.filter((one) => old.throughKinds.includes(one) !== (one === kind)),
                }))
              }
            />
            <span>{tCode('kind', kind)}</span>
          </label>
        ))}
      </fieldset>
      {throughKinds.length > 0 && (
        <Choice
          label={t('through.atLeast')}
          value={String(atLeast)}
          options={Array.from({ length: MAX_THROUGH_PLACES }, (_, i): [string, string] => [`${i + 1}`, `${i + 1}`])}
          onChange={(value) => set(() => ({ atLeast: Number(value) }))}
        />
      )}
      <ul class="list areas" aria-label={t('through.places')}>
        {throughPlaces.map((id) => {
          const name = throughName(id) ?? t('unnamed')
          return (
            <li key={id}>
              <span>
                <Name of={throughName(id)} />
              </span>
              <button
                type="button"
                class="quiet"
                aria-label={t('through.remove', { name })}
                title={t('through.remove', { name })}
                onClick={() => set((old) => ({ throughPlaces: old.throughPlaces.filter((one) => one !== id) }))}
              >
                ×
              </button>
            </li>
          )
        })}
      </ul>
      <p class="hint">{t('through.hint')}</p>
    </details>
  )
}

/** What a loop passes of what was requested. */
function PassedPlaces({ passed }: { passed: NonNullable<Loop['passed']> }) {
  if (passed.length === 0) return <p class="note">{t('through.passesNone')}</p>
  return (
    <p class="passed">
      {t('through.passes')}{' '}
      {passed.map(({ id, name, kind, location }) => (
        <button
          key={id}
          type="button"
          class="quiet place-on-line"
          onClick={() => (mapCommand.value = { kind: 'fly', lon: location[0], lat: location[1], zoom: 15 })}
        >
          {name ?? t('unnamed')} ({tCode('kind', kind)})
        </button>
      ))}
    </p>
  )
}
