// The head of the page: its name, language and theme, and links to the other pages of the service.

import { chooseTheme, theme } from '../i18n/preferences.ts'
import { LanguageList } from './language-list.tsx'
import { areKeysShown } from '../state/shortcuts.ts'
import { t } from '../i18n/t.ts'
import { config } from '../plan/session.ts'

export function HeadBar() {
  return (
    <header class="head">
      <h1>
        {config.logoUrl === null ? (
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="8" />
            <path d="M6 24 13 11l4 7 3-5 6 11z" />
          </svg>
        ) : (
          <img src={config.logoUrl} alt="" />
        )}
        {config.title}
      </h1>
      <nav aria-label={t('head.links')}>
        <a href={`${config.apiUrl}/graphql`}>GraphiQL</a>
        <a href={`${config.apiUrl}/rest`}>REST</a>
      </nav>
      <LanguageList />
      <button
        type="button"
        class="quiet"
        aria-pressed={theme.value === 'dark'}
        aria-keyshortcuts="d"
        aria-label={t('head.dark')}
        title={t('head.dark')}
        onClick={() => chooseTheme(theme.value === 'dark' ? 'light' : 'dark')}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path
            d={
              theme.value === 'dark'
                ? 'M10 5.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM9.2 1h1.6v3H9.2zm0 15h1.6v3H9.2zM1 9.2h3v1.6H1zm15 0h3v1.6h-3zM3 4.2 4.2 3l2 2.1-1.1 1.1zm10.8 10.7 1.1-1.1 2.1 2.1-1.1 1.1zM3 15.9l2.1-2.1 1.1 1.1L4.1 17zM13.8 5.1 15.9 3 17 4.1l-2.1 2.1z'
                : 'M8 2a8 8 0 1 0 10 10A7 7 0 0 1 8 2z'
            }
          />
        </svg>
      </button>
      <button
        type="button"
        class="quiet keys-button"
        aria-label={t('keys.title')}
        title={t('keys.title')}
        onClick={() => (areKeysShown.value = true)}
      >
        ?
      </button>
    </header>
  )
}
