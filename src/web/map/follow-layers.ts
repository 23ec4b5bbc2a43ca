// Shows and hides the layers of the style as the visitor chose, also after another style came.

import { effect } from '@preact/signals'
import type { Map as LibreMap, StyleSpecification } from 'maplibre-gl'
import { hiddenLayers, LAYER_GROUPS, LAYER_NAMES } from '../state/layer-choice.ts'

/** A style with what is hidden taken as hidden from the start. */
export function withHidden(style: StyleSpecification): StyleSpecification {
  const patterns = LAYER_NAMES.filter((name) => hiddenLayers.peek().has(name)).map((name) => LAYER_GROUPS[name])
  if (patterns.length === 0) return style
  const layers = style.layers.map((layer) =>
    patterns.some((pattern) => pattern.test(layer.id))
      ? ({ ...layer, layout: { ...layer.layout, visibility: 'none' } } as typeof layer)
      : layer,
  )
  return { ...style, layers }
}

export function followLayers(map: LibreMap): void {
  effect(() => {
    const hidden = hiddenLayers.value
    for (const name of LAYER_NAMES)
      for (const id of map.getLayersOrder())
        if (LAYER_GROUPS[name].test(id)) {
          const wished = hidden.has(name) ? 'none' : 'visible'
          if ((map.getLayoutProperty(id, 'visibility') ?? 'visible') !== wished)
            map.setLayoutProperty(id, 'visibility', wished)
        }
  })
}
