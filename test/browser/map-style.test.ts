import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium, openPage, type OpenPage } from '../support/open-browser.ts'
import { drawMap, serveMapPage, type Drawn, type MapPages } from '../support/map-page.ts'
import { copyRegion, hasAndorra } from '../support/prepared-regions.ts'
import { readGlyphs } from '../support/read-glyphs.ts'
import { startRealServer, type RealServer } from '../support/real-server.ts'
import { sharedServer, type SharedServer } from '../support/shared-server.ts'

interface Manifest {
  artifacts: Record<string, { version: string; url: string; glyphs?: string; sprite?: string; dark_url?: string }>
}

/** One page with one map for all regions: starting both is a good part of the work. */
let pages: MapPages
let open: OpenPage
const failed: string[] = []
beforeAll(async () => {
  if (!hasChromium) return
  pages = await serveMapPage()
  open = await openPage(720, 480, { scale: process.env.SCREENSHOTS === undefined ? 0.5 : 1 })
  open.page.on(
    'response',
    (response) => response.status() >= 400 && failed.push(`${response.status()} ${response.url()}`),
  )
  // a request that MapLibre itself gives up, for a tile that is not needed any more, is no failure
  open.page.on(
    'requestfailed',
    (request) =>
      request.failure()?.errorText !== 'net::ERR_ABORTED' &&
      failed.push(`${request.failure()?.errorText} ${request.url()}`),
  )
  await open.page.goto(pages.url)
})
afterAll(async () => {
  await open?.close()
  await pages?.close()
})

/** A server whose styles the page draws, and whatever fails between them. */
function useMap(start: () => Promise<SharedServer>) {
  const parts = {} as { server: SharedServer; manifest: Manifest }
  beforeAll(async () => {
    parts.server = await start()
    const answer = await fetch(`${parts.server.api}/pmtiles/current/manifest.json`)
    expect(answer.status).toBe(200)
    parts.manifest = (await answer.json()) as Manifest
  }, 240_000)

  const draw = async (
    mode: 'light' | 'dark',
    center: [number, number],
    zoom: number,
    language?: string,
  ): Promise<Drawn> => {
    const { url, dark_url } = parts.manifest.artifacts.styles
    const drawn = await drawMap(open.page, {
      style: (mode === 'light' ? url : dark_url!) + (language === undefined ? '' : `?language=${language}`),
      center,
      zoom,
    })
    if (process.env.SCREENSHOTS !== undefined)
      await open.page.screenshot({ path: `${process.env.SCREENSHOTS}/map-${center[0]}-z${zoom}-${mode}.png` })
    return drawn
  }
  const expectNoProblem = (drawn: Drawn) => {
    // a failed fetch is reported by the browser, with its address, unless MapLibre gave it up itself
    expect(drawn.problems.filter((problem) => !problem.startsWith('error: Failed to fetch'))).toEqual([])
    expect(failed).toEqual([])
    expect(open.strayed).toEqual([])
    expect(open.faults).toEqual([])
  }
  /** Every character of what was written has a glyph in the first font of the style. */
  const expectGlyphs = async (texts: readonly string[]) => {
    const characters = new Set(texts.flatMap((text) => [...text].map((character) => character.codePointAt(0)!)))
    for (const start of new Set([...characters].map((character) => character - (character % 256)))) {
      const address = parts.manifest.artifacts.styles
        .glyphs!.replace('{fontstack}', 'Noto Sans Regular')
        .replace('{range}', `${start}-${start + 255}`)
      const { glyphs } = readGlyphs(new Uint8Array(await (await fetch(address)).arrayBuffer()))
      expect(
        [...characters]
          .filter((character) => character - (character % 256) === start && !glyphs.has(character))
          .map((character) => String.fromCodePoint(character)),
      ).toEqual([])
    }
  }
  return { parts, draw, expectNoProblem, expectGlyphs }
}

describe.skipIf(!hasChromium)('MapLibre GL, cut off from the network, draws the demo region (needs Chromium)', () => {
  const { parts, draw, expectNoProblem, expectGlyphs } = useMap(sharedServer)
  const middle: [number, number] = [-40.44, 33.42]

  test('the manifest is complete: basemap, terrain and styles, and contours beside them', () => {
    expect(Object.keys(parts.manifest.artifacts).sort()).toEqual(['basemap', 'contours', 'styles', 'terrain'])
  })

  // both have the same layers: the dark one in less detail here, in more on Andorra
  test.each([
    ['light', 8],
    ['light', 11],
    ['light', 13],
    ['light', 15],
    ['dark', 11],
    ['dark', 15],
  ] as const)(
    '%s at zoom %i without one error, missing picture, failed request or missing glyph',
    async (mode, zoom) => {
      const drawn = await draw(mode, middle, zoom)
      expectNoProblem(drawn)
      await expectGlyphs(drawn.texts)
      expect(drawn.attribution).toContain('Synthetic demo region')
      expect(drawn.layers).toEqual(
        expect.arrayContaining(
          zoom === 8
            ? ['earth', 'water']
            : zoom === 11
              ? ['trail', 'poi-peaks', 'poi-huts', 'place-settlement']
              : ['trail', 'contour', 'contour-index', 'path-t3', 'path-unknown', 'poi-peaks', 'contour-label'],
        ),
      )
      if (zoom >= 11) expect(drawn.texts.length).toBeGreaterThan(3)
    },
  )

  test('in a language, as well', async () => {
    expectNoProblem(await draw('light', middle, 12, 'de'))
  })

  test('would tell a missing picture and a missing archive (the same page with a style made wrong)', async () => {
    const style = (await (await fetch(parts.manifest.artifacts.styles.url)).json()) as {
      sources: Record<string, { url: string }>
      layers: { id: string; layout?: Record<string, unknown> }[]
    }
    style.layers.find(({ id }) => id === 'poi-huts')!.layout!['icon-image'] = 'no-such-picture'
    style.sources.contours.url = style.sources.contours.url.replace(/[0-9a-f]{16}/, 'gone')
    const { problems } = await drawMap(open.page, { style, center: middle, zoom: 13 })
    expect(problems.join('\n')).toContain('no image: no-such-picture')
    expect(failed.splice(0).join('\n')).toMatch(/^404 .*\/gone\/contours.pmtiles/)
    open.faults.splice(0)
  })

  test('over void, outside the data, with nothing but the background, whose colour the edge of the region has, too', async () => {
    const drawn = await draw('dark', [10, 10], 12)
    expectNoProblem(drawn)
    expect(drawn.layers).toEqual(['edge'])
  })
})

describe.skipIf(!hasChromium || !hasAndorra)('MapLibre GL draws Andorra (needs Chromium and real data)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-andorra-map-'))
  let server: RealServer
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const { draw, expectNoProblem, expectGlyphs } = useMap(async () => {
    await copyRegion('andorra', folder)
    server = await startRealServer({}, folder)
    return server
  })

  test.each([
    ['light', 11],
    ['dark', 13],
    ['light', 15],
  ] as const)(
    '%s at zoom %i without one error, missing picture, failed request or missing glyph',
    async (mode, zoom) => {
      const drawn = await draw(mode, [1.53, 42.56], zoom)
      expectNoProblem(drawn)
      await expectGlyphs(drawn.texts)
      expect(drawn.texts.length).toBeGreaterThan(5)
      expect(drawn.attribution).toContain('© OpenStreetMap contributors')
    },
  )
})
