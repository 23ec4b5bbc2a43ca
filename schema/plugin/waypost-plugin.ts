// The plugin of Pothos by which a field says what it is beyond its type (field-facts.ts), and by which every field
// is watched (watched-field.ts). Its arguments are checked before it runs (schema/http/field-arguments.ts). What is built
// is finished: nothing of the schema is assigned to afterwards.

import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type InputShapeFromFields,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type PothosTypeConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core'
import { type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql'
import { type Applied, applied, appliedBy, sizeOfPage } from './applied-directives.ts'
import { codesOf, withCodes } from './field-codes.ts'
import { type FieldFacts, factsOf, withFacts } from './field-facts.ts'
import { watched } from './watched-field.ts'

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      waypost: WaypostPlugin<Types>
    }

    interface FieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      ParentShape = unknown,
      Type extends TypeParam<Types> = TypeParam<Types>,
      Nullable extends FieldNullability<Type> = FieldNullability<Type>,
      Args extends InputFieldMap = InputFieldMap,
      ResolveShape = unknown,
      ResolveReturnShape = unknown,
    > extends FieldFacts<InputShapeFromFields<Args>> {}
  }
}

const PLUGIN = 'waypost'
/** The input whose forms a route is one of. */
const LINE = 'LineInput'
/** The input that names a place or a trail by its id, as a point. */
const WAYPOINT = 'WaypointInput'
/** The input that may name a place, as an area. */
const AREA = 'AreaInput'
const NODE = 'Node'
export default PLUGIN

type Resolve = NonNullable<GraphQLField<any, any>['resolve']>

export class WaypostPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  /** Whatever is a Node has an `id`, by which it is found. */
  override onTypeConfig(config: PothosTypeConfig): PothosTypeConfig {
    if (config.kind !== 'Object' || !config.interfaces.some((one) => this.#configOf(one).name === NODE)) return config
    return { ...config, extensions: { ...config.extensions, ...applied({ key: { fields: 'id' } }) } }
  }

  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { type, args, parentType, pothosOptions } = config
    const given = givenFacts(pothosOptions)
    const takes = Object.values(args)
    const taken = {
      arguments: takes.length > 0,
      line: takes.some((one) => this.#holds(one, LINE)),
      waypoint: takes.some((one) => this.#holds(one, WAYPOINT)),
      area: takes.some((one) => this.#holds(one, AREA)),
    }
    const raises = codesOf(given.runs, taken, given.raises)
    // of plugin-validation, which looks at the arguments alone
    const checks = config.argMappers as unknown as FieldFacts['checks']
    const facts: FieldFacts = { ...given, raises, checks }
    const failsAlone = given.mayFail === true && !type.nullable
    const said: Applied = {
      ...(failsAlone ? { semanticNonNull: {} } : {}),
      ...appliedBy(facts, this.#configOf(parentType).graphqlKind === 'Interface' ? null : parentType),
      ...(type.kind === 'Object' && this.#configOf(type.ref).name.endsWith('Connection') ? sizeOfPage(args) : {}),
    }
    return {
      ...config,
      argMappers: [],
      type: failsAlone ? { ...type, nullable: true } : type,
      description: withCodes(config.description, raises),
      extensions: withFacts(facts, { ...config.extensions, ...applied(said) }),
    }
  }

  override wrapResolve(resolve: Resolve, config: PothosOutputFieldConfig<Types>): Resolve {
    return watched(resolve, factsOf(config), Object.keys(config.args).length > 0)
  }

  override afterBuild(schema: GraphQLSchema): GraphQLSchema {
    for (const type of Object.values(schema.getTypeMap()))
      if (isObjectType(type))
        for (const field of Object.values(type.getFields())) {
          const { runs, credits = 0 } = factsOf(field)
          if (runs === undefined && typeof credits === 'number' && credits > 0)
            throw new TypeError(`${type.name}.${field.name} costs ${credits} and runs nothing`)
        }
    return schema
  }

  /** Whether an argument is such an input, or holds one. */
  #holds({ type }: Pick<PothosInputFieldConfig<Types>, 'type'>, input: string): boolean {
    if (type.kind === 'List') return this.#holds(type, input)
    if (type.kind !== 'InputObject') return false
    const { name } = this.#configOf(type.ref)
    // what a line takes is said of the line
    if (name === LINE && input !== LINE) return false
    const members = this.builder.configStore.getFields(name, 'InputObject')
    return name === input || [...members.values()].some((one) => this.#holds(one, input))
  }

  #configOf(type: unknown): PothosTypeConfig {
    return this.builder.configStore.getTypeConfig(type as string)
  }
}

/** The facts among the options of a field. */
function givenFacts(options: FieldFacts): FieldFacts {
  return Object.fromEntries(Object.entries(options).filter(([name]) => NAMES.has(name)))
}

const NAMES: ReadonlySet<string> = new Set<keyof FieldFacts>([
  'runs',
  'mayFail',
  'raises',
  'credits',
  'mostCredits',
  'creditsByType',
  'areaLookup',
  'forecastPoints',
  'rawMembers',
  'assumedSize',
  'lookup',
  'argumentBytes',
  'operations',
  'rateLimited',
  'runsNothing',
  'ofRelease',
  'readsById',
])

SchemaBuilder.registerPlugin(PLUGIN, WaypostPlugin)
