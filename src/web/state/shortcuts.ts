// Single keys for what has a button: each button says its own (`aria-keyshortcuts`), and the list of them is read from
// the page. The visitor may switch them off, for those whose hands or voices press keys by chance.

import { signal } from '@preact/signals'

const KEY = 'waypost-no-keys'

/** Whether the list is open. */
export const areKeysShown = signal(false)
export const areKeysOn = signal(read())

export function switchKeys(isOn: boolean): void {
  areKeysOn.value = isOn
  try {
    if (isOn) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, '1')
  } catch {
    // then it holds until the page is left
  }
}

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === null
  } catch {
    return true
  }
}

/** Presses the button of a key, or goes to its field. */
export function pressKey(key: string): boolean {
  if (key === '?') {
    areKeysShown.value = !areKeysShown.peek()
    return true
  }
  if (!areKeysOn.peek() || key.length !== 1) return false
  const found = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(key.toLowerCase())}"]`)
  if (found === null || !found.checkVisibility() || found.matches(':disabled')) return false
  if (found instanceof HTMLInputElement) found.focus()
  else found.click()
  return true
}

/** What has a key, in the order of the page. */
export function listKeys(): { key: string; words: string }[] {
  return [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')].map((one) => ({
    key: one.getAttribute('aria-keyshortcuts')!,
    words:
      one.getAttribute('aria-label') ??
      (one instanceof HTMLInputElement ? one.labels?.[0]?.textContent : one.textContent) ??
      '',
  }))
}
