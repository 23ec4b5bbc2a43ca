// What is reached, the nearest first, with the minutes and metres there: huts and water, places, trails.

import type { ComponentChildren } from 'preact'
import { picked } from '../state/map-content.ts'
import { tellHere } from '../state/here-session.ts'
import type { ReachAnswer } from '../state/reach-session.ts'
import { km, m, t, tCode, time } from '../i18n/t.ts'
import { changePlan, mapCommand } from '../plan/session.ts'
import { nameWaypoint } from '../state/waypoint-names.ts'

type Placed =
  | NonNullable<ReachAnswer['places']>['edges'][number]
  | NonNullable<ReachAnswer['outdoorPlaces']>['edges'][number]

export function ReachPlaces({ reach }: { reach: ReachAnswer }) {
  const { outdoorPlaces, places, trails } = reach
  return (
    <>
      <List title={t('view.places')} found={outdoorPlaces}>
        {outdoorPlaces?.edges.map((edge) => (
          <PlaceRow key={edge.node.placeId} edge={edge} />
        ))}
      </List>
      <List title={t('reach.places')} found={places}>
        {places?.edges.map((edge) => (
          <PlaceRow key={edge.node.placeId} edge={edge} />
        ))}
      </List>
      <List title={t('view.trails')} found={trails}>
        {trails?.edges.map(({ node, minutes, metres }) => (
          <li key={node.relationId}>
            <button type="button" class="quiet" onClick={() => showTrail(node.relationId)}>
              <b>{node.name ?? node.ref ?? t('unnamed')}</b> <small>{wayText(minutes, metres)}</small>
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

function PlaceRow({ edge: { node, minutes, metres } }: { edge: Placed }) {
  const [lon, lat] = node.location
  const show = () => {
    mapCommand.value = { kind: 'fly', lon, lat, zoom: 15 }
    nameWaypoint([lon, lat], node.name)
    tellHere({ point: [lon, lat], name: node.name, trails: [], isOffered: true })
  }
  return (
    <li>
      <button type="button" class="quiet" onClick={show}>
        <b>{node.name ?? t('unnamed')}</b>{' '}
        <small>
          {tCode('kind', node.kind)}
          {node.elevationM === null ? '' : ` · ${m(node.elevationM)}`} · {wayText(minutes, metres)}
        </small>
      </button>
    </li>
  )
}

/** `25 min, 1.80 km`; a ferry of unknown duration on the way makes the time unknown. */
function wayText(minutes: number | null, metres: number): string {
  return `${minutes === null ? t('reach.timeUnknown') : time(minutes * 60)}, ${km(metres)}`
}

function showTrail(relationId: number): void {
  changePlan((old) => ({ ...old, mode: 'view' }), { undoable: false })
  picked.value = { kind: 'trail', id: relationId }
}
