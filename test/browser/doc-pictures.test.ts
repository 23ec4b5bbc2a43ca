// The pictures in the docs are those that a reader would see today: each is taken again by the code that made it, and
// compared in a way that fonts and graphics of another machine do not matter to. Where a picture has changed its looks:
// `npm run screenshots NAME`.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { shareThatDiffers } from '../support/compare-pictures.ts'
import { DOC_PICTURES, PICTURES_FOLDER } from '../support/doc-pictures.ts'
import { EXPLORER_PICTURES } from '../support/explorer-pictures.ts'
import { hasChromium } from '../support/open-browser.ts'
import { sharedServer } from '../support/shared-server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Of the cells of a picture. */
const MOST_DIFFER = 0.1
/** Drawing in software is most of the work, and a half shows the same. */
const SCALE = 0.5
/** Whole maps: on a busy machine opening one may take minutes. */
const TIMEOUT_MS = 400_000
/** Drawn by a bench out of what it measures. */
const FIGURES = { 'docs/time.svg': 'test/bench/hike-time.bench.ts' }

const committed = (name: string) => readFileSync(join(PICTURES_FOLDER, `${name}.webp`))

describe('every picture in the docs', () => {
  const pages = ['.', 'docs', 'examples', 'clients/typescript'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  )
  const shown = pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(/!\[[^\]]*\]\(([^)\s]+)\)|<img[^>]+src="([^"]+)"/g)].map(
      ([, one, other]) => join(page, '..', one ?? other),
    ),
  )
  const made = DOC_PICTURES.map(({ name }) => `docs/screenshots/${name}.webp`)

  test('is made by npm run screenshots, or by a bench that says so', () => {
    expect(shown.length).toBeGreaterThanOrEqual(DOC_PICTURES.length)
    const others = EXPLORER_PICTURES.map(({ name }) => `docs/pictures/${name}.webp`)
    expect(shown.filter((file) => ![...made, ...others].includes(file) && !(file in FIGURES))).toEqual([])
    for (const [file, bench] of Object.entries(FIGURES)) expect(readFileSync(join(ROOT, bench), 'utf8')).toContain(file)
  })

  test('is shown by a page, and no other lies beside them', () => {
    expect(made.filter((file) => !shown.includes(file))).toEqual([])
    expect(readdirSync(PICTURES_FOLDER).map((file) => `docs/screenshots/${file}`)).toEqual(made.toSorted())
  })

  test.each(DOC_PICTURES)('$name has the size that is declared', async ({ name, width, height, scale }) => {
    const { width: wide, height: tall } = await sharp(committed(name)).metadata()
    expect([wide, tall]).toEqual([width * scale, height * scale].map(Math.round))
  })

  test('is distinguished from any other, and from itself with a sixth of it changed', async () => {
    // a quarter shows the same, and is decoded often
    const pictures = await Promise.all(
      DOC_PICTURES.map(async ({ name, width, height }) => {
        const small = { width: Math.round(width / 4), height: Math.round(height / 4), fit: 'fill' as const }
        return { name, width, height, small, picture: await sharp(committed(name)).resize(small).png().toBuffer() }
      }),
    )
    for (const [at, { name, width, height, small, picture }] of pictures.entries()) {
      const size = { width, height }
      expect(await shareThatDiffers(picture, picture, size)).toBe(0)
      const strip = await sharp(picture)
        .extract({ left: 0, top: 0, width: small.width, height: Math.ceil(small.height / 6) })
        .negate({ alpha: false })
        .toBuffer()
      const changed = await sharp(picture)
        .composite([{ input: strip, left: 0, top: 0 }])
        .toBuffer()
      expect(await shareThatDiffers(picture, changed, size), name).toBeGreaterThan(MOST_DIFFER)
      // of one view, drawn by two programs
      const twins = ['picture-maplibre', 'picture-waypost']
      for (const other of pictures.slice(at + 1))
        if (!twins.includes(name) || !twins.includes(other.name))
          expect(await shareThatDiffers(picture, other.picture, size), other.name).toBeGreaterThan(MOST_DIFFER)
    }
  })
})

describe.skipIf(!hasChromium)('taken again (needs Chromium)', () => {
  test.each(DOC_PICTURES)('$name is as it was (npm run screenshots)', { timeout: TIMEOUT_MS }, async (picture) => {
    const { shoot, faults, close } = await picture.open(await sharedServer(), SCALE)
    try {
      // what still loads comes
      await expect
        .poll(async () => shareThatDiffers(committed(picture.name), await shoot(), picture), {
          timeout: TIMEOUT_MS / 2,
          interval: 1000,
        })
        .toBeLessThan(MOST_DIFFER)
      expect(faults).toEqual([])
    } finally {
      await close()
    }
  })
})
