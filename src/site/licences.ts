// Third parties whose code the server runs and its pages carry, with the texts of their licences: read from the
// installed packages, as package-lock.json lists those of production.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TEXTS = /^(?:licen[cs]e|copying|notice|unlicense)/i
/** Of packages that keep each text in a file of its own. */
const FOLDER = 'LICENSES'

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
