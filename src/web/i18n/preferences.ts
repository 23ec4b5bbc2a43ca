// Language and theme: what the browser prefers, until the visitor chooses; the choice is kept in this browser only.

import { computed, effect, signal } from '@preact/signals'
import { fetchTexts, LANGUAGES, LANGUAGE_TAGS } from './languages.ts'
import { isLearnt, type Language, learn, preferredLanguage } from './words.ts'

export type Theme = 'light' | 'dark'

const prefersDark = matchMedia('(prefers-color-scheme: dark)')
/** As in css/phone.css: a phone, upright or on its side; and one whose panel is a sheet over the map. */
const phoneSize = matchMedia('(max-width: 760px), (max-height: 500px)')
const sheetSize = matchMedia('(max-width: 760px) and (not ((max-height: 500px) and (min-width: 560px)))')

export const language = signal<Language>(
  preferredLanguage(
    [
      kept('language', LANGUAGE_TAGS),
      new URLSearchParams(location.search).get('language'),
      ...(navigator.languages ?? [navigator.language]),
    ],
    LANGUAGE_TAGS,
  ),
)
export const theme = signal<Theme>(
  kept('theme', ['light', 'dark'] as const) ?? (prefersDark.matches ? 'dark' : 'light'),
)
/** Which of the map's styles is shown: that of the page's own look, or one whatever the page looks like. */
export const MAP_STYLES = ['page', 'light', 'dark'] as const
export const mapStyle = signal<(typeof MAP_STYLES)[number]>(kept('map-style', MAP_STYLES) ?? 'page')
export const mapTheme = computed<Theme>(() => (mapStyle.value === 'page' ? theme.value : mapStyle.value))
export const isPhone = signal(phoneSize.matches)
export const hasSheet = signal(sheetSize.matches)
/** Heights of the sheet that the panel is on a phone. */
export const sheet = signal<'low' | 'half' | 'full'>('half')

prefersDark.addEventListener('change', () => {
  if (kept('theme', ['light', 'dark'] as const) === null) theme.value = prefersDark.matches ? 'dark' : 'light'
})
phoneSize.addEventListener('change', () => (isPhone.value = phoneSize.matches))
sheetSize.addEventListener('change', () => (hasSheet.value = sheetSize.matches))

effect(() => {
  document.documentElement.lang = language.value
})
effect(() => {
  document.documentElement.dataset.theme = theme.value
})

/** What else has to come before a language can be shown. */
const needed: ((next: Language) => Promise<void>)[] = []
export const needBeforeLanguage = (load: (typeof needed)[number]): number => needed.push(load)

/** Rejects if the language cannot be loaded; the one before then stays. */
export async function chooseLanguage(next: Language): Promise<void> {
  await Promise.all([loadWords(next), ...needed.map((load) => load(next))])
  language.value = next
  keep('language', next)
}

/** Falls back to English if the words of the language cannot be loaded. */
export async function beginLanguage(): Promise<void> {
  await loadWords(language.peek()).catch(() => (language.value = 'en'))
}

async function loadWords(next: Language): Promise<void> {
  const { words } = LANGUAGES.find(({ tag }) => tag === next)!
  if (words !== null && !isLearnt(next)) learn(next, await fetchTexts(words))
}

export function chooseTheme(next: Theme): void {
  theme.value = next
  keep('theme', next)
}

export function chooseMapStyle(next: (typeof MAP_STYLES)[number]): void {
  mapStyle.value = next
  keep('map-style', next)
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
