// Where the line of an open file begins and ends: A and B, as in a plan, but not to be moved. One mark where it ends
// where it began.

import { effect } from '@preact/signals'
import { type Map as LibreMap, Marker } from 'maplibre-gl'
import { distanceM } from '../../geo/lon-lat.ts'
import { language } from '../i18n/preferences.ts'
import { lines, plan } from '../plan/session.ts'
import type { LinePoint } from '../line/shown-line.ts'
import { say } from '../i18n/words.ts'

/** A recording of a round comes back about so near to its start. */
const SAME_PLACE_M = 30

export function followFileEnds(map: LibreMap): void {
  let markers: Marker[] = []
  effect(() => {
    const points = plan.value.mode === 'file' ? (lines.file.value?.points ?? []) : []
    for (const marker of markers) marker.remove()
    markers = []
    if (points.length === 0) return
    const [first, last] = [points[0], points[points.length - 1]]
    const isRound = distanceM(first[0], first[1], last[0], last[1]) < SAME_PLACE_M
    const mark = ([lon, lat]: LinePoint, letter: string, role: string, title: string) => {
      const element = document.createElement('div')
      element.className = `pin pin-fixed ${role}`
      element.role = 'img'
      element.title = title
      const circle = element.appendChild(document.createElement('span'))
      circle.append(letter)
      const marker = new Marker({ element, anchor: 'bottom' }).setLngLat([lon, lat]).addTo(map)
      element.setAttribute('aria-label', title)
      markers.push(marker)
    }
    const now = language.value
    if (!isRound) mark(last, 'B', 'pin-end', say(now, 'pin.lineEnd'))
    mark(first, 'A', 'pin-start', say(now, isRound ? 'pin.lineBoth' : 'pin.lineStart'))
  })
}
