// What the map draws, as switches over it; and the way back to all of the line or region.

import type { ComponentChildren } from 'preact'
import { signal } from '@preact/signals'
import { chooseMapStyle, MAP_STYLES, mapStyle } from '../i18n/preferences.ts'
import { closeHere } from '../state/here-session.ts'
import { SHADES, type Shade, chooseShade, shade } from '../state/shade-choice.ts'
import { LAYER_NAMES, hiddenLayers, isRelief, toggleLayer } from '../state/layer-choice.ts'
import { isSecondMap, toggleSecondMap } from '../state/second-map.ts'
import { measuring, startMeasuring, stopMeasuring } from '../state/measure-session.ts'
import { lazyPart } from './lazy-part.tsx'
import { t } from '../i18n/t.ts'
import { config, mapCommand, shown } from '../plan/session.ts'

const isOpen = signal(false)
const areSignsOpen = signal(false)
const areMoreShown = signal(false)
const MapSigns = lazyPart(async () => (await import('./map-signs.tsx')).MapSigns)

/** Called when the visitor takes the map. */
export function closeLayers(): void {
  isOpen.value = false
  areSignsOpen.value = false
  areMoreShown.value = false
}

/** What the colours mean takes the place of what a place is. */
function choose(next: Shade): void {
  closeHere()
  chooseShade(next)
}

export function MapLayers() {
  return (
    <div class="map-buttons">
      <details
        class="layers"
        name="map-list"
        open={isOpen.value}
        onToggle={(event) => (isOpen.value = event.currentTarget.open)}
        onKeyDown={(event) => event.key === 'Escape' && closeLayers()}
      >
        <summary aria-label={t('layers.title')} title={t('layers.title')} aria-keyshortcuts="l">
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
            {config.secondMap !== null && (
              <label class="check">
                <input type="checkbox" checked={isSecondMap.value} onChange={toggleSecondMap} />
                <bdi>{config.secondMap.name}</bdi>
              </label>
            )}
            {LAYER_NAMES.map((name) => (
              <label key={name} class="check">
                <input type="checkbox" checked={!hiddenLayers.value.has(name)} onChange={() => toggleLayer(name)} />
                {t(`layers.${name}`)}
              </label>
            ))}
          </fieldset>
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
      <MoreButtons />
    </div>
  )
}

/** Those that are seldom pressed: behind one on a phone, whose map they would cover by half. */
function MoreButtons() {
  const goHome = () => {
    const box = config.homeBox as [number, number, number, number] | null
    if (shown.peek() !== null) mapCommand.value = { kind: 'shown' }
    else if (box !== null) mapCommand.value = { kind: 'fit', box }
  }
  return (
    <>
      <button
        type="button"
        class="more"
        aria-label={t('map.more')}
        title={t('map.more')}
        aria-expanded={areMoreShown.value}
        onClick={() => (areMoreShown.value = !areMoreShown.peek())}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M2 8h4v4H2zm6 0h4v4H8zm6 0h4v4h-4z" />
        </svg>
      </button>
      <div class={areMoreShown.value ? 'more-buttons' : 'more-buttons folded'}>
        <details
          class="legend-list"
          name="map-list"
          open={areSignsOpen.value}
          onToggle={(event) => (areSignsOpen.value = event.currentTarget.open)}
          onKeyDown={(event) => event.key === 'Escape' && closeLayers()}
        >
          <summary aria-label={t('signs.title')} title={t('signs.title')} aria-keyshortcuts="k">
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d="M2 3h5v4H2zm7 1h9v2H9zM2 8h5v4H2zm7 1h9v2H9zm-7 4h5v4H2zm7 1h9v2H9z" />
            </svg>
          </summary>
          {areSignsOpen.value && (
            <div class="layer-list signs">
              <MapSigns />
            </div>
          )}
        </details>
        <MapButton words={t('map.home')} shortcut="a" onClick={goHome}>
          <path d="M3 16.5 8 4l4 7.5L17 3l-1.7-1L12.2 7.6 8.4.6 7.2.9 1.2 15.8zM1 18h18v1.6H1z" />
        </MapButton>
        {document.fullscreenEnabled && (
          <MapButton words={t('map.full')} shortcut="f" onClick={toggleFull}>
            <path d="M2 2h6v2H4v4H2zm10 0h6v6h-2V4h-4zM2 12h2v4h4v2H2zm14 0h2v6h-6v-2h4z" />
          </MapButton>
        )}
        {config.terrainVersion !== null && (
          <MapButton
            words={t('map.relief')}
            shortcut="t"
            isPressed={isRelief.value}
            onClick={() => (isRelief.value = !isRelief.peek())}
          >
            <text x="10" y="14.5" text-anchor="middle" font-size="11" font-weight="700">
              3D
            </text>
          </MapButton>
        )}
        <MapButton
          words={t('measure.title')}
          shortcut="m"
          isPressed={measuring.value !== null}
          onClick={measuring.value === null ? startMeasuring : stopMeasuring}
        >
          <path d="M14 1 1 14l5 5L19 6zm-8 15.6L3.4 14l1.2-1.2 1.5 1.5 1-1-1.5-1.5 1.3-1.3 2.2 2.2 1-1-2.2-2.2L9.2 8.2l1.5 1.5 1-1-1.5-1.5 1.3-1.3 2.2 2.2 1-1-2.2-2.2L14 3.4 16.6 6z" />
        </MapButton>
      </div>
    </>
  )
}

function toggleFull(): void {
  if (document.fullscreenElement === null) void document.documentElement.requestFullscreen().catch(() => undefined)
  else void document.exitFullscreen()
}

function MapButton({
  words,
  shortcut,
  isPressed,
  onClick,
  children,
}: {
  words: string
  shortcut: string
  isPressed?: boolean
  onClick: () => void
  children: ComponentChildren
}) {
  return (
    <button
      type="button"
      aria-label={words}
      title={words}
      aria-keyshortcuts={shortcut}
      aria-pressed={isPressed}
      onClick={onClick}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        {children}
      </svg>
    </button>
  )
}
