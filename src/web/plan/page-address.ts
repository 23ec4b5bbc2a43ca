// The part of the page's address that holds its state. What somebody typed or pasted into it is read before anything is
// written over it: the browser tells of it a moment later, when a step of the map may have come between.

interface Page {
  location: { readonly hash: string; readonly pathname: string }
  history: { replaceState(state: null, unused: string, url: string): void }
}

export interface PageAddress {
  /** What the address holds, `#` included; it may be written over from now on. */
  read(): string
  /** `hash` without `#`; no entry in the history. Leaves alone what has not been read. */
  write(hash: string): void
}

export function openAddress({ location, history }: Page): PageAddress {
  let known = location.hash
  return {
    read: () => (known = location.hash),
    write(hash) {
      if (location.hash !== known || hash === known.replace(/^#/, '')) return
      history.replaceState(null, '', hash === '' ? location.pathname : `#${hash}`)
      known = location.hash
    },
  }
}
