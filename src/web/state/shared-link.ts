// What a plan is called outside the page: the title of its window, and a link that opens it.

import { effect } from '@preact/signals'
import { toHash } from '../plan/plan-hash.ts'
import { config, plan } from '../plan/session.ts'
import { tourName } from './waypoint-names.ts'

/** A longer one would not pass everywhere; it then stays behind `#`, which no server sees. */
const MOST_LETTERS = 1500

/** Without the place of the map, so that the plan is fitted into any screen. */
export function sharedLink(): string {
  const page = `${location.origin}${location.pathname}`
  const text = toHash({ plan: plan.peek(), camera: null })
  if (text === '') return page
  if (text.length > MOST_LETTERS || !/^(?:m|w)=/.test(text)) return `${page}#${text}`
  const name = tourName(plan.peek())
  return `${page}?${text}${name === '' ? '' : `&name=${encodeURIComponent(name)}`}`
}

export function followTitle(): void {
  effect(() => {
    const name = tourName(plan.value)
    document.title = name === '' ? config.title : `${name} – ${config.title}`
  })
}
