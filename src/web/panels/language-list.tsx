// The languages of the page by their own names; and where no person has read the one that is chosen, that this is so.

import { chooseLanguage, language } from '../i18n/preferences.ts'
import { LANGUAGES } from '../i18n/languages.ts'
import { t } from '../i18n/t.ts'
import { announce } from '../plan/session.ts'

export function LanguageList() {
  const choose = (list: HTMLSelectElement) =>
    chooseLanguage(list.value).catch(() => {
      list.value = language.peek()
      announce(t('part.failed'))
    })
  return (
    <select
      class="quiet languages"
      aria-label={t('head.language')}
      title={t('head.language')}
      onChange={(event) => void choose(event.currentTarget)}
    >
      {LANGUAGES.map(({ tag, name }) => (
        <option key={tag} value={tag} lang={tag} selected={tag === language.value}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** Where its catalogue stands, for those who would mend it. */
export function LanguageNote() {
  const { tag, isMachineMade } = LANGUAGES.find((one) => one.tag === language.value)!
  if (!isMachineMade) return null
  return (
    <p class="hint">
      {t('head.machine')} <a href={`languages/${tag}.json`}>{tag}.json</a>
    </p>
  )
}
