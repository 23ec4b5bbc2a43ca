// Whose data the map shows, in its corner: in full until the visitor takes the map, on a phone for a few seconds; then
// folded to a sign that opens it. The scale stands over it.

import { isPhone } from '../i18n/preferences.ts'
import { shownSources } from '../state/map-content.ts'
import { namedOnce } from '../state/attribution.ts'
import { t } from '../i18n/t.ts'
import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

/** As long as the map's licence asks for on a small screen. */
const OPEN_ON_PHONE_MS = 6000

const isOpen = signal(true)

/** Called when the visitor takes the map. */
export function foldSources(): void {
  isOpen.value = false
}

export function MapSources() {
  const sources = namedOnce([...shownSources(), { text: 'MapLibre', url: 'https://maplibre.org/' }])
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const area = box.current!.parentElement!
    const sizes = new ResizeObserver(() =>
      area.style.setProperty('--sources-height', `${box.current?.offsetHeight ?? 0}px`),
    )
    sizes.observe(box.current!)
    const timer = isPhone.peek() ? setTimeout(foldSources, OPEN_ON_PHONE_MS) : undefined
    return () => {
      sizes.disconnect()
      clearTimeout(timer)
    }
  }, [])
  return (
    <details
      ref={box}
      class="map-sources"
      open={isOpen.value}
      onToggle={(event) => (isOpen.value = event.currentTarget.open)}
    >
      <summary aria-label={t('map.sources')} title={t('map.sources')}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M10 1.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zm0 1.6a6.9 6.9 0 1 1 0 13.8 6.9 6.9 0 0 1 0-13.8zM9.1 8.6h1.8v6H9.1zM9 5.2h2v2H9z" />
        </svg>
      </summary>
      <ul>
        {sources.map(({ text, url }) => (
          <li key={text}>
            {url === null ? (
              text
            ) : (
              <a href={url} rel="noopener" target="_blank">
                {text}
              </a>
            )}
          </li>
        ))}
        <li>
          <a href="licences" rel="license noopener" target="_blank">
            {t('map.about')}
          </a>
        </li>
      </ul>
    </details>
  )
}
