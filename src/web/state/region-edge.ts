// Where the map of this service ends: a point beyond it is refused when it is chosen, before anything is asked.

import type { LonLat } from '../../geo/lon-lat.ts'
import { outsideShare } from '../api/outside-region.ts'
import { t } from '../i18n/t.ts'
import { announce, config, mapCommand, mapTrouble } from '../plan/session.ts'

/** Without a region nothing is known to be outside. */
export function isOutside(point: LonLat): boolean {
  return config.region !== null && outsideShare([[point]], config.region.bbox) === 1
}

/** Whether a point that was chosen is refused; the map then says why, with the way back. */
export function refuseOutside(point: LonLat): boolean {
  const isRefused = isOutside(point)
  if (isRefused) {
    mapTrouble.value = 'map.outside'
    announce(t('map.outside', { region: config.region!.name }))
  } else if (mapTrouble.peek() === 'map.outside') mapTrouble.value = null
  return isRefused
}

export function showRegion(): void {
  const box = config.homeBox ?? config.region?.bbox
  if (box !== undefined) mapCommand.value = { kind: 'fit', box: box as [number, number, number, number] }
  if (mapTrouble.peek() === 'map.outside') mapTrouble.value = null
}
