// <waypost-map>, the element that a Waypost site serves: its types, and how a page loads it.

import { trimSlashes } from './address.ts'

/** What it has in markup. One of `route`, `trail` and `gpx` says what it shows. */
export interface WaypostMapAttributes {
  /** `lon,lat;lon,lat ...`, or the address of a route in the explorer */
  route?: string | null | undefined
  /** number of a signed route */
  trail?: string | number | null | undefined
  /** address of a file */
  gpx?: string | null | undefined
  /** a browser key; `key` alone would be the framework's */
  'api-key'?: string | null | undefined
  /** the API, where it is not that of the server the element comes from */
  api?: string | null | undefined
  language?: 'en' | 'de' | null | undefined
  theme?: 'light' | 'dark' | null | undefined
}

export interface WaypostMapElement extends HTMLElement {
  route: string | null
  trail: string | null
  gpx: string | null
  apiKey: string | null
  api: string | null
  language: string | null
  theme: string | null
  /** MapLibre 6 of the page, in place of the server's */
  mapLibre: unknown
}

export interface WaypostMapEvents {
  'waypost-shown': CustomEvent<null>
  /** `detail`: what failed, in words for the visitor */
  'waypost-failed': CustomEvent<string>
}

declare global {
  interface HTMLElementTagNameMap {
    'waypost-map': WaypostMapElement
  }
  interface HTMLElementEventMap extends WaypostMapEvents {}
}

/** Defines the element, from the site host of a server; once for a page. Rejects where the script cannot be had. */
export async function loadWaypostMap(siteUrl: string): Promise<void> {
  const address = `${trimSlashes(siteUrl)}/embed/waypost-map.js`
  await import(/* @vite-ignore */ /* webpackIgnore: true */ address)
}
