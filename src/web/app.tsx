// The frame of the page: head with search, the panel of what one is doing, the map, and the chart under it. On a phone
// held upright the panel is a sheet over the map, in three heights.

import type { ComponentType } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import { Chart } from './panels/chart.tsx'
import { HeadBar } from './panels/head-bar.tsx'
import { LanguageNote } from './panels/language-list.tsx'
import { lazyPart } from './panels/lazy-part.tsx'
import { MapLegend, ReachLegend } from './panels/map-legend.tsx'
import { closeLayers, MapLayers } from './panels/map-layers.tsx'
import { foldSources, MapSources } from './panels/map-sources.tsx'
import { OfflineNote } from './panels/offline-note.tsx'
import { RoutePanel } from './panels/route-panel.tsx'
import { SearchBox } from './panels/search-box.tsx'
import { sketch } from './state/area-sketch.ts'
import { WayBack } from './panels/failure-note.tsx'
import { here } from './state/here-session.ts'
import { mapMenu } from './state/map-content.ts'
import { hasSheet, isPhone, sheet } from './i18n/preferences.ts'
import { MODES, type Mode } from './plan/plan.ts'
import { shownRoute } from './state/route-session.ts'
import { shade } from './state/shade-choice.ts'
import { areKeysShown } from './state/shortcuts.ts'
import { measuring } from './state/measure-session.ts'
import { printed } from './panels/print-button.tsx'
import { km, m, t, time } from './i18n/t.ts'
import { announcement, changePlan, config, mapTrouble, plan, shown } from './plan/session.ts'
import { hasWords } from './i18n/words.ts'

/** Loaded at once, not when the page is drawn. */
const mapModule = import('./map/explorer-map.ts')
mapModule.catch(() => undefined) // handled where it is used

const SketchBar = lazyPart(async () => (await import('./panels/sketch-bar.tsx')).SketchBar)
const PANELS: Record<Mode, ComponentType> = {
  route: RoutePanel,
  loop: lazyPart(async () => (await import('./panels/loop-panel.tsx')).LoopPanel),
  reach: lazyPart(async () => (await import('./panels/reach-panel.tsx')).ReachPanel),
  file: lazyPart(async () => (await import('./panels/file-panel.tsx')).FilePanel),
  view: lazyPart(async () => (await import('./panels/view-panel.tsx')).ViewPanel),
}
const RouteActions = lazyPart(async () => (await import('./panels/route-actions.tsx')).RouteActions)
const MapMenu = lazyPart(async () => (await import('./panels/map-menu.tsx')).MapMenu)
const HereCard = lazyPart(async () => (await import('./panels/here-card.tsx')).HereCard)
const MeasureCard = lazyPart(async () => (await import('./panels/measure-card.tsx')).MeasureCard)
const ShadeCard = lazyPart(async () => (await import('./panels/shade-card.tsx')).ShadeCard)
const KeysCard = lazyPart(async () => (await import('./panels/keys-card.tsx')).KeysCard)
const PrintSheet = lazyPart(async () => (await import('./panels/print-sheet.tsx')).PrintSheet)

export function App() {
  const dropping = useSignal(false)
  const { mode } = plan.value
  const Panel = PANELS[mode]
  const over = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    dropping.value = true
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    dropping.value = false
    const file = event.dataTransfer?.files[0]
    if (file === undefined) return
    // the panel says it where the part of the page cannot be had
    const showPanel = () => changePlan((old) => ({ ...old, mode: 'file' }), { undoable: false })
    void import('./state/file-session.ts').then(({ dropFile }) => dropFile(file), showPanel)
  }
  return (
    <div
      class={`app sheet-${sheet.value}`}
      onDragOver={over}
      onDragLeave={(event) => event.relatedTarget === null && (dropping.value = false)}
      onDrop={drop}
    >
      <a class="skip" href="#panel">
        {t('skip')}
      </a>
      <HeadBar />
      <SearchBox />
      <aside class="side" aria-label={t('panel.label')}>
        {hasSheet.value && <SheetGrip />}
        <div class="tabs" role="tablist" aria-label={t('tabs.label')}>
          {MODES.map((one) => (
            <Tab key={one} mode={one} />
          ))}
        </div>
        <div class="panel" id="panel" role="tabpanel" tabIndex={-1} aria-labelledby={`tab-${mode}`}>
          <OfflineNote />
          <Panel />
          <LanguageNote />
        </div>
        {mode === 'route' && shownRoute.value !== null && <RouteActions />}
      </aside>
      <main class="stage">
        <div class="map-area">
          <MapBox />
          <MapLegend />
          <ReachLegend />
          <MapSources />
          <MapLayers />
          {measuring.value === null ? here.value !== null && <HereCard /> : <MeasureCard />}
          {shade.value !== 'none' && <ShadeCard />}
          {mapMenu.value !== null && <MapMenu />}
          {sketch.value !== null && <SketchBar />}
          {mapTrouble.value !== null && (
            <div class="map-note" role="status">
              <p>
                {hasWords(mapTrouble.value) ? (
                  t(mapTrouble.value as 'map.missing' | 'map.outside', {
                    missing: config.missing.join(', '),
                    region: config.region?.name ?? '',
                  })
                ) : (
                  <>
                    {t('map.trouble')} <span lang="en">{mapTrouble.value}</span>
                  </>
                )}
                {mapTrouble.value === 'map.outside' && <WayBack />}
              </p>
              <button type="button" class="quiet" aria-label={t('close')} onClick={() => (mapTrouble.value = null)}>
                ×
              </button>
            </div>
          )}
        </div>
        {!isPhone.value && shown.value !== null && <Chart />}
      </main>
      {printed.value !== null && <PrintSheet />}
      {areKeysShown.value && <KeysCard />}
      {dropping.value && (
        <div class="drop-veil">
          <p>{t('file.drop')}</p>
        </div>
      )}
      <p class="sr-only" role="status" aria-live="polite">
        {announcement.value}
      </p>
    </div>
  )
}

function Tab({ mode }: { mode: Mode }) {
  const chosen = plan.value.mode === mode
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = MODES[(MODES.indexOf(mode) + step + MODES.length) % MODES.length]
    changePlan((old) => ({ ...old, mode: next }), { undoable: false })
    document.getElementById(`tab-${next}`)?.focus()
  }
  return (
    <button
      type="button"
      role="tab"
      id={`tab-${mode}`}
      aria-selected={chosen}
      aria-controls="panel"
      aria-keyshortcuts={String(MODES.indexOf(mode) + 1)}
      tabIndex={chosen ? 0 : -1}
      onKeyDown={move}
      onClick={() => changePlan((old) => ({ ...old, mode }), { undoable: false })}
    >
      {t(`tab.${mode}`)}
    </button>
  )
}

function SheetGrip() {
  const next = { low: 'half', half: 'full', full: 'low' } as const
  const found = plan.value.mode === 'route' ? shownRoute.value : null
  return (
    <button
      type="button"
      class="grip"
      aria-expanded={sheet.value !== 'low'}
      aria-controls="panel"
      title={t(sheet.value === 'full' ? 'sheet.less' : 'sheet.more')}
      onClick={() => (sheet.value = next[sheet.value])}
    >
      <span />
      <i class="sr-only">{t(sheet.value === 'full' ? 'sheet.less' : 'sheet.more')}</i>
      {found !== null && (
        <b class="brief">
          {km(found.lengthM)} · ↑ {m(found.elevation?.ascentM ?? null)} ·{' '}
          {found.time === null ? t('unknown') : time(found.time.movingS)}
        </b>
      )}
    </button>
  )
}

function MapBox() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    void mapModule
      .then(({ startMap }) => startMap(box.current!))
      .catch((error: Error) => (mapTrouble.value = /webgl/i.test(error.message) ? 'map.noWebgl' : error.message))
  }, [])
  const take = () => {
    foldSources()
    closeLayers()
  }
  return <div class="map" ref={box} onPointerDown={take} onWheel={take} />
}
