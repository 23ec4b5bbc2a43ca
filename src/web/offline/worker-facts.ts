// What the service worker is reported by its server, before its code.

export interface WorkerFacts {
  /** made from the page and its files */
  version: string
  /** files of the page, relative to it */
  files: string[]
  /** address of the API, no slash at its end */
  apiUrl: string
}
