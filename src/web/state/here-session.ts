// What is at a point of the map: queried when the point is clicked or chosen from the menu, and shown in a card. A
// click on a trail while waypoints are being set shows only what the map itself has, which costs nothing.

import { signal } from '@preact/signals'
import type { LonLat } from '../../geo/lon-lat.ts'
import { sendQuery } from '../api/query.ts'
import { WhatIsHereDocument, type WhatIsHereQuery } from '../documents/generated/graphql.ts'
import { createQuery } from '../api/resource.ts'
import { language } from '../i18n/preferences.ts'
import { PLACE_GROUPS } from '../line/place-groups.ts'
import type { ShownHazard } from './map-content.ts'

export interface HereTrail {
  osmRelation: number
  name: string | null
}

export interface Here {
  point: LonLat
  /** as the map writes it; null where nothing of the map was clicked */
  name: string | null
  /** trails under the click, as the map has them */
  trails: readonly HereTrail[]
  /** whether it offers to be made a waypoint: not where the click has set one */
  isOffered: boolean
  /** found by its name: the card takes the focus */
  isSearched?: boolean
  /** a danger on the line that was clicked: the card tells of nothing else */
  hazard?: ShownHazard
}

export type HereAnswer = NonNullable<WhatIsHereQuery['point']>

/** null: no card is open */
export const here = signal<Here | null>(null)
export const hereAnswer = createQuery<HereAnswer>()

export function tellHere(next: Here): void {
  here.value = next
  hereAnswer.clear()
  if (next.isOffered) askHere()
}

/** Of what the map shows. */
const SHOWN_KINDS = PLACE_GROUPS.flatMap(({ kinds }) => kinds)

export function askHere(): void {
  const now = here.peek()
  if (now === null) return
  const at: [number, number] = [now.point[0], now.point[1]]
  void hereAnswer.ask(
    async (stop) =>
      (await sendQuery(WhatIsHereDocument, { at, kinds: SHOWN_KINDS, language: language.peek() }, stop)).data.point!,
  )
}

export function closeHere(): void {
  here.value = null
  hereAnswer.clear()
}
