// What the signs of the map mean: trails by their network, paths by their grade, roads and borders, the ground, contour
// lines, places. Colours and pictures are read from the style that is shown, so that no other says what it means.

import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import type { Map as LibreMap } from 'maplibre-gl'
import { mapTheme } from '../i18n/preferences.ts'
import { libreMap } from '../state/map-content.ts'
import { t, tCode } from '../i18n/t.ts'

const LEVELS = ['INTERNATIONAL', 'NATIONAL', 'REGIONAL', 'LOCAL'] as const
const GRADES = ['T1', 'T2', 'T3', 'T4', 'T5', 'T6'] as const
/** Pictures of the style by what they are. */
const PLACES: [picture: string, kind: string][] = [
  ['hut', 'HUT'],
  ['shelter', 'SHELTER'],
  ['campsite', 'CAMPSITE'],
  ['peak', 'PEAK'],
  ['pass', 'PASS'],
  ['viewpoint', 'VIEWPOINT'],
  ['cave', 'CAVE'],
  ['spring', 'SPRING'],
  ['drinking-water', 'DRINKING_WATER'],
  ['waterfall', 'WATERFALL'],
  ['bus-stop', 'BUS_STOP'],
  ['station', 'TRAIN_STATION'],
  ['aerialway', 'CABLE_CAR_STATION'],
  ['parking', 'PARKING'],
  ['guidepost', 'GUIDEPOST'],
  ['picnic-site', 'PICNIC_SITE'],
  ['restaurant', 'RESTAURANT'],
  ['toilets', 'TOILETS'],
  ['chapel', 'PLACE_OF_WORSHIP'],
  ['castle', 'CASTLE'],
]

/** Lines of the style by their words; roads have a line under them. */
const ROADS = [
  ['road-motorway', 'signs.motorway'],
  ['road-major', 'signs.major'],
  ['road-minor', 'signs.minor'],
  ['rail', 'signs.rail'],
  ['aerialway', 'signs.lift'],
  ['ferry', 'signs.ferry'],
  ['boundary-country', 'signs.border'],
  ['protected-edge', 'signs.protected'],
  ['way-region', 'signs.edge'],
] as const
/** Areas of the style by their words. */
const GROUND = [
  ['land-forest', 'signs.forest'],
  ['land-scrub', 'signs.scrub'],
  ['land-grass', 'signs.grass'],
  ['land-farmland', 'signs.fields'],
  ['land-barren', 'signs.rock'],
  ['land-sand', 'signs.sand'],
  ['land-glacier', 'signs.glacier'],
  ['land-wetland', 'signs.wetland'],
  ['water', 'signs.water'],
  ['land-built-up', 'signs.built'],
] as const

export function MapSigns() {
  const map = libreMap.value
  const reads = useSignal(0)
  useEffect(() => {
    if (map === null) return
    const again = () => reads.value++
    map.on('styledata', again)
    return () => void map.off('styledata', again)
  }, [map])
  if (map === null || reads.value < 0 || map.getLayer('trail') === undefined)
    return <p class="hint">{t('signs.none')}</p>
  const trails = trailColours(map)
  return (
    <>
      <Group title={t('signs.trails')}>
        {LEVELS.map((level, i) => (
          <Sign key={level} sign={<Line colour={trails[i]} width={6} />} words={tCode('level', level)} />
        ))}
        <Sign sign={<Line colour={trails[4]} width={6} />} words={t('unknown')} />
        <Sign sign={<LayerLine map={map} id="trail-cycle" width={6} />} words={t('signs.cycle')} />
        <Sign sign={<Mark />} words={t('signs.mark')} />
      </Group>
      <Group title={t('signs.paths')}>
        {GRADES.map((grade, i) => (
          <Sign key={grade} sign={<LayerLine map={map} id={`path-t${i + 1}`} />} words={t(`line.${grade}`)} />
        ))}
        <Sign sign={<LayerLine map={map} id="path-unknown" />} words={t('unknown')} />
        <Sign sign={<LayerLine map={map} id="track" />} words={t('signs.track')} />
        <Sign sign={<LayerLine map={map} id="via-ferrata-rungs" width={6} />} words={t('signs.ferrata')} />
      </Group>
      <Group title={t('signs.roads')}>
        {ROADS.filter(([id]) => map.getLayer(id) !== undefined).map(([id, words]) => (
          <Sign key={id} sign={<Road map={map} id={id} />} words={t(words)} />
        ))}
      </Group>
      <Group title={t('signs.ground')}>
        {GROUND.filter(([id]) => map.getLayer(id) !== undefined).map(([id, words]) => (
          <Sign key={id} sign={<Area map={map} id={id} />} words={t(words)} />
        ))}
      </Group>
      {map.getLayer('contour') !== undefined && (
        <Group title={t('signs.contours')}>
          <Sign sign={<LayerLine map={map} id="contour-index" width={1.6} />} words={t('signs.index')} />
          <Sign sign={<LayerLine map={map} id="contour" width={1.2} />} words={t('signs.contour')} />
        </Group>
      )}
      <Group title={t('signs.places')}>
        {PLACES.map(([picture, kind]) => (
          <Sign
            key={`${picture}${mapTheme.value}`}
            sign={<Picture map={map} name={mapTheme.value === 'dark' ? `${picture}-dark` : picture} />}
            words={tCode('kind', kind)}
          />
        ))}
      </Group>
    </>
  )
}

function Group({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}

function Sign({ sign, words }: { sign: ComponentChildren; words: string }) {
  return (
    <li>
      {sign} {words}
    </li>
  )
}

function Line({ colour, width, dashes }: { colour: string; width: number; dashes?: string }) {
  return (
    <svg class="swatch" viewBox="0 0 24 8" aria-hidden="true">
      <line x1="1" x2="23" y1="4" y2="4" stroke={colour} stroke-width={width} stroke-dasharray={dashes} />
    </svg>
  )
}

/** As the style draws it. */
function LayerLine({ map, id, width = 2.2 }: { map: LibreMap; id: string; width?: number }) {
  if (map.getLayer(id) === undefined) return null
  const colour = map.getPaintProperty(id, 'line-color')
  const dashes = map.getPaintProperty(id, 'line-dasharray')
  return (
    <Line
      colour={typeof colour === 'string' ? colour : 'none'}
      width={width}
      {...(Array.isArray(dashes) && { dashes: dashes.map((length) => Number(length) * width).join(' ') })}
    />
  )
}

/** With the line under it, where it has one. */
function Road({ map, id }: { map: LibreMap; id: string }) {
  if (map.getLayer(`${id}-casing`) === undefined) return <LayerLine map={map} id={id} />
  const [under, over] = [`${id}-casing`, id].map((one) => String(map.getPaintProperty(one, 'line-color')))
  return (
    <svg class="swatch" viewBox="0 0 24 8" aria-hidden="true">
      <line x1="1" x2="23" y1="4" y2="4" stroke={under} stroke-width="6" />
      <line x1="1" x2="23" y1="4" y2="4" stroke={over} stroke-width="4" />
    </svg>
  )
}

function Area({ map, id }: { map: LibreMap; id: string }) {
  const colour = String(map.getPaintProperty(id, 'fill-color'))
  return (
    <svg class="swatch" viewBox="0 0 24 8" aria-hidden="true">
      <rect x="1" y="0" width="22" height="8" fill={colour} stroke="#7a7a7a" stroke-width="0.5" />
    </svg>
  )
}

function Mark() {
  return (
    <svg class="swatch" viewBox="0 0 24 8" aria-hidden="true">
      <path d="M12 0l4 4-4 4-4-4z" fill="currentColor" />
    </svg>
  )
}

/** A picture of the style's own sprite. */
function Picture({ map, name }: { map: LibreMap; name: string }) {
  const found = map.getImage(name)
  if (found === undefined) return <span class="picture" />
  const { width, height, data } = found.data
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(data), width, height), 0, 0)
  return <img class="picture" src={canvas.toDataURL()} alt="" />
}

/** Of the four levels and of an unknown one, as the style matches them. */
function trailColours(map: LibreMap): string[] {
  const matched: unknown = map.getPaintProperty('trail', 'line-color')
  const colours = (Array.isArray(matched) ? (matched as unknown[]) : []).filter(
    (one): one is string => typeof one === 'string' && one.startsWith('#'),
  )
  return colours.length === LEVELS.length + 1 ? colours : Array<string>(LEVELS.length + 1).fill('none')
}
