// The same request through both transports.

import { type FakeApp, getJson, postJson } from '../support/fake-services.ts'

export interface GraphqlAnswer {
  status: number
  headers: Headers
  data: any
  errors:
    | {
        message: string
        path?: (string | number)[]
        extensions: { code: string; status: number; inputPath?: string }
      }[]
    | undefined
  cost:
    | {
        reserved: number
        charged: number
        remaining: number | null
        fields: { path: string; credits: number }[]
      }
    | undefined
}

export async function askGraphql(
  app: FakeApp,
  query: string,
  variables?: object,
  headers: Record<string, string> = {},
): Promise<GraphqlAnswer> {
  const { status, headers: answered, body } = await postJson(`${app.api}/graphql`, { query, variables }, headers)
  return { status, headers: answered, data: body.data, errors: body.errors, cost: body.extensions?.cost }
}

export { getJson, postJson }
