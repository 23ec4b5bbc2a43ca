// The sources that a style and its archives name, read from their HTML: texts and addresses, nothing else of it.

import type { Map as LibreMap } from 'maplibre-gl'
import { styleSources } from '../state/map-content.ts'
import type { MapSource } from '../state/attribution.ts'

/** Tells `styleSources` whenever a source of the style has said what it is. */
export function followSources(map: LibreMap): void {
  map.on('sourcedata', ({ sourceDataType }) => {
    if (sourceDataType !== 'metadata') return
    const found = Object.keys(map.getStyle().sources).flatMap((id) => readSources(map.getSource(id)?.attribution ?? ''))
    if (JSON.stringify(found) !== JSON.stringify(styleSources.peek())) styleSources.value = found
  })
}

function readSources(html: string): MapSource[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.childNodes].map((node) => ({
    text: (node.textContent ?? '').trim(),
    url: node instanceof HTMLAnchorElement && /^https?:$/.test(node.protocol) ? node.href : null,
  }))
}
