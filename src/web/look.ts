// Language and theme: what the browser prefers, until the visitor chooses; the choice is kept in this browser only.

import { effect, signal } from '@preact/signals'
import type { Language } from './words/words.ts'

export type Theme = 'light' | 'dark'

const darkWish = matchMedia('(prefers-color-scheme: dark)')
const phoneWidth = matchMedia('(max-width: 760px)')

export const language = signal<Language>(
  kept('language', ['en', 'de'] as const) ?? (navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en'),
)
export const theme = signal<Theme>(kept('theme', ['light', 'dark'] as const) ?? (darkWish.matches ? 'dark' : 'light'))
export const isPhone = signal(phoneWidth.matches)

darkWish.addEventListener('change', () => {
  if (kept('theme', ['light', 'dark'] as const) === null) theme.value = darkWish.matches ? 'dark' : 'light'
})
phoneWidth.addEventListener('change', () => (isPhone.value = phoneWidth.matches))

effect(() => {
  document.documentElement.lang = language.value
})
effect(() => {
  document.documentElement.dataset.theme = theme.value
})

export function chooseLanguage(next: Language): void {
  language.value = next
  keep('language', next)
}

export function chooseTheme(next: Theme): void {
  theme.value = next
  keep('theme', next)
}

function kept<Word extends string>(key: string, known: readonly Word[]): Word | null {
  try {
    const value = localStorage.getItem(`waypost-${key}`)
    return known.find((one) => one === value) ?? null
  } catch {
    return null // storage may be closed to the page
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`waypost-${key}`, value)
  } catch {
    // then it holds until the page is left
  }
}
