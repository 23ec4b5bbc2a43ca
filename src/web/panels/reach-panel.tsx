// How far one gets: from a point or to it, in minutes or metres; the areas, and the huts, places and trails reached.

import { useEffect, useRef } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
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
import { hasSheet } from '../i18n/preferences.ts'
import { km, num, t, time } from '../i18n/t.ts'
import { PLACE_GROUPS } from '../line/place-groups.ts'
import { camera, changePlan, openedWith, plan, mapCommand } from '../plan/session.ts'
import { coordinateText, nameWaypoint } from '../state/waypoint-names.ts'
import { showTrail } from '../state/map-content.ts'
import { tellHere } from '../state/here-session.ts'
import { AnswerNote } from './failure-note.tsx'
import { UnknownList } from './warning-list.tsx'
import { QuerySection } from './query-section.tsx'
import { Choice, SettingsForm } from './settings-form.tsx'
import { ShareButton } from './share-bar.tsx'
import { UndoButtons } from './undo-buttons.tsx'
import { Name, PlaceLine } from './name.tsx'

export function ReachPanel() {
  useEffect(() => {
    // a shared address shows what was seen
    if (reach.answer.peek().state === 'idle' && plan.peek().reach === openedWith.reach) askReach()
  }, [])
  const answer = reach.answer.value
  const found = valueOf(answer)
  const result = useRef<HTMLDivElement>(null)
  // on a phone it comes below the form, out of sight
  useEffect(() => {
    if (answer.state === 'ok' && hasSheet.peek()) result.current?.scrollIntoView({ block: 'start' })
  }, [answer.state])
  return (
    <>
      <SettingsForm request="reach" />
      <ReachFields />
      <AnswerNote answer={answer} busy="reach.busy" failed="reach.failed" onRetry={askReach} />
      <div ref={result}>{found !== null && <Found reach={found} />}</div>
    </>
  )
}

function ReachFields() {
  const { reach: form } = plan.value
  const set = (change: Partial<ReachForm>, undoable = true) =>
    changePlan((old) => ({ ...old, reach: { ...old.reach, ...change } }), { undoable })
  const { min, max, step } = REACH_BOUNDS[form.measure]
  const startHere = () => {
    const here = camera.peek()
    if (here !== null) set({ from: roundPoint([here.lon, here.lat]) })
  }
  return (
    <section aria-label={t('reach.form')}>
      <p class={form.from === null ? 'hint' : ''}>
        {form.from === null ? (
          t('reach.hint')
        ) : (
          <>
            <span class="sign sign-start">A</span> {coordinateText(form.from)}
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
          value={form.measure}
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
            value={form.most}
            aria-valuetext={limitText(form.measure, form.most)}
            onInput={(event) => set({ most: Number(event.currentTarget.value) }, false)}
          />
          <output>{limitText(form.measure, form.most)}</output>
        </label>
        <Choice
          label={t('reach.steps')}
          value={String(form.steps)}
          options={Array.from({ length: MAX_STEPS }, (_, i): [string, string] => [`${i + 1}`, `${i + 1}`])}
          onChange={(value) => set({ steps: Number(value) })}
        />
        <Choice
          label={t('reach.direction')}
          value={form.direction}
          options={REACH_DIRECTIONS.map((one): [string, string] => [one, t(`reachDirection.${one}`)])}
          onChange={(value) => set({ direction: value as ReachForm['direction'] })}
        />
      </div>
      <button type="button" class="main" disabled={form.from === null} onClick={askReach}>
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
          {found.contours.map(({ movingS, lengthM, areaKm2, networkM }) => (
            <tr key={movingS ?? lengthM}>
              <th scope="row">{movingS === null ? km(lengthM) : time(movingS)}</th>
              <td>{num(areaKm2, areaKm2 < 10 ? 2 : 0)}&nbsp;km²</td>
              <td>{km(networkM)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {found.snap.offM > 50 && <p class="note">{t('reach.snap', { distance: km(found.snap.offM) })}</p>}
      <p class="hint">{t('reach.about')}</p>
      <ReachPlaces reach={found} />
      <section class="care" aria-label={t('unknowns.title')}>
        <h2>{t('unknowns.title')}</h2>
        {found.unknowns.length === 0 ? (
          <p class="hint">{t('unknowns.none')}</p>
        ) : (
          <UnknownList unknowns={found.unknowns} item="dim" />
        )}
      </section>
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

type Placed =
  | NonNullable<ReachAnswer['places']>['edges'][number]
  | NonNullable<ReachAnswer['outdoorPlaces']>['edges'][number]

const SECTIONS = ['reach.shelters', 'reach.otherPlaces'] as const
/** What one looks for first. */
const SHELTERS = new Set(PLACE_GROUPS.slice(0, 2).flatMap(({ kinds }) => kinds))

/** What is reached, the nearest first, with the time and way there: huts and water, other places, villages, trails. */
function ReachPlaces({ reach }: { reach: ReachAnswer }) {
  const { outdoorPlaces, places, trails } = reach
  return (
    <>
      {SECTIONS.map((title) => {
        const edges = outdoorPlaces?.edges.filter(
          ({ node }) => SHELTERS.has(node.kind) === (title === 'reach.shelters'),
        )
        const found = outdoorPlaces === null ? null : { ...outdoorPlaces, edges: edges ?? [] }
        return (
          <List key={title} title={t(title)} found={found}>
            {edges?.map((edge) => (
              <PlaceRow key={edge.node.id} edge={edge} />
            ))}
          </List>
        )
      })}
      <List title={t('reach.places')} found={places}>
        {places?.edges.map((edge) => (
          <PlaceRow key={edge.node.id} edge={edge} />
        ))}
      </List>
      <List title={t('view.trails')} found={trails}>
        {trails?.edges.map(({ node, movingS, lengthM }) => (
          <li key={node.osmRelation}>
            <button type="button" class="quiet" onClick={() => showTrail(node.osmRelation)}>
              <b>
                <Name of={node.name ?? node.ref} />
              </b>{' '}
              <small>{wayText(movingS, lengthM)}</small>
            </button>
          </li>
        ))}
      </List>
    </>
  )
}

interface ListProps {
  title: string
  /** null: it could not be looked up */
  found: { edges: readonly unknown[]; pageInfo: { hasNextPage: boolean } } | null
  children: ComponentChildren
}

function List({ title, found, children }: ListProps) {
  return (
    <section aria-label={title}>
      <h2>
        {title} {found !== null && <small>{found.edges.length}</small>}
      </h2>
      {found === null && <p class="note">{t('reach.noList')}</p>}
      {found?.edges.length === 0 && <p class="hint">{t('reach.nothing')}</p>}
      <ul class="list">{children}</ul>
      {found?.pageInfo.hasNextPage === true && <p class="hint">{t('reach.more')}</p>}
    </section>
  )
}

function PlaceRow({ edge: { node, movingS, lengthM } }: { edge: Placed }) {
  const [lon, lat] = node.location
  const show = () => {
    mapCommand.value = { kind: 'fly', lon, lat, zoom: 15 }
    nameWaypoint([lon, lat], node.name)
    tellHere({ point: [lon, lat], name: node.name, trails: [], isOffered: true })
  }
  return (
    <li>
      <button type="button" class="quiet" onClick={show}>
        <PlaceLine place={node} where={wayText(movingS, lengthM)} />
      </button>
    </li>
  )
}

/** `25 min for 1.80 km`; a ferry of unknown duration on the way makes the time unknown. */
function wayText(movingS: number | null, lengthM: number): string {
  return t('reach.way', { time: movingS === null ? t('reach.timeUnknown') : time(movingS), way: km(lengthM) })
}
