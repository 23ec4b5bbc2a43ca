// What is at a point of the map: its name and kind, height, opening times and the like as the map has them, the trails
// that pass, what lies near; and the way to make it a waypoint.

import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { type Here, type HereAnswer, askHere, closeHere, here, hereAnswer } from '../state/here-session.ts'
import { valueOf } from '../api/resource.ts'
import { followTrail } from '../state/follow-trail.ts'
import { type ShownHazard, showTrail } from '../state/map-content.ts'
import { passPlace } from '../state/through-places.ts'
import { type Plan, withPlaceAs } from '../plan/plan.ts'
import { km, m, t, tCode } from '../i18n/t.ts'
import { changePlan, plan } from '../plan/session.ts'
import { searchText } from '../state/search-hits.ts'
import { coordinateText, nameWaypoint } from '../state/waypoint-names.ts'
import { refuseOutside } from '../state/region-edge.ts'
import { AnswerNote } from './failure-note.tsx'
import { PlaceTags } from './place-tags.tsx'
import { Name } from './name.tsx'

export function HereCard() {
  const subject = here.value
  if (subject === null) return null
  if (subject.hazard !== undefined) return <HazardCard hazard={subject.hazard} />
  const answer = hereAnswer.answer.value
  const found = valueOf(answer)
  const name = subject.name ?? nameOfAnswer(found)
  return (
    <Card>
      <h2>
        {name === null ? subject.isOffered ? coordinateText(subject.point) : t('here.trails') : <Name of={name} />}
      </h2>
      {subject.isOffered && name !== null && <small>{coordinateText(subject.point)}</small>}
      <AnswerNote answer={answer} failed="here.failed" onRetry={askHere} />
      {found !== null && <Facts found={found} />}
      <Trails subject={subject} found={found} />
      {subject.isOffered && (
        <Offers subject={subject} name={name} place={found?.outdoorPlaces?.edges[0]?.node ?? null} />
      )}
    </Card>
  )
}

function Card({ children, kind = '' }: { children: ComponentChildren; kind?: string }) {
  return (
    <section
      class={`here-card${kind}`}
      aria-label={t('here.label')}
      onKeyDown={(event) => event.key === 'Escape' && closeHere()}
    >
      <button type="button" class="quiet close" aria-label={t('close')} onClick={closeHere}>
        ×
      </button>
      {children}
    </section>
  )
}

/** A danger on the line that was clicked: what it is, and where. */
function HazardCard({ hazard: { kind, fromM, lengthM } }: { hazard: ShownHazard }) {
  return (
    <Card kind=" hazard-card">
      <h2>{tCode('hazard', kind)}</h2>
      <p role="status">
        {t('care.at', { place: km(fromM) })}
        {lengthM > 0 && `, ${t('care.long', { length: km(lengthM) })}`}
      </p>
    </Card>
  )
}

/** The outdoor place that was clicked. */
function nameOfAnswer(found: HereAnswer | null): string | null {
  return found?.outdoorPlaces?.edges[0]?.node.name ?? null
}

function Facts({ found }: { found: HereAnswer }) {
  const places = found.outdoorPlaces?.edges ?? []
  const near = (found.nearby?.edges ?? []).filter(({ node }) => !places.some((one) => one.node.name === node.name))
  const heightM = found.elevation?.heightM ?? null
  return (
    <>
      <p>
        {places[0] !== undefined && tCode('kind', places[0].node.kind)}
        {places.length > 0 ? ' · ' : ''}
        {t('view.height')}{' '}
        <span class={(places[0]?.node.elevationM ?? heightM) === null ? 'unknown' : ''}>
          {m(places[0]?.node.elevationM ?? heightM)}
        </span>
      </p>
      {places.map(({ node }, i) => (
        <section key={node.id} class="here-place">
          {i > 0 && (
            <h3>
              <Name of={node.name} /> <small>{tCode('kind', node.kind)}</small>
            </h3>
          )}
          <PlaceTags tags={node.tags} />
        </section>
      ))}
      {near.length > 0 && (
        <p class="hint">
          {t('here.near')}{' '}
          {near.map(({ node, offM }) => `${node.name ?? tCode('kind', node.kind)} (${km(offM)})`).join(', ')}
        </p>
      )}
    </>
  )
}

function Trails({ subject, found }: { subject: Here; found: HereAnswer | null }) {
  const listed = new Map(subject.trails.map((one) => [one.osmRelation, one.name]))
  for (const { osmRelation, name, ref } of found?.trails?.nodes ?? [])
    if (!listed.has(osmRelation)) listed.set(osmRelation, name ?? ref)
  if (listed.size === 0) return null
  const show = (osmRelation: number) => {
    showTrail(osmRelation)
    closeHere()
  }
  return (
    <ul class="list trails" aria-label={t('here.trails')}>
      {[...listed].map(([osmRelation, name]) => (
        <li key={osmRelation}>
          <button type="button" class="quiet" onClick={() => show(osmRelation)}>
            <Name of={name} /> <span class="show">{t('here.showTrail')}</span>
          </button>
          <button
            type="button"
            class="quiet follow"
            aria-label={t('follow.named', { name: name ?? t('unnamed') })}
            onClick={() => {
              followTrail({ trail: osmRelation, way: 'FORWARD' }, name)
              closeHere()
            }}
          >
            {t('follow.short')}
          </button>
        </li>
      ))}
    </ul>
  )
}

type HerePlace = NonNullable<HereAnswer['outdoorPlaces']>['edges'][number]['node']

function Offers({ subject, name, place }: { subject: Here; name: string | null; place: HerePlace | null }) {
  const first = useRef<HTMLButtonElement>(null)
  // what was searched for by keys goes on by keys
  useEffect(() => {
    if (subject.isSearched === true) first.current?.focus()
  }, [subject])
  const { mode, waypoints } = plan.value
  const take = (change: (old: Plan) => Plan) => {
    if (refuseOutside(subject.point)) return closeHere()
    nameWaypoint(subject.point, name)
    changePlan(change)
    closeHere()
    if (subject.isSearched !== true) return
    searchText.value = ''
    document.getElementById('search-text')?.focus()
  }
  const setAs = (role: 'from' | 'via' | 'to') =>
    take((old) => ({ ...withPlaceAs(old, role, subject.point), mode: 'route' }))
  const [from, to] = [
    <button key="from" type="button" ref={waypoints.length === 0 ? first : null} onClick={() => setAs('from')}>
      {t('menu.from')}
    </button>,
    <button key="to" type="button" ref={waypoints.length === 0 ? null : first} onClick={() => setAs('to')}>
      {t('menu.to')}
    </button>,
  ]
  return (
    <div class="row">
      {mode === 'loop' && (
        <button
          type="button"
          ref={first}
          onClick={() => take((old) => ({ ...old, loop: { ...old.loop, start: subject.point } }))}
        >
          {t('menu.loop')}
        </button>
      )}
      {mode === 'reach' && (
        <button
          type="button"
          ref={first}
          onClick={() => take((old) => ({ ...old, reach: { ...old.reach, from: subject.point } }))}
        >
          {t('menu.reach')}
        </button>
      )}
      {from}
      {waypoints.length >= 2 && (
        <button type="button" onClick={() => setAs('via')}>
          {t('menu.via')}
        </button>
      )}
      {to}
      {mode === 'loop' && place !== null && (
        <button
          type="button"
          onClick={() => {
            passPlace(place.id, place.name ?? tCode('kind', place.kind))
            closeHere()
          }}
        >
          {t('through.here')}
        </button>
      )}
    </div>
  )
}
