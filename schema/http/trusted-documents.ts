// Trusted documents: GraphQL documents that a server was given before it started, run by `documentId` alone, or by
// Apollo's `extensions.persistedQuery.sha256Hash`. A file is a JSON map of id -> document, as codegen's
// `persistedDocuments` writes it, or a manifest of Apollo's; a folder holds such files, and .graphql files whose id is
// their SHA-256.
// An id that is a SHA-256 must be that of its text. Read once; nothing that comes over the wire adds to it.

import { say } from '../../src/language/sentence.ts'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  type DefinitionNode,
  type DocumentNode,
  Kind,
  parse,
  print,
  separateOperations,
  stripIgnoredCharacters,
  validate,
} from 'graphql'
import { ServiceError } from '../../src/errors.ts'
import { schema } from '../index.ts'
import { isAbsent, persistedNotInList } from './persisted-queries.ts'

/** off: none are known. allowed: beside any other document. only: nothing else runs. */
export type TrustMode = 'off' | 'allowed' | 'only'

const SHA256 = /^(?:sha256:)?([0-9a-f]{64})$/
const MAX_ID_CHARACTERS = 200
const MANIFESTS = ['apollo-persisted-query-manifest', 'apollo-operation-manifest']
/** A longer text is no trusted one; comparing it would cost more than refusing it. */
const MAX_TEXT_CHARACTERS = 200_000

export class TrustedDocuments {
  readonly mode: TrustMode
  readonly #byId: ReadonlyMap<string, string>
  /** as tokens, without what GraphQL ignores */
  readonly #texts = new Set<string>()

  /** `own`: documents of pages that this server serves itself; they run in every mode, by their text. */
  constructor(mode: TrustMode, byId: ReadonlyMap<string, string> = new Map(), own: readonly string[] = []) {
    this.mode = mode
    this.#byId = byId
    if (mode === 'only') for (const text of [...byId.values(), ...own]) this.#texts.add(stripIgnoredCharacters(text))
  }

  get size(): number {
    return this.#byId.size
  }

  /**
   * The parameters of a request with the text that its `documentId` stands for, or its `hash`. As they came where there
   * is nothing to do.
   * Throws ServiceError: `not_found` for an unknown id, `invalid_input` for a text beside an id, or a text that this
   * server does not run. Throws GraphQLError for an unknown hash where nothing else runs.
   */
  resolve(params: Record<string, unknown>, hash: string | null): Record<string, unknown> {
    const { documentId, query } = params
    if (documentId === undefined || documentId === null) {
      if (hash !== null && isAbsent(query) && this.mode !== 'off') {
        const text = this.#byId.get(keyOf(hash))
        if (text !== undefined) return { ...params, query: text }
        if (this.mode === 'only') throw persistedNotInList()
      }
      if (this.mode === 'only' && !this.#isTrusted(query))
        throw new ServiceError(say('error.invalid_input.trusted_only'), { inputPath: 'documentId' })
      return params
    }
    if (typeof documentId !== 'string' || documentId.length > MAX_ID_CHARACTERS)
      throw new ServiceError(say('error.invalid_input.document_id', { max: MAX_ID_CHARACTERS }), {
        inputPath: 'documentId',
      })
    if (this.mode === 'off') throw new ServiceError(say('error.invalid_input.no_trusted'), { inputPath: 'documentId' })
    if (query !== undefined && query !== null)
      throw new ServiceError(say('error.invalid_input.trusted_both'), { inputPath: 'documentId' })
    const text = this.#byId.get(keyOf(documentId))
    if (text === undefined)
      throw new ServiceError(say('error.not_found.trusted'), {
        inputPath: 'documentId',
      })
    const { documentId: _, ...rest } = params
    return { ...rest, query: text }
  }

  #isTrusted(query: unknown): boolean {
    if (typeof query !== 'string' || query.length > MAX_TEXT_CHARACTERS) return false
    try {
      return this.#texts.has(stripIgnoredCharacters(query))
    } catch {
      return false // no document at all
    }
  }
}

/** `sha256:HEX` and `HEX` are the same id. */
function keyOf(id: string): string {
  return SHA256.exec(id)?.[1] ?? id
}

/**
 * Reads a file or a folder. Throws Error naming the file and document at fault: no JSON, no document of this schema, an
 * id that is not its text's.
 */
export function readTrustedDocuments(path: string): Map<string, string> {
  const files = statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => /\.(json|graphql)$/.test(name))
        .sort()
        .map((name) => join(path, name))
    : [path]
  const documents = new Map<string, string>()
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    for (const [id, document] of file.endsWith('.graphql') ? [[sha256(text), text] as const] : entriesOf(file, text)) {
      checkDocument(`${file}, document ${id.slice(0, 80)}`, id, document)
      if (documents.has(keyOf(id)) && documents.get(keyOf(id)) !== document)
        throw new Error(`${file}: the id ${id.slice(0, 80)} stands for two documents`)
      documents.set(keyOf(id), document)
    }
  }
  return documents
}

/** Each operation of the .graphql files of a folder with the fragments of all, as a client of codegen sends it. */
export function readOwnDocuments(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.graphql'))
  const texts = names.sort().map((name) => readFileSync(join(folder, name), 'utf8'))
  return Object.values(separateOperations(parse(texts.join('\n')))).map(({ kind, definitions }) => {
    const isFragment = (one: DefinitionNode) => Number(one.kind === Kind.FRAGMENT_DEFINITION)
    return print({ kind, definitions: definitions.toSorted((a, b) => isFragment(a) - isFragment(b)) })
  })
}

function entriesOf(file: string, text: string): [string, string][] {
  let map: unknown
  try {
    map = JSON.parse(text)
  } catch {
    throw new Error(`${file} is no JSON`)
  }
  if (map === null || typeof map !== 'object' || Array.isArray(map))
    throw new Error(`${file}: expected a JSON object of id -> document`)
  if ('operations' in map && Array.isArray(map.operations)) return manifestEntries(file, map)
  return Object.entries(map).map(([id, document]) => {
    if (typeof document !== 'string') throw new Error(`${file}: expected a text for the id ${id.slice(0, 80)}`)
    return [id, document]
  })
}

/** Apollo's manifest: `{format, version, operations: [{id, name, type, body}]}`. */
function manifestEntries(file: string, { format, version, operations }: Record<string, any>): [string, string][] {
  if (!MANIFESTS.includes(format) || version !== 1)
    throw new Error(`${file}: expected version 1 of the format ${MANIFESTS.join(' or ')}`)
  return operations.map(({ id, body }: Record<string, unknown>, index: number) => {
    if (typeof id !== 'string' || typeof body !== 'string')
      throw new Error(`${file}: expected texts for id and body of operation ${index}`)
    return [id, body]
  })
}

function checkDocument(where: string, id: string, text: string): void {
  const hash = SHA256.exec(id)?.[1]
  if (hash !== undefined && hash !== sha256(text)) throw new Error(`${where}: the id is not the SHA-256 of the text`)
  if (id === '' || id.length > MAX_ID_CHARACTERS)
    throw new Error(`${where}: expected an id of 1 to ${MAX_ID_CHARACTERS} characters`)
  let document: DocumentNode
  try {
    document = parse(text)
  } catch (error) {
    throw new Error(`${where}: ${(error as Error).message}`)
  }
  const [problem] = validate(schema, document)
  if (problem !== undefined) throw new Error(`${where}: ${problem.message}`)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
