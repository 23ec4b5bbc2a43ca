import sharp from 'sharp'
import { parse } from 'opentype.js/dist/opentype.mjs'
import { describe, expect, test } from 'vitest'
import { FONT_NAMES, findFontStack, glyphIdentity, readFontFile } from '../../../src/map/style/glyph-fonts.ts'
import { buildGlyphRange, type FontTable } from '../../../src/map/style/glyph-range.ts'
import { readGlyphs } from '../../support/read-glyphs.ts'

const fonts: FontTable = new Map()
const rangeOf = (names: Parameters<typeof buildGlyphRange>[0], start: number) =>
  readGlyphs(buildGlyphRange(names, start, fonts))

describe('a glyph range', () => {
  test('holds every printable letter of Latin-1 with bitmap, box and advance that fit each other', () => {
    const { name, range, glyphs } = rangeOf(['Noto Sans Regular'], 0)
    expect([name, range]).toEqual(['Noto Sans Regular', '0-255'])
    for (let character = 33; character < 256; character++) {
      if ((character >= 127 && character <= 160) || character === 173) continue
      const glyph = glyphs.get(character)!
      expect(glyph, String.fromCharCode(character)).toBeDefined()
      expect(glyph.bitmap.length).toBe((glyph.width + 6) * (glyph.height + 6))
      expect(glyph.width * glyph.height).toBeGreaterThan(0)
      expect(glyph.advance).toBeGreaterThan(0)
    }
  })

  test('a space has an advance and no picture', () => {
    expect(rangeOf(['Noto Sans Regular'], 0).glyphs.get(32)).toMatchObject({
      width: 0,
      height: 0,
      advance: 6,
      bitmap: new Uint8Array(),
    })
  })

  test('stands on the line: tops count from the ascender, and capitals, descenders and accents lie as the font says', () => {
    const { glyphs } = rangeOf(['Noto Sans Regular'], 0)
    const box = (letter: string) => glyphs.get(letter.codePointAt(0)!)!
    // capitals are 714 of 1000 units high: 17 px of 24; the ascender is 1069 units: 26 px
    expect(box('H')).toMatchObject({ height: 17, top: 17 - 26, left: 2, advance: 18 })
    // a descender reaches 240 units under the line: 6 px; its top is that of x
    expect(box('p').top - box('p').height).toBe(-26 - 6)
    expect(box('p').top).toBe(box('x').top)
    expect(box('Ä').height).toBeGreaterThan(box('A').height)
  })

  test.each([...'AgÖ&@ßñ'])(
    'the inside of %s is where librsvg fills the outline (independent drawing)',
    async (letter) => {
      const character = letter.codePointAt(0)!
      const glyph = rangeOf(['Noto Sans Medium'], 0).glyphs.get(character)!
      const file = readFontFile('Noto Sans Medium')
      const font = parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.length) as ArrayBuffer)
      const path = font.glyphs
        .get(font.charToGlyphIndex(letter))
        .path.commands.map((c) =>
          c.type === 'Z'
            ? 'Z'
            : c.type === 'C'
              ? `C${c.x1} ${c.y1} ${c.x2} ${c.y2} ${c.x} ${c.y}`
              : c.type === 'Q'
                ? `Q${c.x1} ${c.y1} ${c.x} ${c.y}`
                : `${c.type}${c.x} ${c.y}`,
        )
        .join('')
      const [columns, rows] = [glyph.width + 6, glyph.height + 6]
      const sharpness = 8
      const topPx = glyph.top + 26
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${columns * sharpness}" height="${rows * sharpness}"><g transform="scale(${sharpness}) translate(${3 - glyph.left} ${3 + topPx}) scale(0.024 -0.024)"><path d="${path}"/></g></svg>`
      const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      let compared = 0
      for (let row = 0; row < rows; row++) {
        for (let column = 0; column < columns; column++) {
          const value = glyph.bitmap[row * columns + column]
          if (Math.abs(value - 191.5) < 8) continue // within a quarter of a pixel of the edge
          const alpha =
            data[
              ((row * sharpness + sharpness / 2) * info.width + column * sharpness + sharpness / 2) * info.channels + 3
            ]
          expect(alpha > 127, `${column},${row}`).toBe(value > 191.5)
          compared++
        }
      }
      expect(compared).toBeGreaterThan(200)
    },
  )

  test('of a stack holds the glyph of the first font that has it', () => {
    // of U+1000 to U+10FF Regular has a few, Italic none
    const both = rangeOf(['Noto Sans Italic', 'Noto Sans Regular'], 0x1000)
    expect(rangeOf(['Noto Sans Italic'], 0x1000).glyphs.size).toBe(0)
    expect(both.glyphs.size).toBeGreaterThan(0)
    expect(both.glyphs).toEqual(rangeOf(['Noto Sans Regular'], 0x1000).glyphs)
    expect(rangeOf(['Noto Sans Italic', 'Noto Sans Regular'], 0).glyphs.get(65)).toEqual(
      rangeOf(['Noto Sans Italic'], 0).glyphs.get(65),
    )
  })

  test.each([0x4e00, 0xd800, 0xff00, 0x10ff00])('that no font has (U+%s) is a valid empty answer', (start) => {
    const { glyphs, range } = rangeOf(['Noto Sans Medium'], start - (start % 256))
    if (start !== 0xff00) expect(glyphs.size).toBe(0)
    expect(range).toBe(`${start}-${start + 255}`)
  })

  test('gives equal bytes for equal questions', () => {
    expect(buildGlyphRange(['Noto Sans Italic'], 256, new Map())).toEqual(
      buildGlyphRange(['Noto Sans Italic'], 256, fonts),
    )
  })
})

describe('names of a request', () => {
  test.each([
    ['Noto Sans Regular', ['Noto Sans Regular']],
    ['Noto Sans Regular,Noto Sans Medium', ['Noto Sans Regular', 'Noto Sans Medium']],
    ['Noto Sans Italic, Noto Sans Italic', ['Noto Sans Italic']],
  ])('stack %s', (text, names) => {
    expect(findFontStack(text)).toEqual(names)
  })

  test.each([
    '',
    'Arial',
    'Noto Sans Regular,Arial',
    '../../etc/passwd',
    '__proto__',
    'toString',
    'Noto Sans Regular,',
    `${'Noto Sans Regular,'.repeat(20)}Noto Sans Regular`,
  ])('stack "%s" is none', (text) => {
    expect(findFontStack(text)).toBeNull()
  })

  test('the identity of the glyphs is 16 hex digits and the same every time', () => {
    expect(glyphIdentity()).toMatch(/^[0-9a-f]{16}$/)
    expect(glyphIdentity()).toBe(glyphIdentity())
    expect(FONT_NAMES.length).toBe(3)
  })
})

test.each(FONT_NAMES)('letters of %s that are read one by one are those of the whole font', (name) => {
  const file = readFontFile(name)
  const bytes = () => file.buffer.slice(file.byteOffset, file.byteOffset + file.length) as ArrayBuffer
  const [whole, singly] = [parse(bytes()), parse(bytes(), { lowMemory: true })]
  const letterOf = (font: typeof whole, character: number) => {
    const index = font.charToGlyphIndex(String.fromCodePoint(character))
    const { advanceWidth, path } = font.glyphs.get(index)
    return { index, advanceWidth, commands: path.commands }
  }
  const differing = Array.from({ length: 0x530 }, (_, character) => character).filter(
    (character) => JSON.stringify(letterOf(singly, character)) !== JSON.stringify(letterOf(whole, character)),
  )
  expect(differing).toEqual([])
})
