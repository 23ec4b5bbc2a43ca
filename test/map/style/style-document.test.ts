import { type LayerSpecification, type StyleSpecification, validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { describe, expect, test } from 'vitest'
import { FONT_NAMES } from '../../../src/map/style/glyph-fonts.ts'
import { MAP_COLOURS, PATH_UNKNOWN_DASH, SAC_DASHES, type MapMode } from '../../../src/map/style/map-colours.ts'
import { buildSpriteSheet, toServedStyle } from '../../../src/map/style/style-archive.ts'
import { buildStyleDocument, toAttributionHtml, type StyleParts } from '../../../src/map/style/style-document.ts'

const OSM = {
  name: 'OpenStreetMap',
  text: '© OpenStreetMap contributors',
  licence: 'ODbL-1.0',
  url: 'https://www.openstreetmap.org/copyright',
}
const HEIGHTS = { name: 'Terrain model', text: 'Heights <of> a "survey" & more', licence: null, url: null }
const PARTS: StyleParts = {
  name: 'test',
  bbox: [1, 42, 2, 43],
  artifacts: [
    { name: 'basemap', version: 'b1' },
    { name: 'terrain', version: 't1' },
    { name: 'contours', version: 'c1' },
  ],
  attributions: { map: [OSM], heights: [HEIGHTS] },
}
const MODES: MapMode[] = ['light', 'dark']

/** What the tiles promise, typed by hand from their contract: layers, and the attributes that a style may ask for. */
const NAMED = ['name', 'kind', 'kind_detail', 'min_zoom', 'sort_rank']
const CONTRACT: Record<string, Record<string, string[]>> = {
  basemap: {
    earth: NAMED,
    landcover: ['kind'],
    landuse: ['kind', 'sort_rank'],
    water: NAMED,
    buildings: ['kind', 'height', 'min_height'],
    boundaries: ['kind', 'kind_detail'],
    roads: [
      ...NAMED,
      'ref',
      'is_tunnel',
      'is_bridge',
      'sac_scale',
      'trail_visibility',
      'surface',
      'tracktype',
      'via_ferrata',
      'assisted',
      'highway',
    ],
    trails: ['name', 'ref', 'network', 'level', 'route', 'colour', 'symbol', 'relation_id', 'lane'],
    places: [...NAMED, 'population', 'population_rank', 'capital'],
    pois: [...NAMED, 'elevation'],
  },
  contours: { contours: ['elevation', 'index'] },
}

/** Every attribute that an expression reads. */
function attributesOf(value: unknown): string[] {
  if (!Array.isArray(value))
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(attributesOf) : []
  const own = (value[0] === 'get' || value[0] === 'has') && typeof value[1] === 'string' ? [value[1]] : []
  return [...own, ...value.flatMap(attributesOf)]
}

/** Every picture that an `icon-image` or pattern may come to. */
function picturesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  const expression = value as unknown[]
  if (expression[0] === 'match')
    return [...expression.slice(3).filter((_, i) => i % 2 === 0), expression.at(-1)].flatMap(picturesOf)
  if (expression[0] === 'case')
    return [...expression.slice(2).filter((_, i) => i % 2 === 0), expression.at(-1)].flatMap(picturesOf)
  throw new Error(`not known here: ${JSON.stringify(value)}`)
}

const layerOf = (style: StyleSpecification, id: string) =>
  style.layers.find((layer) => layer.id === id) as Extract<LayerSpecification, { type: 'line' }>

describe.each(MODES)('the %s style', (mode) => {
  const style = buildStyleDocument(PARTS, mode)
  const served = JSON.parse(
    toServedStyle(JSON.stringify(style), 'https://api.example', 's1', null),
  ) as StyleSpecification

  test('is a valid MapLibre style as it is served', () => {
    expect(validateStyleMin(served)).toEqual([])
  })

  test('names only pictures that the sprite has, at both scales', async () => {
    const named = served.layers.flatMap((layer) => {
      const paint = { ...layer.paint, ...layer.layout } as Record<string, unknown>
      return ['icon-image', 'fill-pattern', 'line-pattern'].flatMap((key) =>
        paint[key] === undefined ? [] : picturesOf(paint[key]),
      )
    })
    expect(named.length).toBeGreaterThan(30)
    for (const scale of [1, 2] as const) {
      const { index } = await buildSpriteSheet(scale)
      expect(named.filter((name) => index[name] === undefined)).toEqual([])
    }
  })

  test('names only fonts that are shipped', () => {
    const fonts = served.layers.flatMap((layer) =>
      layer.type === 'symbol' && layer.layout?.['text-field'] !== undefined ? [layer.layout['text-font']] : [],
    )
    expect(fonts.length).toBeGreaterThan(10)
    for (const font of fonts) for (const name of font as string[]) expect(FONT_NAMES).toContain(name)
  })

  test('asks for layers and attributes that the tiles promise, and for no others', () => {
    for (const layer of served.layers) {
      if (layer.type === 'background' || layer.type === 'hillshade' || layer.id === 'edge') continue
      const { source, 'source-layer': sourceLayer } = layer as { source: string; 'source-layer': string }
      const promised = CONTRACT[source]?.[sourceLayer]
      expect(promised, layer.id).toBeDefined()
      expect(
        attributesOf([layer.filter, layer.paint, layer.layout]).filter((attribute) => !promised.includes(attribute)),
        layer.id,
      ).toEqual([])
    }
  })

  test('credits the sources of each archive, and takes nothing from another server', () => {
    expect(served.sources.basemap).toMatchObject({
      url: 'pmtiles://https://api.example/pmtiles/b1/basemap.pmtiles',
      attribution: '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>',
    })
    expect(served.sources.terrain).toMatchObject({
      type: 'raster-dem',
      encoding: 'terrarium',
      tileSize: 512,
      attribution: 'Heights &lt;of&gt; a &quot;survey&quot; &amp; more',
    })
    expect(served.sources.contours).toMatchObject({ attribution: 'Heights &lt;of&gt; a &quot;survey&quot; &amp; more' })
    expect(served.glyphs).toBe('https://api.example/styles/s1/glyphs/{fontstack}/{range}.pbf')
    expect(served.sprite).toBe('https://api.example/styles/s1/sprite')
    const { sources, ...rest } = served
    const addresses = JSON.stringify([
      rest,
      Object.values(sources).map((source) => ({ ...source, attribution: undefined })),
    ]).match(/[a-z]+:\/\/[^"]+/g)!
    expect(
      addresses.filter((address) => !address.replace('pmtiles://', '').startsWith('https://api.example/')),
    ).toEqual([])
  })

  test('draws every SAC grade apart by colour and by dash, and an untagged path like none of them', () => {
    const looks = [1, 2, 3, 4, 5, 6].map((grade) => {
      const { paint, filter } = layerOf(served, `path-t${grade}`)
      expect(JSON.stringify(filter)).toContain(`["==",["get","sac_scale"],${grade}]`)
      return { colour: paint!['line-color'], dash: JSON.stringify(paint!['line-dasharray'] ?? null) }
    })
    const unknown = layerOf(served, 'path-unknown')
    const colours = [...looks.map(({ colour }) => colour), unknown.paint!['line-color']]
    const dashes = [...looks.map(({ dash }) => dash), JSON.stringify(unknown.paint!['line-dasharray'])]
    expect(new Set(colours).size).toBe(7)
    expect(new Set(dashes).size).toBe(7)
    expect(JSON.stringify(unknown.filter)).toContain('["!",["has","sac_scale"]]')
    // no other layer of the map borrows the colour of a grade
    const [t1] = MAP_COLOURS[mode].sac
    expect(served.layers.filter((layer) => JSON.stringify(layer.paint).includes(t1)).map(({ id }) => id)).toEqual([
      'path-t1',
    ])
  })

  test('draws a road also over the trails that take it, in its own colour', () => {
    const ids = served.layers.map(({ id }) => id)
    for (const road of ['minor', 'major']) {
      expect(ids.indexOf(`road-${road}`)).toBeLessThan(ids.indexOf('trail'))
      expect(ids.indexOf(`road-${road}-core`)).toBeGreaterThan(ids.indexOf('trail'))
      const [core, fill] = [`road-${road}-core`, `road-${road}`].map(
        (name) => served.layers.find(({ id }) => id === name)!.paint as Record<string, unknown>,
      )
      expect(core['line-color']).toBe(fill['line-color'])
    }
  })

  test('has no layer twice, and no source that no layer draws', () => {
    const ids = served.layers.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const used = new Set(served.layers.flatMap((layer) => ('source' in layer ? [layer.source] : [])))
    expect(Object.keys(served.sources).filter((source) => !used.has(source))).toEqual([])
  })

  test('asked in a language, writes names in it before the local ones, and stays valid', () => {
    const german = JSON.parse(
      toServedStyle(JSON.stringify(style), 'https://api.example', 's1', 'de'),
    ) as StyleSpecification
    expect(validateStyleMin(german)).toEqual([])
    const town = german.layers.find(({ id }) => id === 'place-settlement')
    expect(town?.layout).toMatchObject({ 'text-field': ['coalesce', ['get', 'name:de'], ['get', 'name']] })
    expect(JSON.stringify(german)).not.toMatch(/(?<!\["get","name:de"\],)\["get","name"\]/)
  })

  test('asked in a language, names its sources in it, with their addresses', () => {
    const sourcesIn = (language: string | null): (string | undefined)[] => {
      const requested = toServedStyle(JSON.stringify(style), 'https://api.example', 's1', language)
      return Object.values((JSON.parse(requested) as StyleSpecification).sources).map((source) =>
        'attribution' in source ? source.attribution : undefined,
      )
    }
    expect(sourcesIn(null).join()).toContain('© OpenStreetMap contributors')
    expect(sourcesIn('de')).toEqual(
      sourcesIn(null).map((html) => html?.replace('© OpenStreetMap contributors', '© OpenStreetMap-Mitwirkende')),
    )
    expect(sourcesIn('zu')).toEqual(sourcesIn(null))
  })
})

describe('a style', () => {
  test('without contours in the release has neither their source nor their layers, and is valid', () => {
    const style = buildStyleDocument(
      { ...PARTS, artifacts: PARTS.artifacts.filter(({ name }) => name !== 'contours') },
      'light',
    )
    expect(Object.keys(style.sources)).toEqual(['basemap', 'terrain', 'edge'])
    expect(style.layers.filter(({ id }) => id.startsWith('contour'))).toEqual([])
    expect(validateStyleMin(JSON.parse(toServedStyle(JSON.stringify(style), 'https://a.example', 's1', null)))).toEqual(
      [],
    )
  })

  test('names no layer that the basemap does not have: a client that knows them would report an error', () => {
    const style = buildStyleDocument({ ...PARTS, basemapLayers: ['earth', 'roads'] }, 'light')
    const named = new Set(
      style.layers.flatMap((layer) =>
        'source' in layer && layer.source === 'basemap' ? [(layer as { 'source-layer': string })['source-layer']] : [],
      ),
    )
    expect([...named].sort()).toEqual(['earth', 'roads'])
    expect(style.layers.map(({ id }) => id)).toEqual(expect.arrayContaining(['hillshade', 'contour', 'path-t1']))
    expect(validateStyleMin(JSON.parse(toServedStyle(JSON.stringify(style), 'https://a.example', 's1', null)))).toEqual(
      [],
    )
  })

  test('without basemap or terrain is refused', () => {
    for (const missing of ['basemap', 'terrain']) {
      expect(() =>
        buildStyleDocument({ ...PARTS, artifacts: PARTS.artifacts.filter(({ name }) => name !== missing) }, 'light'),
      ).toThrow('needs a basemap and terrain')
    }
  })

  test('shows a height only where there is one', () => {
    const peaks = buildStyleDocument(PARTS, 'light').layers.find(({ id }) => id === 'poi-peaks') as Extract<
      LayerSpecification,
      { type: 'symbol' }
    >
    expect(JSON.stringify(peaks.layout!['text-field'])).toContain('["case",["all",["has","name"],["has","elevation"]]')
    expect(JSON.stringify(peaks.layout!['text-field'])).not.toContain('["coalesce",["get","elevation"],0]')
  })

  test('differs between light and dark in colours and pictures only', () => {
    const plain = (mode: MapMode) =>
      JSON.stringify(buildStyleDocument(PARTS, mode))
        .replaceAll(/#[0-9a-f]{6}/g, '#')
        .replaceAll('-dark"', '"')
        .replaceAll(/"(light|dark)"|, (light|dark)"/g, '"')
        .replace(/"hillshade-exaggeration":\[[^\]]*\[[^\]]*\],\[[^\]]*\],[^\]]*\]/, '')
    expect(plain('dark')).toBe(plain('light'))
  })

  test('takes no script from an attribution', () => {
    expect(
      toAttributionHtml([
        { name: 'x', text: '<script>', licence: null, url: 'javascript:alert(1)' },
        { name: 'y', text: 'y', licence: null, url: 'https://y.example/?"><b>' },
      ]),
    ).toBe('&lt;script&gt; <a href="https://y.example/?&quot;&gt;&lt;b&gt;">y</a>')
  })
})

describe('the colours', () => {
  test('are the same names in both modes, every one #rrggbb', () => {
    expect(Object.keys(MAP_COLOURS.dark).sort()).toEqual(Object.keys(MAP_COLOURS.light).sort())
    for (const mode of MODES)
      for (const colour of Object.values(MAP_COLOURS[mode]).flat()) expect(colour).toMatch(/^#[0-9a-f]{6}$/)
  })

  /** Relative luminance contrast as WCAG 2 defines it. */
  const contrast = (a: string, b: string) => {
    const luminance = (colour: string) =>
      [1, 3, 5]
        .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
        .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0)
    const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x)
    return (high + 0.05) / (low + 0.05)
  }

  test.each(MODES)('of words are read on their halo (%s): at least 4.5 to 1', (mode) => {
    const colours = MAP_COLOURS[mode]
    for (const name of [
      'label',
      'labelMuted',
      'placeLabel',
      'peakLabel',
      'waterLabel',
      'forestLabel',
      'roadLabel',
      'contourLabel',
      'iconShelter',
      'iconWater',
      'iconTransport',
    ] as const) {
      expect(contrast(colours[name], colours.labelHalo), name).toBeGreaterThan(4.5)
    }
  })

  test.each(MODES)('of paths stand out from the ground (%s): at least 3 to 1 on their casing', (mode) => {
    const colours = MAP_COLOURS[mode]
    for (const colour of [...colours.sac, colours.pathUnknown, colours.viaFerrata])
      expect(contrast(colour, colours.pathCasing), colour).toBeGreaterThan(3)
  })

  test('dashes tell the grades and the unknown apart', () => {
    expect(new Set([...SAC_DASHES, PATH_UNKNOWN_DASH].map((dash) => JSON.stringify(dash))).size).toBe(7)
  })
})
