// What the map draws, as switches over it; and the way back to all of the line or region.

import { signal } from '@preact/signals'
import { chooseMapStyle, MAP_STYLES, mapStyle } from '../i18n/preferences.ts'
import { closeHere } from '../state/here-session.ts'
import { SHADES, type Shade, chooseShade, shade } from '../state/shade-choice.ts'
import { LAYER_NAMES, hiddenLayers, toggleLayer } from '../state/layer-choice.ts'
import { measuring, startMeasuring, stopMeasuring } from '../state/measure-session.ts'
import { lazyPart } from './lazy-part.tsx'
import { t } from '../i18n/t.ts'
import { config, mapCommand, shown } from '../plan/session.ts'

const isOpen = signal(false)
const areSignsOpen = signal(false)
const MapSigns = lazyPart(async () => (await import('./map-signs.tsx')).MapSigns)

/** Called when the visitor takes the map. */
export function closeLayers(): void {
  isOpen.value = false
}

/** What the colours mean takes the place of what a place is. */
function choose(next: Shade): void {
  closeHere()
  chooseShade(next)
}

export function MapLayers() {
  const goHome = () => {
    const box = config.homeBox as [number, number, number, number] | null
    if (shown.peek() !== null) mapCommand.value = { kind: 'shown' }
    else if (box !== null) mapCommand.value = { kind: 'fit', box }
  }
  return (
    <div class="map-buttons">
      <details
        class="layers"
        open={isOpen.value}
        onToggle={(event) => (isOpen.value = event.currentTarget.open)}
        onKeyDown={(event) => event.key === 'Escape' && closeLayers()}
      >
        <summary aria-label={t('layers.title')} title={t('layers.title')}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M10 2 1.5 7 10 12l8.5-5zM3.6 9.4 1.5 10.6 10 15.6l8.5-5-2.1-1.2L10 13.2zm0 3.4-2.1 1.2 8.5 5 8.5-5-2.1-1.2-6.4 3.8z" />
          </svg>
        </summary>
        <div class="layer-list">
          <fieldset>
            <legend>{t('layers.style')}</legend>
            {MAP_STYLES.map((one) => (
              <label key={one} class="check">
                <input
                  type="radio"
                  name="map-style"
                  checked={mapStyle.value === one}
                  onChange={() => chooseMapStyle(one)}
                />
                {t(`mapStyle.${one}`)}
              </label>
            ))}
          </fieldset>
          <fieldset>
            <legend>{t('layers.title')}</legend>
            {LAYER_NAMES.map((name) => (
              <label key={name} class="check">
                <input type="checkbox" checked={!hiddenLayers.value.has(name)} onChange={() => toggleLayer(name)} />
                {t(`layers.${name}`)}
              </label>
            ))}
          </fieldset>
          <details class="signs" onToggle={(event) => (areSignsOpen.value = event.currentTarget.open)}>
            <summary>{t('signs.title')}</summary>
            {areSignsOpen.value && <MapSigns />}
          </details>
          {config.terrainVersion !== null && (
            <fieldset>
              <legend>{t('layers.shade')}</legend>
              {SHADES.map((one) => (
                <label key={one} class="check">
                  <input type="radio" name="shade" checked={shade.value === one} onChange={() => choose(one)} />
                  {t(`shade.${one}`)}
                </label>
              ))}
            </fieldset>
          )}
        </div>
      </details>
      <button type="button" aria-label={t('map.home')} title={t('map.home')} onClick={goHome}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M2 2h6v2H4v4H2zm10 0h6v6h-2V4h-4zM2 12h2v4h4v2H2zm14 0h2v6h-6v-2h4z" />
        </svg>
      </button>
      <button
        type="button"
        class="ruler"
        aria-pressed={measuring.value !== null}
        aria-label={t('measure.title')}
        title={t('measure.title')}
        onClick={measuring.value === null ? startMeasuring : stopMeasuring}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M14 1 1 14l5 5L19 6zm-8 15.6L3.4 14l1.2-1.2 1.5 1.5 1-1-1.5-1.5 1.3-1.3 2.2 2.2 1-1-2.2-2.2L9.2 8.2l1.5 1.5 1-1-1.5-1.5 1.3-1.3 2.2 2.2 1-1-2.2-2.2L14 3.4 16.6 6z" />
        </svg>
      </button>
    </div>
  )
}
