// What the OpenAPI document is made of, as far as it is used.

import type { JsonSchema } from '../resolvers/input/json-schema.ts'

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; 'x-build': string; description: string; license: object }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, PathItem>
  components: { securitySchemes: Record<string, object>; schemas: Record<string, JsonSchema> }
}

export interface PathItem {
  servers?: { url: string }[]
  get?: OperationObject
  post?: OperationObject
}

export interface OperationObject {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: ParameterObject[]
  'x-together'?: JsonSchema
  requestBody?: { required: true; content: Record<string, MediaType> }
  responses: Record<string, { description: string; content?: Record<string, MediaType> }>
}

export interface ParameterObject {
  name: string
  in: 'path' | 'query'
  description?: string
  required: boolean
  schema: JsonSchema
  example?: unknown
}

export interface MediaType {
  schema: JsonSchema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
