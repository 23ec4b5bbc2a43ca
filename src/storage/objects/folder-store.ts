// A folder as a store: a mounted share, or a folder that a web server publishes. An object is written under a temporary
// name, flushed and renamed, so that it is whole or absent.

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ServiceError } from '../../errors.ts'
import { upTo, type Content, type ObjectStore } from './object-store.ts'
import { HOUR_MS } from '../../durations.ts'

const CHUNK_BYTES = 1 << 20
/** A file left by a killed writer is removed when the same object is written this much later. */
const LEFT_MS = HOUR_MS

export function openFolderStore(root: string): ObjectStore {
  const pathOf = (key: string) => join(root, ...key.split('/'))
  return {
    name: root,
    async findBytes(key) {
      try {
        return (await stat(pathOf(key))).size
      } catch (thrown) {
        if (isNotThere(thrown)) return null
        throw fault(root, 'read', thrown)
      }
    },
    async read(key, maxBytes) {
      const path = pathOf(key)
      let bytes: number
      try {
        bytes = (await stat(path)).size
      } catch (thrown) {
        if (isNotThere(thrown)) return null
        throw fault(root, 'read', thrown)
      }
      const tooLong = () => new ServiceError('invalid_input', `The store ${root} has more in ${key} than it should.`)
      if (bytes > maxBytes) throw tooLong()
      return upTo(reading(path, root), maxBytes, tooLong)
    },
    async readRange(key, fromByte, bytes) {
      try {
        const file = await open(pathOf(key), 'r')
        try {
          const range = Buffer.alloc(bytes)
          const { bytesRead } = await file.read(range, 0, bytes, fromByte)
          if (bytesRead === bytes) return range
        } finally {
          await file.close()
        }
      } catch (thrown) {
        if (isNotThere(thrown)) return null
        throw fault(root, 'read', thrown)
      }
      throw new ServiceError('invalid_input', `The store ${root} has less in ${key} than it should.`)
    },
    async write(key, content) {
      await writeWhole(pathOf(key), content).catch((thrown: unknown) => {
        throw fault(root, 'written', thrown)
      })
    },
  }
}

async function* reading(path: string, root: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: CHUNK_BYTES })
  } catch (thrown) {
    throw fault(root, 'read', thrown)
  }
}

async function writeWhole(path: string, { open: openContent }: Content): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true })
  await removeLeft(folder, `${basename(path)}.part-`)
  const draft = `${path}.part-${randomUUID()}`
  try {
    const file = await open(draft, 'wx')
    try {
      for await (const part of openContent()) await file.writeFile(part)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (thrown) {
    await rm(draft, { force: true }).catch(() => {})
    throw thrown
  }
}

async function removeLeft(folder: string, beginning: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(beginning)) continue
    const left = join(folder, name)
    const writtenMs = (await stat(left).catch(() => null))?.mtimeMs ?? Infinity
    if (Date.now() - writtenMs > LEFT_MS) await rm(left, { force: true })
  }
}

function fault(root: string, done: 'read' | 'written', thrown: unknown): unknown {
  const { code } = thrown as NodeJS.ErrnoException
  if (thrown instanceof ServiceError || code === undefined) return thrown
  const why = code === 'ENOSPC' || code === 'EDQUOT' ? 'it is full' : code
  return new ServiceError('invalid_input', `The store ${root} cannot be ${done} (${why}).`, { cause: thrown })
}

function isNotThere(thrown: unknown): boolean {
  const { code } = thrown as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}
