// `/licences` on both hosts: whose data the map is made of, the licence of Waypost, and those of third parties.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ServiceError } from '../errors.ts'
import { say } from '../language/sentence.ts'
import type { NamedAttribution } from '../releases/attribution.ts'
import type { ReleaseService } from '../releases/release-info.ts'
import type { HttpRoute } from '../server/handle-request.ts'
import { type Page, sendPage } from '../server/send-answer.ts'
import { htmlPage, pagePolicy } from '../wire/html-page.ts'
import { escapeAttribute, escapeText } from '../wire/markup-text.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OWN = new URL('../../LICENSE', import.meta.url)
const STYLE = `
:root { color-scheme: light dark }
body { margin: 0 auto; max-width: 50rem; padding: 0 1rem 3rem; font: 16px/1.5 system-ui, sans-serif }
summary { cursor: pointer; padding: 0.2rem 0 }
pre { font: 0.8rem/1.45 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
`
const POLICY = pagePolicy(
  { 'style-src': `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`, 'img-src': 'data:' },
  "'self'",
)

export interface LicenceParts {
  releases: Pick<ReleaseService, 'findLive'>
  readParties?: () => Promise<readonly ThirdParty[]>
  onFault: (error: Error) => void
}

export function licenceRows({ releases, readParties = readThirdParties, onFault }: LicenceParts): HttpRoute[] {
  let read: Promise<readonly ThirdParty[]> | undefined
  let made: { of: unknown; page: Page } | undefined
  const pageNow = async (): Promise<Page> => {
    read ??= readParties()
    const parties = await read.catch((error: Error) => {
      read = undefined
      onFault(error)
      throw new ServiceError(say('error.internal.licences'))
    })
    const live = releases.findLive()
    if (made === undefined || made.of !== live) made = { of: live, page: pageOf(live?.attributions ?? [], parties) }
    return made.page
  }
  return (['api', 'site'] as const).map((host) => ({
    ...{ host, method: 'GET', path: '/licences', name: 'licences', isFile: true },
    handle: async (context) => sendPage(context, await pageNow()),
  }))
}

function pageOf(attributions: readonly NamedAttribution[], parties: readonly ThirdParty[]): Page {
  const body = `<h1>Licences</h1>
<h2>Data</h2>
${attributions.length === 0 ? '<p>Nothing is published yet.</p>' : `<ul>${attributions.map(sourceItem).join('')}</ul>`}
<p>Forecasts and snow name their sources beside their values.</p>
<h2>Waypost</h2>
<pre>${escapeText(readFileSync(OWN, 'utf8').trim())}</pre>
<h2>Third parties</h2>
<p>Programs and fonts that run in this server or are part of its pages, with the texts of their packages.</p>
${withTexts(parties).map(partyItem).join('\n')}`
  const html = htmlPage('Licences', STYLE, body)
  return { html, etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`, policy: POLICY }
}

function sourceItem({ text, licence, url }: NamedAttribution): string {
  const name = url === null ? escapeText(text) : `<a href="${escapeAttribute(url)}">${escapeText(text)}</a>`
  return `<li>${name}${licence === null ? '' : ` (${escapeText(licence)})`}</li>`
}

function partyItem({ name, version, licence, author, texts }: ThirdParty): string {
  const by = author === null ? '' : `, ${author}`
  const title = escapeText(`${name} ${version} (${licence ?? 'see its text'})${by}`)
  return `<details><summary>${title}</summary><pre>${texts.map(escapeText).join('\n\n')}</pre></details>`
}

/** A package that holds no text has that of another under the same licence, which is said. */
function withTexts(parties: readonly ThirdParty[]): ThirdParty[] {
  return parties.map((party) => {
    if (party.texts.length > 0) return party
    const other = parties.find(({ licence, texts }) => texts.length > 0 && isAlike(licence, party.licence))
    const said = 'The package holds no text of its licence'
    return {
      ...party,
      texts:
        other === undefined
          ? [`${said}.`]
          : [`${said}. That of ${other.name}, under the same licence:`, ...other.texts],
    }
  })
}

/** Whether both are of one licence, whatever its later versions. */
function isAlike(a: string | null, b: string | null): boolean {
  const plain = (licence: string | null) => licence?.replace(/-(?:only|or-later)$/, '')
  return a !== null && plain(a) === plain(b)
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TEXTS = /^(?:licen[cs]e|copying|notice|unlicense)/i
/** Of packages that keep each text in a file of its own. */
const FOLDER = 'LICENSES'

/**
 * Third parties whose code the server runs and its pages carry, with the texts of their licences: read from the
 * installed packages, as package-lock.json lists those of production.
 */
export interface ThirdParty {
  name: string
  version: string
  /** as the package states it, mostly an SPDX expression; null: not at all */
  licence: string | null
  /** who wrote it, as the package states it */
  author: string | null
  /** empty: it holds none */
  texts: string[]
}

/** Those of production that are installed here, by name. Throws Error where there is no lock file. */
export async function readThirdParties(root = ROOT): Promise<ThirdParty[]> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  const paths = Object.keys(packages).filter((path) => path !== '' && packages[path].dev !== true)
  const found = await Promise.all(paths.map((path) => readParty(join(root, path))))
  const each = new Map(found.flatMap((one) => (one === null ? [] : [[`${one.name} ${one.version}`, one] as const])))
  return [...each.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Null for one that is not installed on this platform. */
async function readParty(folder: string): Promise<ThirdParty | null> {
  const manifest = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null)
  if (manifest === null) return null
  const { name, version, license, author } = JSON.parse(manifest) as {
    name: string
    version: string
    license?: string | { type?: string }
    author?: string | { name?: string }
  }
  const files = await readdir(folder)
  const named = files.filter((file) => TEXTS.test(file) && file !== FOLDER)
  const kept = files.includes(FOLDER) ? (await readdir(join(folder, FOLDER))).map((file) => join(FOLDER, file)) : []
  const texts = await Promise.all(
    [...named, ...kept].sort().map((file) => readFile(join(folder, file), 'utf8').catch(() => '')),
  )
  return {
    ...{ name, version },
    licence: (typeof license === 'string' ? license : license?.type) ?? null,
    author: (typeof author === 'string' ? author : author?.name) ?? null,
    texts: texts.map((text) => text.trim()).filter((text) => text !== ''),
  }
}
