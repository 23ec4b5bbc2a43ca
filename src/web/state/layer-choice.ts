// Which parts of the map are drawn: chosen in the layers control, kept in this browser.

import { signal } from '@preact/signals'

/** Layers of the style by the name of the choice; those of the page itself stay. */
export const LAYER_GROUPS = {
  hillshade: /^(hillshade|hills)$/,
  contours: /^contour/,
  walking: /^trail($|-(mark|label|shield))/,
  cycling: /^trail-cycle/,
  places: /^poi-/,
} as const
export type LayerGroup = keyof typeof LAYER_GROUPS
export const LAYER_NAMES = Object.keys(LAYER_GROUPS) as LayerGroup[]

const KEY = 'waypost-hidden-layers'

export const hiddenLayers = signal<ReadonlySet<LayerGroup>>(new Set(kept()))

export function toggleLayer(group: LayerGroup): void {
  const hidden = hiddenLayers.peek()
  hiddenLayers.value = new Set(hidden.has(group) ? [...hidden].filter((one) => one !== group) : [...hidden, group])
  try {
    localStorage.setItem(KEY, [...hiddenLayers.peek()].join(' '))
  } catch {
    // then it holds until the page is left
  }
}

/** Whether the map shows the ground in three dimensions; not kept: a page opens flat. */
export const isRelief = signal(false)

function kept(): LayerGroup[] {
  try {
    const words = (localStorage.getItem(KEY) ?? '').split(' ')
    return LAYER_NAMES.filter((name) => words.includes(name))
  } catch {
    return []
  }
}
