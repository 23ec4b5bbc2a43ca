// Commands that root runs in a data folder of the service's user leave nothing there that belongs to root: the service
// could neither write nor remove it.

import { lchownSync, lstatSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Runs `work`; what root made below the folder goes to the owner of the folder, also when `work` fails. */
export async function keepOwner<T>(folder: string, work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work()
  const { from, uid, gid } = findOwner(resolve(folder))
  try {
    return await work()
  } finally {
    if (uid !== 0)
      for (const path of [...foldersBetween(from, resolve(folder)), ...listBelow(folder)]) give(path, uid, gid)
  }
}

/** Of the folder, or of the nearest one above it that is there. */
function findOwner(folder: string): { from: string; uid: number; gid: number } {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return findOwner(dirname(folder))
  return { from: folder, uid: found.uid, gid: found.gid }
}

/** Folders that were made on the way down, `folder` included. */
function foldersBetween(from: string, folder: string): string[] {
  return folder === from ? [] : [...foldersBetween(from, dirname(folder)), folder]
}

function listBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  } catch {
    return []
  }
}

/** Files that another process removed meanwhile are no fault. */
function give(path: string, uid: number, gid: number): void {
  try {
    if (lstatSync(path).uid === 0) lchownSync(path, uid, gid)
  } catch {}
}
