// What <waypost-map> knows of the server that it comes from. Types only.

export interface EmbedServer {
  /** address of the API, no slash at its end */
  apiUrl: string
  siteUrl: string
  /** files beside the component: MapLibre, and its worker */
  mapLibre: string
  worker: string
}
