import { PMTiles } from 'pmtiles'
import { beforeAll, describe, expect, test } from 'vitest'
import { readGlyphs } from '../support/read-glyphs.ts'
import { sharedServer, type SharedServer } from '../support/shared-server.ts'

/** What a map client does with the manifest, by its addresses alone, on the demo region of the real server. */
describe('the files of a map', () => {
  let server: SharedServer
  let artifacts: Record<
    string,
    { version: string; url: string; source_ts: string | null; glyphs?: string; sprite?: string; dark_url?: string }
  >
  beforeAll(async () => {
    server = await sharedServer()
    const answer = await fetch(`${server.api}/pmtiles/current/manifest.json`)
    expect(answer.status).toBe(200)
    artifacts = ((await answer.json()) as { artifacts: typeof artifacts }).artifacts
  })

  test('the manifest is complete', () => {
    expect(Object.keys(artifacts)).toEqual(expect.arrayContaining(['basemap', 'terrain', 'contours', 'styles']))
    for (const { url, version } of Object.values(artifacts)) {
      expect(url.startsWith(`${server.api}/`)).toBe(true)
      expect(url).toContain(version)
    }
  })

  test('both styles lead to archives that answer, with the layers that they draw and an attribution', async () => {
    for (const address of [artifacts.styles.url, artifacts.styles.dark_url!]) {
      const style = (await (await fetch(address)).json()) as {
        sources: Record<string, { url: string; attribution: string; encoding?: string; tileSize?: number }>
        layers: { id: string; source?: string; 'source-layer'?: string }[]
      }
      const { edge, ...archives } = style.sources
      // frames at the region's edge are in the style itself
      expect(edge).toMatchObject({ type: 'geojson', data: { type: 'FeatureCollection' } })
      for (const [name, source] of Object.entries(archives)) {
        expect(source.url).toBe(`pmtiles://${artifacts[name].url}`)
        expect(source.attribution).toBe('Synthetic demo region: an invented island, map and heights made by Waypost')
        const archive = new PMTiles(source.url.slice('pmtiles://'.length))
        const metadata = (await archive.getMetadata()) as {
          vector_layers?: { id: string }[]
          encoding?: string
          tile_size?: number
        }
        if (name === 'terrain')
          expect([metadata.encoding, metadata.tile_size]).toEqual([source.encoding, source.tileSize])
        else {
          const there = metadata.vector_layers!.map(({ id }) => id)
          expect(
            style.layers
              .filter((layer) => layer.source === name && !there.includes(layer['source-layer']!))
              .map(({ id }) => id),
          ).toEqual([])
        }
      }
      expect(Object.keys(archives).sort()).toEqual(['basemap', 'contours', 'terrain'])
    }
  })

  test('glyphs and sprite answer at their addresses', async () => {
    const range = await fetch(
      artifacts.styles
        .glyphs!.replace('{fontstack}', encodeURIComponent('Noto Sans Medium'))
        .replace('{range}', '0-255'),
    )
    expect(readGlyphs(new Uint8Array(await range.arrayBuffer())).glyphs.size).toBeGreaterThan(180)
    for (const end of ['.json', '.png', '@2x.json', '@2x.png'])
      expect((await fetch(artifacts.styles.sprite! + end)).status).toBe(200)
  })
})
