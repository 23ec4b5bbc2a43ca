// Every regular expression that the project's own code holds, read off the syntax tree: literals, and `new RegExp` with
// what it is made of. Tests and what only tests import are left out.

import { readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = ['src', 'schema', 'resolvers', 'rest-compat', 'db', 'clients/typescript/src']

export interface ListedPattern {
  /** `src/metering/origin.ts:5` */
  at: string
  source: string
  flags: string
}

export interface MadePattern {
  at: string
  /** the text of the `new RegExp(...)` */
  text: string
}

export interface ListedPatterns {
  files: number
  literals: ListedPattern[]
  made: MadePattern[]
}

/** What of a node of the syntax tree is looked at. */
interface SyntaxNode {
  type: string
  start: number
  end: number
  raw?: string
  regex?: object
  callee?: { type: string; name?: string }
}

/** Throws on a file that does not parse. */
export function listPatterns(): ListedPatterns {
  const listed: ListedPatterns = { files: 0, literals: [], made: [] }
  for (const path of sourceFiles()) {
    const text = readFileSync(path, 'utf8')
    const { program, errors } = parseSync(path, text)
    if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
    listed.files++
    visit(program, (node) => {
      const at = () => `${relative(ROOT, path)}:${text.slice(0, node.start).split('\n').length}`
      if (node.regex !== undefined) {
        const end = node.raw!.lastIndexOf('/')
        listed.literals.push({ at: at(), source: node.raw!.slice(1, end), flags: node.raw!.slice(end + 1) })
      } else if (node.callee?.type === 'Identifier' && node.callee.name === 'RegExp')
        listed.made.push({ at: at(), text: text.slice(node.start, node.end) })
    })
  }
  return listed
}

/** Every node below, in order of the text. */
function visit(value: unknown, each: (node: SyntaxNode) => void): void {
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return
  if ('type' in value && typeof value.type === 'string') each(value as SyntaxNode)
  for (const inner of Object.values(value)) visit(inner, each)
}

function sourceFiles(): string[] {
  const inside = FOLDERS.flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
      .map((entry) => `${entry.parentPath}/${entry.name}`),
  )
  const beside = readdirSync(ROOT)
    .filter((name) => /^codegen.*\.ts$/.test(name))
    .map((name) => `${ROOT}${name}`)
  return [...inside, ...beside].sort()
}
