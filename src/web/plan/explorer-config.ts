// What the page knows about its server, from a meta element. Types only.

export interface ExplorerConfig {
  /** address of the API, no slash at its end */
  apiUrl: string
  siteUrl: string
  /** what the page is called */
  title: string
  /** of the operator's own; null: that of the page */
  logoUrl: string | null
  /** what the map opens on and goes back to, west, south, east, north; null: nothing is published */
  homeBox: number[] | null
  /** script of the map library's worker */
  workerUrl: string
  /** script of the thread that draws steepness and the sun */
  shadeWorkerUrl: string
  /** artifacts without which there is no map style; empty where there is one */
  missing: string[]
  /** null while nothing is published */
  region: { name: string; bbox: number[]; synthetic: boolean } | null
  /** null where the release has no terrain */
  terrainVersion: string | null
  /** with Waypost's own sentences in other languages, by their tags */
  attributions: { text: string; url: string | null; inLanguages: Readonly<Record<string, string>> }[]
  /** a second map of the operator's choice; null: none */
  secondMap: SecondMap | null
  /** two places that a route joins; null where none is known */
  example: [number, number][] | null
}

export interface SecondMap {
  name: string
  /** of raster tiles with `{z}`, `{x}` and `{y}`, or of a MapLibre style */
  url: string
  attribution: { text: string; url: string | null }
}
