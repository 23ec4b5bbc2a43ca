import { describe, expect, test } from 'vitest'
import {
  fromManifestText,
  fromPointerText,
  toManifestText,
  toPointerText,
} from '../../src/releases/release-manifest.ts'
import { sampleRelease } from '../map/style/sample-release.ts'

const changed = (change: (manifest: Record<string, any>) => void): string => {
  const manifest = JSON.parse(toManifestText(sampleRelease('a'))) as Record<string, any>
  change(manifest)
  return JSON.stringify(manifest)
}

describe('release manifest', () => {
  test('reads back what it wrote, the promotion coming from the pointer', () => {
    const release = {
      ...sampleRelease('a'),
      example: {
        waypoints: [
          [1.5, 42.5],
          [1.6, 42.6],
        ] as [number, number][],
      },
    }
    expect(
      fromManifestText(toManifestText({ ...release, promotedAt: 'never written' }), '2026-01-02T00:00:00Z'),
    ).toEqual({ ...release, promotedAt: '2026-01-02T00:00:00Z' })
  })

  test('refuses names that could lead out of the folder', () => {
    for (const file of ['../../etc/passwd', '/etc/passwd', '..', '.hidden', 'a/b', 'a\\b', '']) {
      expect(
        () =>
          fromManifestText(
            changed((manifest) => (manifest.artifacts[0].file = file)),
            null,
          ),
        file,
      ).toThrow(RangeError)
    }
    expect(() =>
      fromManifestText(
        changed((manifest) => (manifest.id = '../a')),
        null,
      ),
    ).toThrow(RangeError)
    expect(() =>
      fromPointerText(
        toPointerText({ schema: 'waypost-live/1', release: '../x', promotedAt: '2026-01-01T00:00:00Z', retired: [] }),
      ),
    ).toThrow(RangeError)
  })

  test('refuses every cut of a manifest with one sentence', () => {
    const text = toManifestText(sampleRelease('a')).trimEnd()
    for (let length = 0; length < text.length; length++) {
      expect(() => fromManifestText(text.slice(0, length), null)).toThrow(
        /manifest\.json is not JSON: it is cut short or damaged/,
      )
    }
  })

  test('says where a manifest of another form differs', () => {
    expect(() =>
      fromManifestText(
        changed((manifest) => (manifest.artifacts[1].bytes = -1)),
        null,
      ),
    ).toThrow(/at "artifacts\.1\.bytes"/)
    expect(() =>
      fromManifestText(
        changed((manifest) => (manifest.schema = 'waypost-release/2')),
        null,
      ),
    ).toThrow(/at "schema"/)
    expect(() => fromManifestText('null', null)).toThrow(RangeError)
  })
})
