// docs/explorer.md shows the page as it is: its pictures are those of one list with its captions, and what is in sight
// on each is what was there when it was taken. Where it is not: `npm run screenshots explorer`.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  EXPLORER_FOLDER,
  EXPLORER_PAGE,
  EXPLORER_PICTURES,
  openExplorerPicture,
  outlineOf,
  pageWithPictures,
  readOutlines,
} from '../support/explorer-pictures.ts'
import { hasChromium } from '../support/open-browser.ts'
import { sharedServer } from '../support/shared-server.ts'

const MOST_BYTES = 1_500_000
/** Whole maps, drawn in software on a machine that may be busy. */
const TIMEOUT_MS = 240_000

describe('the page of pictures', () => {
  test('has those of the list with their captions, and the folder no others', () => {
    const text = readFileSync(EXPLORER_PAGE, 'utf8')
    expect(text).toBe(pageWithPictures(text))
    const files = EXPLORER_PICTURES.map(({ name }) => `${name}.webp`)
    expect(readdirSync(EXPLORER_FOLDER)).toEqual([...files, 'outlines.json'].toSorted())
    expect(Object.keys(readOutlines())).toEqual(EXPLORER_PICTURES.map(({ name }) => name))
  })

  test('is small, and each picture has the shape of its screen', async () => {
    let bytes = 0
    for (const { name, screen } of EXPLORER_PICTURES) {
      const path = join(EXPLORER_FOLDER, `${name}.webp`)
      const { width, height } = await sharp(path).metadata()
      expect([width, height], name).toEqual([
        screen.shownWidth,
        Math.round((screen.height * screen.shownWidth) / screen.width),
      ])
      bytes += statSync(path).size
    }
    expect(bytes).toBeLessThan(MOST_BYTES)
  })

  test('shows the four screens on a desk and on a phone, in the light and in the dark', () => {
    for (const screen of ['route', 'trail', 'reach', 'file']) {
      const shown = EXPLORER_PICTURES.filter(({ name }) => name.startsWith(screen))
      expect(shown.map(({ screen: { width } }) => width)).toEqual([1440, 390])
      expect(new Set(shown.map(({ theme }) => theme)).size, screen).toBe(2)
    }
  })
})

describe.skipIf(!hasChromium)('what is in sight (needs Chromium)', () => {
  test.each(EXPLORER_PICTURES)('$name: is what is on its picture', { timeout: TIMEOUT_MS }, async (picture) => {
    const { page, faults, close } = await openExplorerPicture(picture, await sharedServer())
    try {
      await expect
        .poll(() => outlineOf(page), { timeout: TIMEOUT_MS / 2, interval: 1000 })
        .toEqual(readOutlines()[picture.name])
      expect(faults).toEqual([])
    } finally {
      await close()
    }
  })
})
