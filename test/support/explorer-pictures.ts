// The pictures of docs/explorer.md: what each shows, how the page is brought there, and its caption. `npm run
// screenshots explorer` takes them and writes docs/pictures with the part of the page between its marks. Of what each
// has on it the outline is kept (which controls and parts are in sight), so that a test tells when it is out of date.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { ROUTE } from './explorer-route.ts'
import { openPage } from './open-browser.ts'
import type { SharedServer } from './shared-server.ts'

export const EXPLORER_PAGE = fileURLToPath(new URL('../../docs/explorer.md', import.meta.url))
export const EXPLORER_FOLDER = fileURLToPath(new URL('../../docs/pictures', import.meta.url))
const OUTLINES = join(EXPLORER_FOLDER, 'outlines.json')
const DESK = { width: 1440, height: 900, shownWidth: 960 }
const PHONE = { width: 390, height: 844, shownWidth: 390 }
const BOGEN_VIEW = 'm=view&map=11.6/33.43/-40.44'
const PATIENCE_MS = 180_000

export interface ExplorerPicture {
  name: string
  caption: string
  hash: string
  screen: typeof DESK
  theme: 'light' | 'dark'
  /** until everything that is to be seen is there */
  bring(page: Page, server: SharedServer): Promise<void>
}

const figures = (page: Page) => page.locator('#panel .figures').first().waitFor()

async function openTrail(page: Page): Promise<void> {
  await page
    .locator('#panel .list')
    .getByRole('button', { name: /^Velmarra Way / })
    .click()
  await page.locator('.details .stages').waitFor()
}

async function openFile(page: Page, { api }: SharedServer): Promise<void> {
  const query = '{trail(by: {osmRelation: 800000015}){export(format:GPX){text}}}'
  const answer = await fetch(`${api}/graphql?query=${encodeURIComponent(query)}`)
  const { data } = (await answer.json()) as { data: { trail: { export: { text: string } } } }
  const buffer = Buffer.from(data.trail.export.text)
  await page.locator('.drop input').setInputFiles({ name: 'Atlantic Arc.gpx', mimeType: 'application/gpx+xml', buffer })
  await figures(page)
}

async function askReach(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show what is in reach' }).click()
  await page.getByRole('region', { name: 'What is in reach' }).waitFor()
}

/** Each screen on a desk and on a phone, in the light and in the dark. */
export const EXPLORER_PICTURES: readonly ExplorerPicture[] = [
  {
    name: 'route',
    caption: 'A route: figures, chart and actions first; kilometres and direction on the line, its colours by surface.',
    ...{ hash: ROUTE, screen: DESK, theme: 'light', bring: figures },
  },
  {
    name: 'alternatives',
    caption: 'Alternatives, numbered and coloured on the map as in the table, with what differs.',
    ...{ hash: 'w=-40.48,33.46;-40.42,33.4', screen: DESK, theme: 'light' },
    async bring(page) {
      await figures(page)
      await page.getByRole('button', { name: 'Show alternatives' }).click()
      await page.getByRole('radio', { name: 'Alternative 2' }).waitFor()
    },
  },
  {
    name: 'search',
    caption: 'A word for a kind in the search box, in any of six languages: all of it that is near, marked on the map.',
    ...{ hash: 'map=12.5/33.4364/-40.4433', screen: DESK, theme: 'light' },
    async bring(page) {
      await page.locator('#search-text').fill('Hütte')
      await page.locator('#search-hits').getByRole('option').nth(4).waitFor()
    },
  },
  {
    name: 'trail',
    caption: 'A signed trail: its painted sign, length, climb, moving time, hardest grade, and its stages below.',
    ...{ hash: BOGEN_VIEW, screen: DESK, theme: 'light', bring: openTrail },
  },
  {
    name: 'reach',
    caption: 'How far an hour goes from a point, and what lies within it.',
    ...{ hash: 'm=reach&rs=-40.4389,33.4564&rm=60', screen: DESK, theme: 'dark', bring: askReach },
  },
  {
    name: 'file',
    caption: 'A GPX file: which ways it follows, and what to do with it.',
    ...{ hash: 'm=file', screen: DESK, theme: 'dark', bring: openFile },
  },
  {
    name: 'route-phone',
    caption: 'The route on a phone.',
    ...{ hash: ROUTE, screen: PHONE, theme: 'dark', bring: figures },
  },
  {
    name: 'trail-phone',
    caption: 'The trail on a phone.',
    ...{ hash: BOGEN_VIEW, screen: PHONE, theme: 'dark', bring: openTrail },
  },
  {
    name: 'reach-phone',
    caption: 'The reach on a phone.',
    ...{ hash: 'm=reach&rs=-40.4389,33.4564&rm=60', screen: PHONE, theme: 'light', bring: askReach },
  },
  {
    name: 'file-phone',
    caption: 'The file on a phone.',
    ...{ hash: 'm=file', screen: PHONE, theme: 'light', bring: openFile },
  },
]

interface OpenExplorerPicture {
  page: Page
  faults: string[]
  close(): Promise<void>
}

/** The page, brought to what the picture shows. */
export async function openExplorerPicture(
  { hash, screen, theme, bring }: ExplorerPicture,
  server: SharedServer,
  scale = 0.5,
): Promise<OpenExplorerPicture> {
  const { page, faults, close } = await openPage(screen.width, screen.height, { scale })
  page.setDefaultTimeout(PATIENCE_MS)
  await page.addInitScript((look) => localStorage.setItem('waypost-theme', look), theme)
  await page.goto(`${server.site}/#${hash}`)
  await page.locator('.maplibregl-ctrl-scale').waitFor()
  await bring(page, server)
  return { page, faults, close }
}

/** Which controls and parts of panel, cards and chart are in sight, each once, without words and numbers. */
export async function outlineOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { document, innerHeight } = globalThis as unknown as { document: any; innerHeight: number }
    const parts = new Set<string>()
    for (const one of document.querySelectorAll('h1,h2,h3,button,input,select,summary,dl,table,canvas,svg,[role]')) {
      const { top, bottom, width } = one.getBoundingClientRect()
      if (width === 0 || bottom <= 0 || top >= innerHeight || !one.checkVisibility()) continue
      const within = one.closest('#panel, .here-card, .chart')
      if (within === null) continue
      const where = within.id || within.classList[0]
      parts.add([where, one.localName, one.getAttribute('role'), one.classList[0]].filter(Boolean).join(' '))
    }
    return [...parts].sort()
  })
}

export const readOutlines = (): Record<string, string[]> => JSON.parse(readFileSync(OUTLINES, 'utf8'))
export const OUTLINES_FILE = OUTLINES

const MARKS = ['<!-- pictures -->', '<!-- /pictures -->'] as const

/** docs/explorer.md with the pictures and captions of the list. */
export function pageWithPictures(text: string): string {
  const [before, , after] = text.split(new RegExp(MARKS.join('|')))
  const figure = ({ name, caption, screen }: ExplorerPicture) =>
    screen === PHONE
      ? `<img src="pictures/${name}.webp" width="${Math.round(screen.shownWidth / 2)}" alt="${caption}">`
      : `<img src="pictures/${name}.webp" width="${screen.shownWidth}" alt="">` // its caption is above it
  const desks = EXPLORER_PICTURES.filter(({ screen }) => screen === DESK)
  const phones = EXPLORER_PICTURES.filter(({ screen }) => screen === PHONE)
  const shown = [
    ...desks.map((picture) => `${picture.caption}\n\n${figure(picture)}`),
    `On a phone: ${phones.map(({ name }) => name.replace('-phone', '')).join(', ')}.`,
    phones.map(figure).join('\n'),
  ]
  return `${before}${MARKS[0]}\n\n${shown.join('\n\n')}\n\n${MARKS[1]}${after}`
}
