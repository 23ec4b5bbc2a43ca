import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import { buildManifest } from '../../src/releases/manifest.ts'
import { toWireText } from '../../src/wire/wire-json.ts'
import { sampleRelease } from '../map/style/sample-release.ts'

const thrownBy = (run: () => unknown): ServiceError => {
  try {
    run()
  } catch (thrown) {
    return thrown as ServiceError
  }
  throw new Error('nothing was thrown')
}

describe('buildManifest', () => {
  test('names what is missing, with status 503', () => {
    const error = thrownBy(() => buildManifest(sampleRelease('a'), 'http://x'))
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject({ code: 'artifacts_missing', status: 503 })
    expect(error.message).toContain('Not published: basemap, styles.')
    expect(thrownBy(() => buildManifest(null, 'http://x')).message).toContain(
      'Not published: basemap, terrain, styles.',
    )
  })

  test('gives each artifact that clients fetch its address by version, and the styles their glyphs and sprite', () => {
    const release = sampleRelease('a')
    release.artifacts.push(
      {
        name: 'basemap',
        version: 'b1',
        file: 'basemap.pmtiles',
        sourceTs: '2025-12-30T20:00:00Z',
        bytes: 1,
        sha256: null,
      },
      { name: 'styles', version: 's1', file: null, sourceTs: null, bytes: null, sha256: null },
    )
    expect(JSON.parse(toWireText(buildManifest(release, 'https://api.example')))).toEqual({
      artifacts: {
        terrain: { version: 't-a', url: 'https://api.example/pmtiles/t-a/terrain.pmtiles', source_ts: null },
        basemap: {
          version: 'b1',
          url: 'https://api.example/pmtiles/b1/basemap.pmtiles',
          source_ts: '2025-12-30T20:00:00Z',
        },
        styles: {
          version: 's1',
          url: 'https://api.example/styles/s1/style.json',
          source_ts: null,
          glyphs: 'https://api.example/styles/s1/glyphs/{fontstack}/{range}.pbf',
          sprite: 'https://api.example/styles/s1/sprite',
          dark_url: 'https://api.example/styles/s1/style-dark.json',
        },
      },
    })
  })
})
