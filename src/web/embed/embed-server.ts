// What <waypost-map> knows of the server that it comes from. Types only.

export interface EmbedServer {
  /** address of the API, no slash at its end */
  apiUrl: string
  siteUrl: string
  /** files beside the component: MapLibre, and its worker */
  mapLibre: string
  worker: string
  /** of each language its file of words, beside the component; null where the component has them */
  languages: Readonly<Record<string, string | null>>
}
