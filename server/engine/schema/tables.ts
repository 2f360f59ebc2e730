import { sql, type Kysely, type TableMetadata } from 'kysely'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import type { Tables } from '#server/db/client.ts'
import { capacityTriggerStatements, capacityTriggers } from './table-statements.ts'
import type { Column } from '../field-types/columns.ts'
import type { ColumnKind } from '#server/engine/field-types/field-type.ts'
import { isPostgres, moduleTables } from '../../db/module-tables.ts'
import type { ServerModule } from './server-module.ts'
import {
  isSearchable,
  ownerIndexStatements,
  searchTable,
  tableColumns,
  tableStatements,
  type Dialect,
  type TableSource,
} from './table-statements.ts'

/** Types of columns as Kysely's introspection reports them: other names than `create table` takes. */
const reportedTypes: Record<Dialect, Record<ColumnKind, string>> = {
  sqlite: { text: 'text', json: 'text', integer: 'integer', real: 'real', boolean: 'integer' },
  postgres: { text: 'text', json: 'text', integer: 'int4', real: 'float8', boolean: 'bool' },
}

/** Columns of the full-text search, which no field has: `row_no` on SQLite, `search_vector` on PostgreSQL. */
const searchColumns = new Set(['row_no', 'search_vector'])

/** Creates a module's table from its definition, for modules without migration, as in tests. */
export async function createModuleTable(kysely: Kysely<Tables>, module: TableSource): Promise<void> {
  const dialect = getDialect(kysely)
  const statements = [
    ...tableStatements(module, dialect),
    ...ownerIndexStatements(module),
    ...capacityTriggerStatements(module, dialect),
  ]
  for (const statement of statements) await sql.raw(statement).execute(kysely)
}

/** The properties of a module that its table is compared with. */
type CheckedModule = TableSource & Pick<ServerModule, 'hiddenColumns'>

/**
 * Compares the tables with the definitions.
 * @throws Error with a line per difference, when a definition changed and no migration followed
 */
export async function checkTables(kysely: Kysely<Tables>, modules: readonly CheckedModule[]): Promise<void> {
  const tables = await kysely.introspection.getTables()
  const dialect = getDialect(kysely)
  const differences = [
    ...modules.flatMap((module) => findDifferences(module, tables, dialect)),
    ...(await findMissingTriggers(kysely, modules, dialect)),
  ]
  if (differences.length === 0) return
  const lines = differences.map((line) => `  ${line}`).join('\n')
  throw new Error(`the tables differ from the modules' definitions; a migration is missing:\n${lines}`)
}

function getDialect(kysely: Kysely<Tables>): Dialect {
  return isPostgres(moduleTables(kysely)) ? 'postgres' : 'sqlite'
}

/** Finds how a module's table differs from its definition, one line each. */
function findDifferences(
  module: CheckedModule,
  tables: readonly TableMetadata[],
  dialect: Dialect,
): string[] {
  const { definition, hiddenColumns = [] } = module
  const table = tables.find((candidate) => candidate.name === definition.name)
  if (!table) return [`table ${definition.name} is missing`]
  const expected = tableColumns(module)
  const expectedNames = new Set([...expected.map((column) => column.name), ...hiddenColumns])
  const missingHiddenColumns = hiddenColumns.filter(
    (name) => !table.columns.some((column) => column.name === name),
  )
  const extraColumns = table.columns.filter(
    ({ name }) => !expectedNames.has(name) && !searchColumns.has(name),
  )
  return [
    ...expected.flatMap((column) => findColumnDifferences(table, column, dialect)),
    ...missingHiddenColumns.map((name) => `${table.name}.${name} is missing`),
    ...extraColumns.map(({ name }) => `${table.name}.${name} is a column of no field`),
    ...findSearchDifferences(definition, tables, dialect),
  ]
}

/** Finds missing triggers, without which a capacity rule would count no uses. */
async function findMissingTriggers(
  kysely: Kysely<Tables>,
  modules: readonly Pick<ServerModule, 'definition' | 'capacities'>[],
  dialect: Dialect,
): Promise<string[]> {
  const query =
    dialect === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'trigger'`
      : // PostgreSQL's internal triggers enforce foreign keys.
        sql<{ name: string }>`select tgname as name from pg_trigger where not tgisinternal`
  const existingNames = new Set((await query.execute(kysely)).rows.map(({ name }) => name))
  return modules.flatMap(({ definition, capacities = [] }) =>
    capacities
      .flatMap((rule) => capacityTriggers(definition.name, rule, dialect))
      .filter((name) => !existingNames.has(name))
      .map((name) => `trigger ${name} of ${definition.name} is missing`),
  )
}

function findColumnDifferences(table: TableMetadata, column: Column, dialect: Dialect): string[] {
  const name = `${table.name}.${column.name}`
  const existing = table.columns.find((candidate) => candidate.name === column.name)
  if (!existing) return [`${name} is missing`]
  const type = reportedTypes[dialect][column.kind]
  const differences: string[] = []
  if (existing.dataType.toLowerCase() !== type)
    differences.push(`${name} is ${existing.dataType}, not ${type}`)
  if (existing.isNullable === column.required)
    differences.push(`${name} must ${column.required ? 'not ' : ''}be nullable`)
  return differences
}

/** Finds a missing search index: a table of its own on SQLite, a column of the module's table on PostgreSQL. */
function findSearchDifferences(
  definition: ModuleDefinition,
  tables: readonly TableMetadata[],
  dialect: Dialect,
): string[] {
  if (!isSearchable(definition)) return []
  const name = dialect === 'sqlite' ? searchTable(definition.name) : definition.name
  const table = tables.find((candidate) => candidate.name === name)
  const hasColumn = dialect === 'sqlite' || table?.columns.some((column) => column.name === 'search_vector')
  return table && hasColumn ? [] : [`${definition.name} has no search index`]
}
