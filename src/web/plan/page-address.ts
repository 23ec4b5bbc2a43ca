// The part of the page's address that holds its state. What somebody typed or pasted into it is read before anything is
// written over it: the browser tells of it a moment later, when a step of the map may have come between.

interface Page {
  location: { readonly hash: string; readonly pathname: string; readonly search: string }
  history: { replaceState(state: null, unused: string, url: string): void }
}

export interface PageAddress {
  /** What the address holds, `#` included; it may be written over from now on. */
  read(): string
  /** `hash` without `#`; no entry in the history. Leaves alone what has not been read, and the language it names. */
  write(hash: string): void
}

/** A plan behind `?` instead of `#` reaches the server, which makes the title and picture of a shared link of it. */
const SHARED = /^\?(?:[^#]*&)?(?:m|w)=/

export function openAddress({ location, history }: Page): PageAddress {
  let known = location.hash
  const shared = known === '' && SHARED.test(location.search) ? `#${location.search.slice(1)}` : ''
  let isShared = shared !== ''
  const language = new URLSearchParams(location.search).get('language')
  const page = () => location.pathname + (language === null ? '' : `?language=${encodeURIComponent(language)}`)
  return {
    read: () => ((known = location.hash) === '' && isShared ? shared : known),
    write(hash) {
      if (location.hash !== known || (!isShared && hash === known.replace(/^#/, ''))) return
      const start = isShared ? page() : ''
      history.replaceState(null, '', hash === '' ? page() : `${start}#${hash}`)
      isShared = false
      known = location.hash
    },
  }
}
