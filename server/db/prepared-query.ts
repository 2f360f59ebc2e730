import type { CompiledQuery, Kysely } from 'kysely'
import type { Tables } from './tables.ts'
import { registerStatementName } from './statement-names.ts'

/** Stands in a kept query where a value will be. */
class Slot {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** Has a slot for every name. */
const slots: object = new Proxy({}, { get: (_target, name) => new Slot(name) })

/** A query whose words are always the same: putting it into words takes longer than asking it. */
export interface PreparedQuery<Values, Row> {
  /** The query with its values, on the database of a connection or transaction. */
  with(kysely: Kysely<Tables>, values: Values): CompiledQuery<Row>
  /** Asks it. */
  run(kysely: Kysely<Tables>, values: Values): Promise<Row[]>
}

/**
 * Keeps a query in the words of each database that it is asked on.
 * @param build makes it, with what stands for each of the values; these are nothing but parameters
 * @param options whether PostgreSQL keeps a plan of it that fits all values
 */
export function prepareQuery<Values extends object, Row = unknown>(
  build: (kysely: Kysely<Tables>, values: Values) => CompiledQuery<Row>,
  { isNamed } = { isNamed: true },
): PreparedQuery<Values, Row> {
  /** By the adapter, which a database and its transactions share. */
  const built = new WeakMap<object, CompiledQuery<Row>>()
  const compile = (kysely: Kysely<Tables>): CompiledQuery<Row> => {
    const { adapter } = kysely.getExecutor()
    let query = built.get(adapter)
    if (!query) {
      query = build(kysely, slots as Values)
      if (isNamed) registerStatementName(query.sql)
      built.set(adapter, query)
    }
    return query
  }
  const withValues = (kysely: Kysely<Tables>, values: Values): CompiledQuery<Row> => {
    const query = compile(kysely)
    const parameters = query.parameters.map((value) =>
      value instanceof Slot ? values[value.name as keyof Values] : value,
    )
    return { ...query, parameters }
  }
  return {
    with: withValues,
    run: async (kysely, values) => (await kysely.executeQuery(withValues(kysely, values))).rows,
  }
}
