// Variables of the service as its clients see it: where it listens, under which addresses, which proxies it trusts,
// what it shows and what it counts.

import type { Variables } from './variable.ts'
import {
  boxOrNone,
  integer,
  list,
  listenAddress,
  oneOf,
  onOff,
  secondsOrOff,
  shortText,
  text,
  webAddress,
} from './read-values.ts'

const PAID = ['free', 'starter', 'pro', 'business'] as const

const TRUST_MODES = ['off', 'allowed', 'only'] as const

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export const SERVICE_VARIABLES = {
  apiPort: {
    name: 'API_PORT',
    fallback: '4000',
    meaning: 'port of the API host; 0 takes any free one',
    read: integer(0, 65_535),
  },
  sitePort: {
    name: 'SITE_PORT',
    fallback: '4001',
    meaning: 'port of the site host; 0 takes any free one',
    read: integer(0, 65_535),
  },
  host: { name: 'HOST', fallback: '127.0.0.1', meaning: 'address to listen on; 0.0.0.0 for all', read: listenAddress },
  opsPort: {
    name: 'OPS_PORT',
    fallback: '',
    meaning:
      'port of /healthz, /readyz and /metrics; 0 takes any free one; empty: 4002, or a free one where it is taken',
    read: (given) => (given === '' ? null : integer(0, 65_535)(given)),
  },
  opsHost: {
    name: 'OPS_HOST',
    fallback: '127.0.0.1',
    meaning: 'address it listens on; except on loopback, /metrics needs METRICS_TOKEN',
    read: listenAddress,
  },
  metricsToken: {
    name: 'METRICS_TOKEN',
    fallback: '',
    meaning: 'opens /metrics of OPS_PORT to other machines, sent as Authorization: Bearer TOKEN',
    read: text,
  },
  publicApiUrl: {
    name: 'PUBLIC_API_URL',
    fallback: '',
    meaning: 'address of the API as clients see it; empty: http://localhost:API_PORT',
    read: webAddress,
  },
  publicSiteUrl: {
    name: 'PUBLIC_SITE_URL',
    fallback: '',
    meaning: 'address of the site as clients see it; empty: http://localhost:SITE_PORT',
    read: webAddress,
  },
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    fallback: '',
    meaning: 'addresses or CIDR blocks of proxies whose X-Forwarded-For counts, comma-separated',
    read: list,
  },
  metering: {
    name: 'METERING',
    fallback: 'on',
    meaning: 'on or off: whether credits and rates are counted; concurrency and size limits always hold',
    read: onOff,
  },
  /** null: visitors of the explorer count like any other address */
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
  /** seconds in ten; Infinity: no limit */
  cpuBudget: {
    name: 'CPU_BUDGET',
    fallback: '1',
    meaning:
      'seconds of processor time in ten that an address may use on all threads together before it gets 429 rate_limited; a key gets more in proportion to its rate; a GraphQL document may use as much, and begins nothing more then; off: no limit, as with METERING=off',
    read: secondsOrOff,
  },
  introspection: {
    name: 'INTROSPECTION',
    fallback: 'on',
    meaning: 'on or off: whether GraphQL shows its schema and GraphiQL',
    read: onOff,
  },
  trustedDocuments: {
    name: 'TRUSTED_DOCUMENTS',
    fallback: '',
    meaning: 'file or folder of GraphQL documents that clients run by documentId; empty: none',
    read: text,
  },
  trustedDocumentsMode: {
    name: 'TRUSTED_DOCUMENTS_MODE',
    fallback: 'allowed',
    meaning: 'off, allowed beside other documents, or only: nothing else runs',
    read: oneOf(TRUST_MODES),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    fallback: 'info',
    meaning: `one of ${LOG_LEVELS.join(', ')}`,
    read: oneOf(LOG_LEVELS),
  },
} satisfies Variables
