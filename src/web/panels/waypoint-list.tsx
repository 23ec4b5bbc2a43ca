// The waypoints as a list: the way to order, take out, add and undo without the map, and to make a leg straight.

import { withReorderedWaypoint, withoutWaypoint, withWaypoint } from '../plan.ts'
import { t } from '../say.ts'
import { announce, camera, canUndo, changePlan, clearPlan, mapCommand, plan, undo } from '../session.ts'
import { waypointLabel } from '../waypoint-label.ts'

export function WaypointList() {
  const { waypoints, straightLegs } = plan.value
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
        {waypoints.map((point, i) => {
          const label = waypointLabel(i)
          return (
            <li key={`${point[0]},${point[1]},${i}`}>
              <button
                type="button"
                class="at"
                title={t('waypoints.show')}
                aria-label={`${label}: ${t('waypoints.show')}`}
                onClick={() => (mapCommand.value = { kind: 'fly', lon: point[0], lat: point[1], zoom: 14 })}
              >
                <span class={`sign sign-${i === 0 ? 'start' : i === waypoints.length - 1 ? 'end' : 'via'}`}>
                  {label}
                </span>
                <span class="place">
                  {point[1].toFixed(5)}, {point[0].toFixed(5)}
                </span>
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
        <button type="button" disabled={!canUndo.value} onClick={undo}>
          {t('undo')}
        </button>
        <button type="button" disabled={waypoints.length === 0} onClick={clearPlan}>
          {t('clear')}
        </button>
      </div>
    </section>
  )
}
