// The switch of the second map, kept in this browser.

import { signal } from '@preact/signals'
import { config } from '../plan/session.ts'

const KEY = 'waypost-second-map'

/** Whether the second map is shown, where the operator has set one. */
export const isSecondMap = signal(config.secondMap !== null && isKept())

export function toggleSecondMap(): void {
  isSecondMap.value = !isSecondMap.peek()
  try {
    if (isSecondMap.peek()) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    // then it holds until the page is left
  }
}

function isKept(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}
