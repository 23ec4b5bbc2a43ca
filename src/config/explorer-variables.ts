// What an operator sets about the explorer.

import { type Variables, boxOrNone, mapAddress, oneOf, shortText, text, webAddresses } from './read-values.ts'

const PAID = ['free', 'starter', 'pro', 'business'] as const

export const EXPLORER_VARIABLES = {
  explorerPlan: {
    name: 'EXPLORER_PLAN',
    fallback: 'business',
    meaning: `the plan whose credits all visitors of the explorer share, counted apart: ${PAID.join(', ')}; each address has a part of it a day (docs/operate.md); off: a visitor has the allowance of an address`,
    read: (given) => (given === 'off' ? null : oneOf(PAID)(given)),
  },
  explorerTitle: {
    name: 'EXPLORER_TITLE',
    fallback: 'Waypost',
    meaning: 'what the explorer page is called, at most 60 characters',
    read: shortText(60),
  },
  explorerLogo: {
    name: 'EXPLORER_LOGO',
    fallback: '',
    meaning: 'an SVG, PNG or WebP file of at most 200 KB to show beside the title; empty: that of the page',
    read: text,
  },
  explorerView: {
    name: 'EXPLORER_VIEW',
    fallback: '',
    meaning: 'the box that the map opens on, as west,south,east,north in degrees; empty: the whole region',
    read: boxOrNone,
  },
  explorerMap: {
    name: 'EXPLORER_MAP',
    fallback: '',
    meaning:
      'a second map for the explorer, e.g. aerial pictures: raster tiles as https://HOST/PATH/{z}/{x}/{y}.jpg (256 px), or a MapLibre style as https://HOST/PATH/style.json; visitors fetch it from there, and see its address; empty: none',
    read: mapAddress,
  },
  explorerMapName: {
    name: 'EXPLORER_MAP_NAME',
    fallback: '',
    meaning: 'what its switch is called, at most 40 characters; empty: its host',
    read: shortText(40),
  },
  explorerMapAttribution: {
    name: 'EXPLORER_MAP_ATTRIBUTION',
    fallback: '',
    meaning:
      'whose map it is, always shown with it, at most 200 characters; an https:// address at the end becomes its link; needed with EXPLORER_MAP',
    read: shortText(200),
  },
  explorerMapHosts: {
    name: 'EXPLORER_MAP_HOSTS',
    fallback: '',
    meaning:
      'other hosts that a style of EXPLORER_MAP takes tiles, glyphs and pictures from, as https://HOST, comma-separated; the page may load from no others',
    read: webAddresses,
  },
} satisfies Variables
