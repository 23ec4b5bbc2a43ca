// The menu of the map: a place becomes the start, the goal or something between, or tells what it is.

import { useLayoutEffect, useRef } from 'preact/hooks'
import { closeHere, tellHere } from '../state/here-session.ts'
import { mapMenu } from '../state/map-content.ts'
import { withPlaceAs } from '../plan/plan.ts'
import { t } from '../i18n/t.ts'
import { changePlan, plan } from '../plan/session.ts'
import { refuseOutside } from '../state/region-edge.ts'
import { coordinateText } from '../state/waypoint-names.ts'

export function MapMenu() {
  const menu = mapMenu.value
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => box.current?.querySelector('button')?.focus(), [menu])
  if (menu === null) return null
  const { point, x, y, width, height } = menu
  const close = () => {
    mapMenu.value = null
    document.querySelector<HTMLElement>('.map canvas')?.focus()
  }
  const setAs = (role: 'from' | 'via' | 'to') => {
    close()
    if (refuseOutside(point)) return
    changePlan((old) => ({ ...withPlaceAs(old, role, point), mode: 'route' }))
    closeHere()
  }
  const loopFrom = () => {
    close()
    if (!refuseOutside(point)) changePlan((old) => ({ ...old, mode: 'loop', loop: { ...old.loop, start: point } }))
  }
  const reachFrom = () => {
    close()
    if (!refuseOutside(point)) changePlan((old) => ({ ...old, mode: 'reach', reach: { ...old.reach, from: point } }))
  }
  const ask = () => {
    tellHere({ point, name: null, trails: [], isOffered: true })
    close()
  }
  const walk = (event: KeyboardEvent) => {
    const items = [...box.current!.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]
    const at = items.indexOf(document.activeElement as HTMLButtonElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      close()
    } else if (next !== undefined) {
      event.preventDefault()
      items[(next + items.length) % items.length].focus()
    }
  }
  return (
    <div
      class="map-menu"
      role="menu"
      aria-label={t('menu.label')}
      ref={box}
      style={{
        ...(x < width / 2 ? { left: `${x}px` } : { right: `${width - x}px` }),
        ...(y < height / 2 ? { top: `${y}px` } : { bottom: `${height - y}px` }),
      }}
      onKeyDown={walk}
      onFocusOut={(event) =>
        !event.currentTarget.contains(event.relatedTarget as Node | null) && (mapMenu.value = null)
      }
    >
      <button type="button" role="menuitem" onClick={() => setAs('from')}>
        {t('menu.from')}
      </button>
      <button type="button" role="menuitem" disabled={plan.value.waypoints.length < 2} onClick={() => setAs('via')}>
        {t('menu.via')}
      </button>
      <button type="button" role="menuitem" onClick={() => setAs('to')}>
        {t('menu.to')}
      </button>
      <button type="button" role="menuitem" onClick={loopFrom}>
        {t('menu.loop')}
      </button>
      <button type="button" role="menuitem" onClick={reachFrom}>
        {t('menu.reach')}
      </button>
      <button type="button" role="menuitem" onClick={ask}>
        {t('menu.what')}
      </button>
      <small>{coordinateText(point)}</small>
    </div>
  )
}
