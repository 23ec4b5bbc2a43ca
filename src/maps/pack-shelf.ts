// The packs of a data folder, as files to serve: found by name, listed with what they say of themselves. A pack that is
// made anew replaces its file by one rename, so whoever reads the old one reads it to its end. Never writes, and never
// leads out of its folder.

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PACK_EXTENSION, PACK_NAME, PACKS_FOLDER, readPackFacts, type PackFacts } from './pack-facts.ts'

/** More are not listed. */
const MAX_LISTED = 200

export interface ListedPack {
  facts: PackFacts
  bytes: number
}

export interface PackShelf {
  /** path of the pack's file, which need not exist; null for a text that names none */
  findFile(name: string): string | null
  /** by name; files that are no packs are left out */
  list(): Promise<ListedPack[]>
}

export function openPackShelf(dataDir: string): PackShelf {
  const folder = join(dataDir, PACKS_FOLDER)
  /** facts by file name, with the stamp of the file that they were read from */
  const read = new Map<string, { stamp: string; facts: PackFacts | null }>()

  const readOne = async (file: string): Promise<ListedPack | null> => {
    const path = join(folder, file)
    const info = await stat(path).catch(() => null)
    if (info === null || !info.isFile()) return null
    const stamp = `${info.ino}:${info.mtimeMs}:${info.size}`
    let known = read.get(file)
    if (known?.stamp !== stamp) {
      const facts = await readPackFacts(path).catch(() => null)
      known = { stamp, facts: facts?.name === file.slice(0, -PACK_EXTENSION.length) ? facts : null }
      read.set(file, known)
    }
    return known.facts === null ? null : { facts: known.facts, bytes: info.size }
  }

  let listing: Promise<ListedPack[]> | null = null
  const listAll = async (): Promise<ListedPack[]> => {
    const names = await readdir(folder).catch(() => [])
    const files = names
      .filter((file) => file.endsWith(PACK_EXTENSION) && PACK_NAME.test(file.slice(0, -PACK_EXTENSION.length)))
      .sort()
      .slice(0, MAX_LISTED)
    for (const file of read.keys()) if (!files.includes(file)) read.delete(file)
    const packs: (ListedPack | null)[] = []
    // one by one, so that a list opens one file at a time
    for (const file of files) packs.push(await readOne(file))
    return packs.filter((pack) => pack !== null)
  }

  return {
    findFile: (name) => (PACK_NAME.test(name) ? join(folder, `${name}${PACK_EXTENSION}`) : null),
    // asked for many times at once, the folder is read once
    list: () => (listing ??= listAll().finally(() => (listing = null))),
  }
}
