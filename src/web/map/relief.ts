// The relief: the map over the ground in three dimensions. Heights are drawn as they are, neither raised nor smoothed.

import { effect } from '@preact/signals'
import type { Map as LibreMap, RasterTileSource } from 'maplibre-gl'
import { isRelief } from '../state/layer-choice.ts'
import { archiveOf, groundAddress } from './filled-ground.ts'
import { OWN } from './map-styles.ts'

const SOURCE = `${OWN}relief`
const PITCH_DEG = 60

export function followRelief(map: LibreMap): void {
  const stillness = matchMedia('(prefers-reduced-motion: reduce)')
  const lay = (): boolean => {
    const terrain = archiveOf(map.getSource<RasterTileSource>('terrain')?.url)
    if (!isRelief.peek() || terrain === undefined) {
      if (map.getTerrain() !== null) map.setTerrain(null)
      if (map.getSource(SOURCE) !== undefined) map.removeSource(SOURCE)
      return false
    }
    if (map.getSource(SOURCE) === undefined)
      map.addSource(SOURCE, {
        type: 'raster-dem',
        encoding: 'terrarium',
        tileSize: 512,
        url: groundAddress(terrain, true),
      })
    if (map.getTerrain()?.source !== SOURCE) map.setTerrain({ source: SOURCE, exaggeration: 1 })
    return true
  }
  let wasLaid = false
  effect(() => {
    void isRelief.value
    const isLaid = lay()
    if (isLaid === wasLaid) return
    wasLaid = isLaid
    map.easeTo({
      pitch: isLaid ? PITCH_DEG : 0,
      ...(isLaid ? {} : { bearing: 0 }),
      duration: stillness.matches ? 0 : 600,
    })
  })
  // a style takes the relief with it
  map.on('styledata', () => isRelief.peek() && map.getTerrain() === null && lay())
}
