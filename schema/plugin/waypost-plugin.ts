// The plugin of Pothos by which a field says what it is beyond its type (field-facts.ts), and by which every field
// is watched (watched-field.ts). What is built is finished: nothing of the schema is assigned to afterwards.

import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type InputShapeFromFields,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core'
import { type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql'
import { codesOf } from './field-codes.ts'
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
    > extends Omit<FieldFacts<InputShapeFromFields<Args>>, 'raises'> {}
  }
}

const PLUGIN = 'waypost'
/** The input whose forms a route is one of. */
const LINE = 'LineInput'
export default PLUGIN

type Resolve = NonNullable<GraphQLField<any, any>['resolve']>

export class WaypostPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { description, extensions, args, pothosOptions } = config
    const given = givenFacts(pothosOptions)
    const takes = Object.values(args)
    const raises = codesOf(given.runs, { arguments: takes.length > 0, line: takes.some((one) => this.#isLine(one)) })
    return {
      ...config,
      description: raises.length === 0 ? description : `${description} May raise ${raises.join(', ')}.`,
      extensions: withFacts({ ...given, raises }, extensions),
    }
  }

  /** Or rawMembers one; lists of recordings, which are no routes, do not count. */
  #isLine({ type }: Pick<PothosInputFieldConfig<Types>, 'type'>): boolean {
    if (type.kind !== 'InputObject') return false
    const { configStore } = this.builder
    const { name } = configStore.getTypeConfig(type.ref)
    return name === LINE || [...configStore.getFields(name, 'InputObject').values()].some((one) => this.#isLine(one))
  }

  /** Outside of what checks the arguments (`wrapResolve` is inside): a refused one is a failure of the field too. */
  override wrapArgMappers(resolve: Resolve | undefined, config: PothosOutputFieldConfig<Types>): Resolve | undefined {
    return resolve === undefined ? undefined : watched(resolve, factsOf(config), Object.keys(config.args).length > 0)
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
}

/** The facts among the options of a field. */
function givenFacts(options: FieldFacts): FieldFacts {
  return Object.fromEntries(Object.entries(options).filter(([name]) => NAMES.has(name)))
}

const NAMES: ReadonlySet<string> = new Set<keyof FieldFacts>([
  'runs',
  'credits',
  'creditsByType',
  'areaLookup',
  'forecastPoints',
  'rawMembers',
  'argumentBytes',
  'operation',
  'rateLimited',
  'runsNothing',
  'readsById',
])

SchemaBuilder.registerPlugin(PLUGIN, WaypostPlugin)
