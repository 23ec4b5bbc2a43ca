// Reads a network file into shared memory, so that all threads use one copy of it: the part that searches touch, or the
// whole file. Never holds a second copy: the file is read straight into the shared buffer.

import { closeSync, openSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { BlockFile } from '../graph/edge-blocks.ts'
import { endOfColumns, endOfHeader, headerOf, PREFIX_BYTES, readColumnFile } from '../storage/column-file.ts'
import { type BlockDirectory, endOfBlocks, type NetworkMeta } from '../graph/network-file.ts'
import { storedBytes } from '../routing/cch/stored-metrics.ts'

const CHUNK_BYTES = 8 * 1024 * 1024

export interface LoadedNetwork {
  /** what searches touch; the whole file where it has no blocks, as it was written before */
  buffer: SharedArrayBuffer
  /** null: everything is in `buffer` */
  blocks: Omit<BlockFile, 'firstKey'> | null
}

/** All of a network but its metrics. Throws file system errors, and RangeError for any other file. */
export function loadNetwork(path: string): Promise<SharedArrayBuffer> {
  return withFile(path, async (file, size) => {
    const { metricsBytes } = await readHeader(file, path, size)
    return readAll(file, path, size - metricsBytes)
  })
}

/**
 * What searches touch of it, and where the rest lies, open for reading: the file may be deleted. Throws as loadNetwork,
 * and RangeError for any other file.
 */
export async function openNetwork(path: string): Promise<LoadedNetwork> {
  const descriptor = openSync(path, 'r')
  try {
    const loaded = await loadFirstPart(path, descriptor)
    if (loaded.blocks === null) closeSync(descriptor)
    return loaded
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

function loadFirstPart(path: string, descriptor: number): Promise<LoadedNetwork> {
  return withFile(path, async (file, size) => {
    const { headerEnd, header, metricsBytes } = await readHeader(file, path, size)
    const firstByte = endOfColumns(header, headerEnd)
    if (firstByte > size) throw new RangeError(`${path} is cut short in its columns`)
    const buffer = await readAll(file, path, firstByte)
    const { blockAt } = readColumnFile(buffer).columns as Partial<BlockDirectory>
    if (blockAt === undefined) return { buffer, blocks: null }
    if (firstByte + endOfBlocks({ blockAt }) + metricsBytes > size)
      throw new RangeError(`${path} is cut short in its ${metricsBytes > 0 ? 'metrics' : 'blocks'}`)
    const hints = new Int32Array(new SharedArrayBuffer((blockAt.length - 1) * 4))
    return { buffer, blocks: { path, descriptor, firstByte, hints } }
  })
}

/** The file up to the end of its header, and how many bytes its metrics take at the end. */
async function readHeader(file: FileHandle, path: string, size: number) {
  const headerEnd = endOfHeader(await readAll(file, path, Math.min(size, PREFIX_BYTES)))
  if (headerEnd > size) throw new RangeError(`${path} is cut short in its header`)
  const header = await readAll(file, path, headerEnd)
  const { meta, columns } = headerOf(header, headerEnd)
  const arcs = columns.find(({ name }) => name === 'cchUpHead')?.length ?? 0
  const metricsBytes = storedBytes((meta as Partial<NetworkMeta> | null)?.metrics ?? [], arcs)
  if (metricsBytes > size) throw new RangeError(`${path} is cut short in its metrics`)
  return { headerEnd, header, metricsBytes }
}

async function withFile<T>(path: string, use: (file: FileHandle, size: number) => Promise<T>): Promise<T> {
  const file = await open(path, 'r')
  try {
    return await use(file, (await file.stat()).size)
  } finally {
    await file.close()
  }
}

async function readAll(file: FileHandle, path: string, size: number): Promise<SharedArrayBuffer> {
  const buffer = new SharedArrayBuffer(size)
  const bytes = new Uint8Array(buffer)
  for (let at = 0; at < size; ) {
    const { bytesRead } = await file.read(bytes, at, Math.min(CHUNK_BYTES, size - at), at)
    if (bytesRead === 0) throw new RangeError(`${path} ends at byte ${at} of ${size}`)
    at += bytesRead
  }
  return buffer
}
