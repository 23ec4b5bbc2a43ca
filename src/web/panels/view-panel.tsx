// Outdoor places and signed trails in view, as a list beside the map, and the details of the one that was picked.

import { effect, untracked } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { AnswerNote } from './failure-note.tsx'
import { QuerySection } from './query-section.tsx'
import { valueOf } from '../api/resource.ts'
import { picked } from '../state/map-content.ts'
import { m, num, t, tCode } from '../i18n/t.ts'
import { changePlan, mapCommand, viewBox } from '../plan/session.ts'
import { groupSameTrails } from '../state/same-trail.ts'
import { placeColour, PLACE_GROUPS } from '../line/place-groups.ts'
import {
  followView,
  groups,
  lookHere,
  type PlacesAnswer,
  places,
  tooWide,
  trails,
  withTrails,
} from '../state/view-session.ts'
import { withWaypoint } from '../plan/plan.ts'
import { PlaceTags } from './place-tags.tsx'
import { Name } from './name.tsx'
import { TrailButton, TrailDetailsView } from './trail-details.tsx'

/** Longer lists help nobody; the map has them all. */
const LISTED = 60

export function ViewPanel() {
  useEffect(() => {
    const stop = followView()
    // the map may still be on its way, or about to be moved to a trail
    const stopWaiting = effect(() => {
      const isIdle = untracked(() => places.answer.value.state === 'idle' && trails.answer.value.state === 'idle')
      if (viewBox.value !== null && isIdle && picked.value?.kind !== 'trail')
        untracked(() => lookHere({ keepsPicked: true }))
    })
    return () => {
      stop()
      stopWaiting()
    }
  }, [])
  useEffect(() => {
    if (picked.value !== null) showDetails()
  }, [picked.value])
  const toggle = (name: string) => {
    groups.value = groups.value.has(name)
      ? new Set([...groups.value].filter((one) => one !== name))
      : new Set([...groups.value, name])
    lookHere()
  }
  return (
    <>
      {picked.value?.kind === 'place' && <PlaceDetails id={picked.value.id} />}
      {picked.value?.kind === 'trail' && <TrailDetailsView />}
      <fieldset class="chips">
        <legend>{t('view.what')}</legend>
        {PLACE_GROUPS.map(({ name }) => (
          <label key={name}>
            <input type="checkbox" checked={groups.value.has(name)} onChange={() => toggle(name)} />
            <span>{t(`group.${name}`)}</span>
          </label>
        ))}
        <label>
          <input
            type="checkbox"
            checked={withTrails.value}
            onChange={() => {
              withTrails.value = !withTrails.value
              lookHere()
            }}
          />
          <span>{t('group.trails')}</span>
        </label>
      </fieldset>
      <button type="button" class="main" onClick={() => lookHere()}>
        {t('view.look')}
      </button>
      {tooWide.value && (
        <p class="note" role="status">
          {t('view.tooWide')}
        </p>
      )}
      <PlaceList />
      <TrailList />
      <QuerySection names={['PlacesInView', 'TrailsInView', 'TrailDetails']} />
    </>
  )
}

/** The card is the first of the panel: in sight wherever the list was that it was chosen from. */
function showDetails(): void {
  document.getElementById('panel')?.scrollTo({ top: 0 })
}

/** What a place without a name is called by. */
function kindsText({ kinds }: Pick<PlacesAnswer['edges'][number]['node'], 'kinds'>): string {
  return kinds.map((kind) => tCode('kind', kind)).join(', ')
}

function PlaceList() {
  const answer = places.answer.value
  const found = valueOf(answer)
  return (
    <section aria-label={t('view.places')}>
      <h2>
        {t('view.places')} {found !== null && <small>{num(found.edges.length)}</small>}
      </h2>
      <AnswerNote answer={answer} failed="view.placesFailed" onRetry={() => lookHere()} />
      {answer.state === 'idle' && (
        <p class="hint">{t(groups.value.size === 0 ? 'view.noneChosen' : 'view.notSearched')}</p>
      )}
      {found !== null && found.edges.length === 0 && <p class="hint">{t('view.noPlaces')}</p>}
      {found !== null && (found.truncated || found.pageInfo.hasNextPage) && (
        <p class="note">{t('view.more', { count: num(found.edges.length) })}</p>
      )}
      <ul class="list">
        {found?.edges.slice(0, LISTED).map(({ node }) => (
          <li key={node.id}>
            <button
              type="button"
              class="quiet"
              aria-pressed={picked.value?.id === node.id}
              onClick={() => (picked.value = { kind: 'place', id: node.id })}
            >
              <span class="dot" style={{ background: placeColour(node.kind) }} />
              <b>{node.name === null ? kindsText(node) : <Name of={node.name} />}</b>{' '}
              <small>
                {[node.name === null ? null : kindsText(node), node.elevationM === null ? null : m(node.elevationM)]
                  .filter((one) => one !== null)
                  .join(' · ')}
              </small>
            </button>
          </li>
        ))}
      </ul>
      {found !== null && found.edges.length > LISTED && (
        <p class="hint">{t('view.listed', { count: num(found.edges.length - LISTED) })}</p>
      )}
    </section>
  )
}

function TrailList() {
  const answer = trails.answer.value
  const found = valueOf(answer)
  if (answer.state === 'idle') return null
  return (
    <section aria-label={t('view.trails')}>
      <h2>
        {t('view.trails')} {found !== null && <small>{num(found.edges.length)}</small>}
      </h2>
      <AnswerNote answer={answer} failed="view.trailsFailed" onRetry={() => lookHere()} />
      {found !== null && found.edges.length === 0 && <p class="hint">{t('view.noTrails')}</p>}
      {found !== null && (found.truncated || found.pageInfo.hasNextPage) && (
        <p class="note">{t('view.more', { count: num(found.edges.length) })}</p>
      )}
      <ul class="list">
        {groupSameTrails(found?.edges.map(({ node }) => node) ?? []).map(([first, ...others]) => (
          <li key={first.osmRelation}>
            <TrailButton trail={first} />
            {others.length > 0 && (
              <details class="same-trails">
                <summary>{t('view.sameTrails', { count: others.length })}</summary>
                {others.map((one) => (
                  <TrailButton key={one.osmRelation} trail={one} />
                ))}
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** An outdoor place with what the map tells of it, and the way to it. */
function PlaceDetails({ id }: { id: string }) {
  const place = valueOf(places.answer.value)?.edges.find(({ node }) => node.id === id)?.node
  if (place === undefined) return null
  const [lon, lat] = place.location
  const goTo = (end: boolean) =>
    changePlan((old) => ({ ...withWaypoint(old, end ? old.waypoints.length : 0, [lon, lat]), mode: 'route' }))
  return (
    <section class="details" aria-label={t('view.details')}>
      <button type="button" class="quiet close" aria-label={t('close')} onClick={() => (picked.value = null)}>
        ×
      </button>
      <h2>
        <Name of={place.name} />
      </h2>
      <p>
        {kindsText(place)} · {t('view.height')}{' '}
        <span class={place.elevationM === null ? 'unknown' : ''}>{m(place.elevationM)}</span>
      </p>
      <div class="row">
        <button type="button" onClick={() => goTo(true)}>
          {t('view.routeTo')}
        </button>
        <button type="button" onClick={() => goTo(false)}>
          {t('view.routeFrom')}
        </button>
        <button type="button" onClick={() => (mapCommand.value = { kind: 'fly', lon, lat, zoom: 15 })}>
          {t('care.show')}
        </button>
      </div>
      <PlaceTags tags={place.tags} />
      <p class="hint">
        OpenStreetMap {place.osm.type.toLowerCase()} {place.osm.id}
      </p>
    </section>
  )
}
