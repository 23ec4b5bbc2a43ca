// What is at a point of the map: asked when it is clicked or chosen from the menu, and told in a card. A click on a
// trail while one sets waypoints tells only what the map itself says, which costs nothing.

import { signal } from '@preact/signals'
import type { LonLat } from '../../geo/lon-lat.ts'
import { sendQuery } from '../api/query.ts'
import { WhatIsHereDocument, type WhatIsHereQuery } from '../documents/generated/graphql.ts'
import { createQuery } from '../api/resource.ts'
import { language } from '../i18n/preferences.ts'

export interface HereTrail {
  relationId: number
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
}

export type HereAnswer = NonNullable<WhatIsHereQuery['point']>

/** null: nothing is told */
export const here = signal<Here | null>(null)
export const hereAnswer = createQuery<HereAnswer>()

export function tellHere(next: Here): void {
  here.value = next
  hereAnswer.clear()
  if (next.isOffered) askHere()
}

export function askHere(): void {
  const now = here.peek()
  if (now === null) return
  const at: [number, number] = [now.point[0], now.point[1]]
  void hereAnswer.ask(
    async (stop) => (await sendQuery(WhatIsHereDocument, { at, language: language.peek() }, stop)).data.point!,
  )
}

export function closeHere(): void {
  here.value = null
  hereAnswer.clear()
}
