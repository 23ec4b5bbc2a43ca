// The waypoints as a list: the way to order, take out, add and undo without the map, and to make a leg straight.

import { type Signal, useSignal } from '@preact/signals'
import type { LonLat } from '../../geo/lon-lat.ts'
import {
  type FollowedTrail,
  TRAIL_WAYS,
  type Waypoint,
  isTrail,
  withReorderedWaypoint,
  withWaypoint,
  withoutWaypoint,
} from '../plan/plan.ts'
import { km, t } from '../i18n/t.ts'
import { announce, camera, changePlan, clearPlan, mapCommand, plan } from '../plan/session.ts'
import { waypointLabel } from '../i18n/waypoint-label.ts'
import { coordinateText, waypointName } from '../state/waypoint-names.ts'
import { UndoButtons } from './undo-buttons.tsx'
import { shownRoute } from '../state/route-session.ts'
import { Name } from './name.tsx'

export function WaypointList() {
  const { waypoints, straightLegs } = plan.value
  const drag = useSignal<Drag | null>(null)
  const move = (from: number, to: number) => {
    changePlan((old) => withReorderedWaypoint(old, from, to))
    announce(t('waypoints.moved', { place: to + 1 }))
  }
  const addHere = () => {
    const here = camera.peek()
    if (here !== null) changePlan((old) => withWaypoint(old, old.waypoints.length, [here.lon, here.lat]))
  }
  const toggleLeg = (leg: number) =>
    changePlan((old) => ({
      ...old,
      straightLegs: old.straightLegs.includes(leg)
        ? old.straightLegs.filter((one) => one !== leg)
        : [...old.straightLegs, leg].sort((a, b) => a - b),
    }))
  return (
    <section aria-label={t('waypoints.label')}>
      {waypoints.length === 0 && <p class="hint">{t('waypoints.hint')}</p>}
      <ol class="waypoints">
        {waypoints.map((waypoint, i) => {
          const label = waypointLabel(i)
          return (
            <li
              key={`${isTrail(waypoint) ? waypoint.trail : waypoint.join()},${i}`}
              class={drag.value === null ? '' : drag.value.from === i ? 'dragged' : drag.value.to === i ? 'target' : ''}
            >
              <DragHandle index={i} label={label} drag={drag} onDrop={move} />
              <button
                type="button"
                class="at"
                title={t('waypoints.show')}
                aria-label={`${label}: ${t('waypoints.show')}`}
                onClick={() => showWaypoint(waypoint)}
              >
                <span class={`sign sign-${i === 0 ? 'start' : i === waypoints.length - 1 ? 'end' : 'via'}`}>
                  {label}
                </span>
                {isTrail(waypoint) ? <TrailName trail={waypoint} /> : <PlaceName point={waypoint} />}
              </button>
              <button
                type="button"
                class="quiet"
                disabled={i === 0}
                aria-label={t('waypoints.up', { label })}
                title={t('waypoints.up', { label })}
                onClick={() => move(i, i - 1)}
              >
                ↑
              </button>
              <button
                type="button"
                class="quiet"
                disabled={i === waypoints.length - 1}
                aria-label={t('waypoints.down', { label })}
                title={t('waypoints.down', { label })}
                onClick={() => move(i, i + 1)}
              >
                ↓
              </button>
              <button
                type="button"
                class="quiet"
                aria-label={t('waypoints.remove', { label })}
                title={t('waypoints.remove', { label })}
                onClick={() => changePlan((old) => withoutWaypoint(old, i))}
              >
                ×
              </button>
              {isTrail(waypoint) && <TrailWay trail={waypoint} waypoint={i} />}
              {i < waypoints.length - 1 && (
                <label class="leg">
                  <input type="checkbox" checked={straightLegs.includes(i)} onChange={() => toggleLeg(i)} />
                  {t('waypoints.straight')}
                </label>
              )}
            </li>
          )
        })}
      </ol>
      <div class="row">
        <button type="button" onClick={addHere}>
          {t('waypoints.addHere')}
        </button>
        <button
          type="button"
          disabled={waypoints.length < 2}
          onClick={() => changePlan((old) => ({ ...old, waypoints: [...old.waypoints].reverse(), straightLegs: [] }))}
        >
          {t('waypoints.reverse')}
        </button>
        <UndoButtons />
        <button type="button" disabled={waypoints.length === 0} onClick={clearPlan}>
          {t('clear')}
        </button>
      </div>
    </section>
  )
}

function showWaypoint(waypoint: Waypoint): void {
  mapCommand.value = isTrail(waypoint)
    ? { kind: 'shown' }
    : { kind: 'fly', lon: waypoint[0], lat: waypoint[1], zoom: 14 }
}

function PlaceName({ point }: { point: LonLat }) {
  const name = waypointName(point)
  return (
    <span class="place">
      {name === null ? coordinateText(point) : <Name of={name} />}
      {name !== null && <small>{coordinateText(point)}</small>}
    </span>
  )
}

interface Drag {
  from: number
  to: number
}

interface DragHandleProps {
  index: number
  label: string
  drag: Signal<Drag | null>
  onDrop: (from: number, to: number) => void
}

/** Taken by mouse or finger; the arrows beside it do the same by keyboard. */
function DragHandle({ index, label, drag, onDrop }: DragHandleProps) {
  const rowUnder = ({ currentTarget, clientY }: PointerEvent): number => {
    const rows = [...(currentTarget as Element).closest('ol')!.children]
    const below = rows.findIndex((row) => clientY < row.getBoundingClientRect().bottom)
    return below < 0 ? rows.length - 1 : below
  }
  const end = () => (drag.value = null)
  return (
    <span
      class="handle"
      title={t('waypoints.drag', { label })}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.value = { from: index, to: index }
      }}
      onPointerMove={(event) => {
        if (drag.value !== null) drag.value = { from: index, to: rowUnder(event) }
      }}
      onPointerUp={() => {
        const done = drag.value
        end()
        if (done !== null && done.to !== done.from) onDrop(done.from, done.to)
      }}
      onPointerCancel={end}
    >
      <svg viewBox="0 0 10 16">
        <path d="M1 2h3v3H1zm5 0h3v3H6zM1 7h3v3H1zm5 0h3v3H6zm-5 5h3v3H1zm5 0h3v3H6z" />
      </svg>
    </span>
  )
}

/** A followed trail in the list of waypoints: its name, how much of it the route keeps to, and which way round. */
function TrailName({ trail }: { trail: FollowedTrail }) {
  const leg = shownRoute.value?.legs.find((one) => one.trail?.osmRelation === trail.trail)
  const kept = leg?.trail ?? null
  return (
    <span class="place">
      {waypointName(trail) ?? t('follow.number', { number: String(trail.trail) })}
      <small>
        {t('follow.what')}
        {kept !== null && ` · ${t('follow.kept', { length: km(kept.onTrailM) })}`}
        {kept !== null && kept.leftOutM > 0 && `, ${t('follow.leftOut', { length: km(kept.leftOutM) })}`}
      </small>
    </span>
  )
}

function TrailWay({ trail, waypoint }: { trail: FollowedTrail; waypoint: number }) {
  return (
    <label class="leg">
      {t('follow.way')}
      <select
        value={trail.way}
        onChange={(event) => {
          const way = event.currentTarget.value as FollowedTrail['way']
          changePlan((old) => ({
            ...old,
            waypoints: old.waypoints.map((one, i) => (i === waypoint ? { ...trail, way } : one)),
          }))
        }}
      >
        {TRAIL_WAYS.map((way) => (
          <option key={way} value={way} selected={way === trail.way}>
            {t(`trailWay.${way}`)}
          </option>
        ))}
      </select>
    </label>
  )
}
