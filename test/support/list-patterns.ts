// Every regular expression that the project's own code holds, read off the syntax tree: literals, and `new RegExp` with
// what it is made of. Tests and what only tests import are left out.

import { readdirSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = ['src', 'schema', 'resolvers', 'rest-compat', 'db', 'clients/typescript/src']

export interface ListedPattern {
  /** `src/gateway/origin.ts:5` */
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

export function listPatterns(): ListedPatterns {
  const api = new API({ cwd: ROOT })
  try {
    const snapshot = api.updateSnapshot({ openProjects: [`${ROOT}tsconfig.json`, `${ROOT}src/web/tsconfig.json`] })
    const listed: ListedPatterns = { files: 0, literals: [], made: [] }
    for (const path of sourceFiles()) {
      const file = snapshot
        .getProjects()
        .map(({ program }) => program.getSourceFile(path))
        .find((found) => found !== undefined)
      if (file === undefined) throw new Error(`${path} belongs to no project of the compiler`)
      listed.files++
      const lineOf = (node: Node) => file.text.slice(0, node.getStart(file)).split('\n').length
      const visit = (node: Node): void => {
        const at = () => `${relative(ROOT, path)}:${lineOf(node)}`
        if (node.kind === SyntaxKind.RegularExpressionLiteral) {
          const text = node.getText(file)
          const end = text.lastIndexOf('/')
          listed.literals.push({ at: at(), source: text.slice(1, end), flags: text.slice(end + 1) })
        } else if (
          (node.kind === SyntaxKind.NewExpression || node.kind === SyntaxKind.CallExpression) &&
          /^(?:new )?RegExp\(/.test(node.getText(file).slice(0, 12))
        ) {
          listed.made.push({ at: at(), text: node.getText(file) })
        }
        node.forEachChild(visit)
      }
      visit(file)
    }
    return listed
  } finally {
    api.close()
  }
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
