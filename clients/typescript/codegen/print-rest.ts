// The REST half of the client, printed from an OpenAPI document: a type for each shared schema, an input and an answer
// type for each operation, an interface with one function for each, and the table by which src/rest.ts calls them.
// Names of functions are operationIds in camelCase; members keep their names on the wire.

type Json = Record<string, any>

interface Operation {
  operationId: string
  summary: string
  description: string
  parameters?: { name: string; in: string; description?: string; required: boolean; schema: Json }[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { content?: Record<string, { schema: Json }> }>
}

const HEAD = `// Printed by \`npm run codegen\` from the OpenAPI document. Do not edit.\n`
const METHODS = ['get', 'post'] as const

/** `codes`: what an error may carry. */
export function printRest(document: Json, codes: readonly string[]): string {
  const shared = Object.entries(document.components.schemas as Record<string, Json>)
    .filter(([name]) => !/Error$/.test(name))
    .map(([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)}\n`)
  const printed = operationsOf(document).map((one) => printOperation(one, document))
  return [
    HEAD,
    `/** What went wrong, of every operation. */\nexport type ErrorCode =\n${codes.map((code) => `  | '${code}'`).join('\n')}\n`,
    ...shared,
    ...printed.flatMap(({ types }) => types),
    `/** A function for each operation. \`Options\`: what any call takes beside its input. */\nexport interface RestFunctions<Options> {\n${printed.map(({ member }) => member).join('')}}\n`,
    `/** \`METHOD host path input|nothing\` of each, and by what its answers are known: media types, members of JSON. */\nexport const OPERATIONS = {\n${printed.map(({ row }) => row).join('')}} as const\n`,
  ].join('\n')
}

function operationsOf(document: Json): { method: string; path: string; host: string; operation: Operation }[] {
  return Object.entries(document.paths as Record<string, Json>).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => ({
      method: method.toUpperCase(),
      path,
      host: item.servers === undefined ? 'api' : 'site',
      operation: item[method] as Operation,
    })),
  )
}

function printOperation({ method, path, host, operation }: ReturnType<typeof operationsOf>[number], document: Json) {
  const name = operation.operationId.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const type = name[0].toUpperCase() + name.slice(1)
  const input = inputOf(operation)
  const answers = Object.entries(operation.responses[200].content ?? {})
  const [[, { schema: first }]] = answers
  const answer = answers[0][0].startsWith('image/') ? 'Blob' : typeOf(first)
  const takes = input === null ? '' : `input${input.isOptional ? '?' : ''}: ${type}Input, `
  const says = comment(`${operation.summary} ${operation.description}`, '  ')
  // a form that is no JSON is requested by its name
  const others = answers
    .slice(1)
    .map(
      ([mime]) =>
        `${says}  ${name}(input: ${type}Input & { format: '${mime.replace(/^application\/|\+xml$/g, '')}' }, options?: Options): Promise<string>\n`,
    )
  return {
    types: [
      ...(input === null ? [] : [`/** What \`${name}\` takes. */\nexport type ${type}Input = ${input.type}\n`]),
      `/** What \`${name}\` answers. */\nexport type ${type}Result = ${answer}\n`,
    ],
    member: `${others.join('')}${says}  ${name}(${takes}options?: Options): Promise<${type}Result>\n`,
    row: `  ${name}: '${[method, host, path, input === null ? 'nothing' : 'input', ...formsOf(answers, document)].join(' ')}',\n`,
  }
}

/** What an answer is known by: its media type, or of JSON its `schema`, else members that it always has. */
function formsOf(answers: readonly [mime: string, form: { schema: Json }][], document: Json): string[] {
  return answers.map(([mime, { schema }]) => {
    if (mime !== 'application/json') return mime.replace(/;.*/, '')
    const { properties, required } = follow(schema, document) as { properties: Json; required: string[] }
    const named: unknown = properties['schema']?.const
    // servers of 2.0 name no sources
    return named === undefined
      ? required
          .filter((name) => name !== 'attribution')
          .slice(0, 2)
          .join(',')
      : `schema=${String(named)}`
  })
}

function follow(schema: Json, document: Json): Json {
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1]
  return name === undefined ? schema : follow(document.components.schemas[name], document)
}

function inputOf({ requestBody, parameters = [] }: Operation): { type: string; isOptional: boolean } | null {
  const body = requestBody?.content['application/json'].schema
  if (body !== undefined) return { type: typeOf(body), isOptional: false }
  // an operation that takes nothing else says nothing
  if (parameters.every(({ name }) => name === 'language')) return null
  return {
    type: typeOf({
      type: 'object',
      properties: Object.fromEntries(
        parameters.map(({ name, description, schema, in: place }) => [
          name,
          { description, ...(place === 'path' ? { type: ['string', 'number'] } : schema) },
        ]),
      ),
      required: parameters.filter(({ required }) => required).map(({ name }) => name),
    }),
    isOptional: parameters.every(({ required }) => !required),
  }
}

/** The TypeScript type of a JSON Schema. */
export function typeOf(schema: Json | boolean | undefined, indent = ''): string {
  if (schema === undefined || schema === true) return 'unknown'
  if (schema === false) return 'never'
  if (typeof schema.$ref === 'string') return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map((value: unknown) => JSON.stringify(value)))
  // beside a type they are conditions, which TypeScript does not have
  const members: Json[] | undefined = schema.type === undefined ? (schema.anyOf ?? schema.oneOf) : undefined
  if (members !== undefined) return union(members.map((member) => typeOf(member, indent)))
  if (Array.isArray(schema.type)) return union(schema.type.map((type: string) => typeOf({ ...schema, type }, indent)))
  switch (schema.type) {
    case 'integer':
      return 'number'
    case 'array':
      return arrayOf(schema, indent)
    case 'object':
      return objectOf(schema, indent)
    case undefined:
      return 'unknown'
    default:
      return schema.type
  }
}

function union(types: string[]): string {
  return [...new Set(types)].join(' | ')
}

function arrayOf({ prefixItems, items }: Json, indent: string): string {
  if (prefixItems === undefined) return `Array<${typeOf(items, indent)}>`
  const rest = items === false || items === undefined ? [] : [`...Array<${typeOf(items, indent)}>`]
  return `[${[...prefixItems.map((item: Json) => typeOf(item, indent)), ...rest].join(', ')}]`
}

function objectOf({ properties = {}, required = [], additionalProperties }: Json, indent: string): string {
  const inner = `${indent}  `
  const members = Object.entries(properties as Record<string, Json>).map(
    ([name, schema]) =>
      `${comment(schema.description, inner)}${inner}${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}${
        required.includes(name) ? '' : '?'
      }: ${typeOf(schema, inner)}\n`,
  )
  const isMap = typeof additionalProperties === 'object'
  if (members.length === 0) return `Record<string, ${isMap ? typeOf(additionalProperties, indent) : 'unknown'}>`
  const data = isMap ? [`${inner}[name: string]: ${typeOf(additionalProperties, inner)}\n`] : []
  return `{\n${[...members, ...data].join('')}${indent}}`
}

function comment(text: string | undefined, indent = ''): string {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`
}
