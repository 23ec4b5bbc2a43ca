import { expect, test } from 'vitest'
import { linkPreview } from '../../src/site/link-preview.ts'

const PAGE = { apiUrl: 'http://api', title: 'Waypost', homeBox: [1, 42, 2, 43], missing: [] }

const contentOf = (head: string, property: string) =>
  new RegExp(`property="${property}" content="([^"]*)"`).exec(head)?.[1].replaceAll('&amp;', '&')

const pictureOf = (head: string) => new URL(contentOf(head, 'og:image')!)

test('a shared plan has its name, and a picture with its places and no line between them', () => {
  const head = linkPreview(PAGE, 'w=1.5,42.5;t800000019;1.6,42.6&name=Vale%20%E2%80%93%20Hut')
  expect(contentOf(head, 'og:title')).toBe('Vale – Hut – Waypost')
  const { features } = JSON.parse(pictureOf(head).searchParams.get('geojson')!)
  expect(features.map((one: any) => one.geometry)).toEqual([
    { type: 'Point', coordinates: [1.5, 42.5] },
    { type: 'Point', coordinates: [1.6, 42.6] },
  ])
})

test('a page without a plan shows the region', () => {
  const head = linkPreview(PAGE, '')
  expect(contentOf(head, 'og:title')).toBe('Waypost')
  expect(pictureOf(head).searchParams.get('bbox')).toBe('1.00000,42.00000,2.00000,43.00000')
})

test('a link in a language says what the page is in it, and its picture has names in it', () => {
  const said = (query: string) => /name="description" content="([^"]*)"/.exec(linkPreview(PAGE, query))![1]
  expect(said('')).toBe('Outdoor maps, routes and terrain from your own machine')
  expect(said('language=de-AT')).toBe('Outdoor-Karten, Routen und Gelände vom eigenen Rechner')
  expect(said('language=zz')).toBe(said(''))
  expect(pictureOf(linkPreview(PAGE, 'w=1.5,42.5&language=de-AT')).searchParams.get('language')).toBe('de')
  expect(pictureOf(linkPreview(PAGE, 'language=%22zz')).searchParams.has('language')).toBe(false)
})

test('there is no picture where none can be drawn', () => {
  expect(contentOf(linkPreview({ ...PAGE, missing: ['basemap'] }, 'w=1,42'), 'og:image')).toBeUndefined()
  expect(contentOf(linkPreview({ ...PAGE, homeBox: [179, 0, 181, 1] }, ''), 'og:image')).toBeUndefined()
})

test('nothing of a link gets out of its attribute, and places beyond the world are left out', () => {
  const head = linkPreview(PAGE, 'w=999,1;"><script>,2;1,42&name="><script>alert(1)</script>')
  expect(head).not.toContain('<script')
  expect(JSON.parse(pictureOf(head).searchParams.get('geojson')!).features).toHaveLength(1)
  expect(linkPreview(PAGE, `name=${'x'.repeat(5000)}`)).toBe(linkPreview(PAGE, ''))
})
