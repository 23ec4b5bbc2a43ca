// HOT: npm run bench -- search
// Rows as node:sqlite builds them take twice the memory, so makers of one shape are generated from the column names.
//
// Rows as objects of one shape. The engines return rows as lists of values: the objects that node:sqlite would build
// are dictionaries without a prototype, which take twice the memory and live until a full collection. The makers are
// generated, since an object filled by computed names also becomes a dictionary from a dozen names on; the names come
// from our own statements.

import { CamelCasePlugin } from 'kysely'

export type RowMaker = (values: readonly unknown[]) => Record<string, unknown>

const MAX_SHAPES = 500

const makers = new Map<string, unknown>()

/** A function that builds a row from the values of these columns. Of two with the same name the later counts. */
export function rowMaker(names: readonly string[]): RowMaker {
  return generated('values', names, (name, i) => [name, `values[${i}]`])
}

/** Cached by columns: there are fewer statements than queries. */
function generated<T>(
  parameter: string,
  names: readonly string[],
  memberOf: (name: string, index: number) => readonly [name: string, expression: string],
): T {
  const key = [parameter, ...names].join('\n') // names of unnamed columns are expressions, and may contain commas
  const known = makers.get(key)
  if (known !== undefined) return known as T
  const members = names
    .map((name, i) => memberOf(name, i))
    .map(([name, expression]) => `${JSON.stringify(name)}: ${expression}`)
  const maker = new Function(parameter, `return {${members.join(', ')}}`) as T
  if (makers.size < MAX_SHAPES) makers.set(key, maker)
  return maker
}

/** snake_case in the database, camelCase here; names inside values are unchanged. */
export class ColumnNames extends CamelCasePlugin {
  constructor() {
    super({ maintainNestedObjectKeys: true })
  }

  override async transformResult({
    result,
  }: Parameters<CamelCasePlugin['transformResult']>[0]): ReturnType<CamelCasePlugin['transformResult']> {
    if (result.rows.length === 0) return result
    const rename = generated<(row: Record<string, unknown>) => Record<string, unknown>>(
      'row',
      Object.keys(result.rows[0]),
      (name) => [this.camelCase(name), `row[${JSON.stringify(name)}]`],
    )
    return { ...result, rows: result.rows.map(rename) }
  }
}
