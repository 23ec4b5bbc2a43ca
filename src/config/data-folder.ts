// What every command that writes in a data folder does. Where root runs it and the folder belongs to the user of the
// service, nothing is left that belongs to root: the service could neither write nor remove it. A full disk is named.

import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ServiceError } from '../errors.ts'
import { isDiskFull } from './start-error.ts'

/**
 * Runs `work`; what root made below the folder goes to the owner of the folder, also when `work` fails. Throws
 * ServiceError `invalid_input` if the disk is full, and whatever else `work` throws.
 */
export async function inDataFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await giveToOwner(folder, work)
  } catch (cause) {
    if (!isDiskFull(cause)) throw cause
    const sentence = `The disk of ${resolve(folder)} is full: free some space and try again.`
    throw new ServiceError('invalid_input', sentence, { cause })
  }
}

/** Whether root is at work in a folder that was prepared for the user of a service, before its first start too. */
export function isOfService(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  return process.getuid?.() === 0 && found !== undefined && found.uid !== 0
}

async function giveToOwner<T>(folder: string, work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work()
  const { from, uid, gid } = findOwner(resolve(folder))
  try {
    return await work()
  } finally {
    if (uid !== 0)
      for (const path of [...foldersBetween(from, resolve(folder)), ...listBelow(folder)]) give(path, uid, gid)
  }
}

/**
 * Of the folder, or of the nearest one above it that is there. systemd's state folder of a dynamic user is a link of
 * root's to the folder itself.
 */
function findOwner(folder: string): { from: string; uid: number; gid: number } {
  const found = statSync(folder, { throwIfNoEntry: false })
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
