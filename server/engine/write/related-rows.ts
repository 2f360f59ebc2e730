import { sql } from 'kysely'
import type { FieldIssue } from '#contract/envelope.ts'
import { matchesAllConditions } from '#contract/form/matches.ts'
import type { FindRelatedRow, Values } from '#contract/form/form-shape.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { rowIdPattern } from '#contract/row.ts'
import { decodeField, type StoredRow } from '../field-types/codec.ts'
import { isPostgres, moduleTables } from '../../db/module-tables.ts'
import { whereVisible } from '../query/query-plan.ts'
import type { ServerModule, OverlapRule } from '../schema/server-module.ts'
import { isAllowed } from '../schema/visible-fields.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'

/** Rows of other modules that a row references. */
export interface RelatedRows {
  /** Finds the values of a referenced row; undefined for a row that does not exist for the rules. */
  find: FindRelatedRow
  /** Gets the position of a row in its module's default order, relative to the other referenced rows. */
  getPosition(module: string, id: string): number
  /** True when the row exists for the caller and matches the filter of this relation field. */
  canReference(field: string, id: string): boolean
}

/** A referenced row as it is stored. */
interface RelatedRow {
  values: Values
  /** True when the caller may see it. */
  isVisible: boolean
  /** Index among the rows that were read, in the default order of its module. */
  position: number
}

/** Maximum number of rows of a module that one row references; the fields' own limits are lower. */
const maxIds = 500
const rowIdRegExp = new RegExp(rowIdPattern)
/** Rules compare no files, so none are looked up. */
const noFiles = new Map<string, never>()

/** Values of a row, and the keys of the fields in the request. */
export interface ReferencingRow {
  values: Values
  inputFields: readonly string[]
}

/** Referenced rows by module and id. */
type RelatedRowsByModule = ReadonlyMap<string, ReadonlyMap<string, RelatedRow>>

/** Reads the related rows of one row. For several rows call {@link readRelatedRows} once and {@link createRelatedRows} for each. */
export async function loadRelated(
  context: WriteContext,
  definition: ModuleDefinition,
  values: Values,
  inputFields: readonly string[],
): Promise<RelatedRows> {
  const row = { values, inputFields }
  return createRelatedRows(await readRelatedRows(context, definition, [row]), context, definition, row)
}

/** Reads the rows that rows reference, with one query for each module. Rows that the caller may not see are included and marked. */
export async function readRelatedRows(
  context: WriteContext,
  definition: ModuleDefinition,
  rows: readonly ReferencingRow[],
): Promise<RelatedRowsByModule> {
  const relations = Object.entries(definition.fields).flatMap(([key, { relation }]) =>
    relation ? [{ key, module: relation.module }] : [],
  )
  const relatedRows = new Map<string, Map<string, RelatedRow>>()
  for (const module of new Set(relations.map((relation) => relation.module))) {
    const keys = relations.filter((relation) => relation.module === module).map(({ key }) => key)
    const referencedIds = rows.flatMap(({ values }) =>
      keys.flatMap((key) => toRowIds(values[key])).slice(0, maxIds),
    )
    const shouldLock = rows.some(({ inputFields }) => keys.some((key) => inputFields.includes(key)))
    const ids = [...new Set(referencedIds)]
    if (ids.length > 0)
      relatedRows.set(module, await loadRows(context, context.registry.get(module), ids, shouldLock))
  }
  return relatedRows
}

/**
 * Creates the view that rules have of the referenced rows. A row that the caller references without permission does not exist
 * for the rules, because their issues would reveal it.
 */
export function createRelatedRows(
  relatedRows: RelatedRowsByModule,
  { registry }: Pick<WriteContext, 'registry'>,
  definition: ModuleDefinition,
  { values, inputFields }: ReferencingRow,
): RelatedRows {
  const canReference = (field: string, id: string): boolean => {
    const relation = definition.fields[field]?.relation
    const row = relation && relatedRows.get(relation.module)?.get(id)
    if (!row?.isVisible) return false
    const target = registry.get(relation?.module ?? '').definition
    return matchesAllConditions(target, relation?.filter ?? [], row.values, () => undefined)
  }
  const hiddenRows = new Set(
    inputFields.flatMap((key) => {
      const module = definition.fields[key]?.relation?.module
      const ids = module === undefined ? [] : toRowIds(values[key]).filter((id) => !canReference(key, id))
      return ids.map((id) => `${module} ${id}`)
    }),
  )
  return {
    find: (module, id) =>
      hiddenRows.has(`${module} ${id}`) ? undefined : relatedRows.get(module)?.get(id)?.values,
    getPosition: (module, id) => relatedRows.get(module)?.get(id)?.position ?? 0,
    canReference,
  }
}

/** Finds the issues of ids that the caller may not reference. */
export function findRelationIssues(
  definition: ModuleDefinition,
  values: Values,
  inputFields: ReadonlySet<string>,
  related: RelatedRows,
): FieldIssue[] {
  return [...inputFields].flatMap((key) => {
    const relation = definition.fields[key]?.relation
    if (!relation) return []
    return toRowIds(values[key]).flatMap((id, index) =>
      related.canReference(key, id)
        ? []
        : [{ path: relation.many ? `${key}.${index}` : key, key: 'field.unknown_choice' }],
    )
  })
}

/** Sorts the ids of relations with `sorted`, which are stored in the default order of their target module. */
export function sortRelations(definition: ModuleDefinition, values: Values, related: RelatedRows): Values {
  const sortedEntries = Object.entries(definition.fields).flatMap(([key, { relation }]) => {
    const ids = values[key]
    if (!relation?.sorted || !Array.isArray(ids)) return []
    const getPosition = (id: unknown) => related.getPosition(relation.module, String(id))
    return [[key, ids.toSorted((a, b) => getPosition(a) - getPosition(b))]]
  })
  return { ...values, ...Object.fromEntries(sortedEntries) }
}

/**
 * Reads rows by their ids, in the default order of their module.
 * @param shouldLock locks the rows until the transaction ends, so that none is deleted while it is being referenced
 */
async function loadRows(
  { trx, caller }: WriteContext,
  target: ServerModule,
  ids: readonly string[],
  shouldLock: boolean,
): Promise<Map<string, RelatedRow>> {
  const { name, fields, defaultSorters } = target.definition
  const tables = moduleTables(trx)
  const visibleCondition = isAllowed(caller, target, 'list')
    ? whereVisible(tables, target, caller, isAllowed(caller, target, 'drafts'))
    : sql`1 = 0`
  // The dry run of an import reads outside a transaction, where a lock would end with the statement.
  const lock = shouldLock && trx.isTransaction && isPostgres(tables) ? sql`for share` : sql``
  // The ids are stored in one order for all languages, so localized fields do not count.
  const order = Object.entries(defaultSorters)
    .filter(([key]) => fields[key]?.localized === false)
    .map(([key, direction]) => sql`${sql.ref(`${name}.${key}`)} ${sql.raw(direction)}`)
  const { rows } = await sql<StoredRow>`
    select *, case when ${visibleCondition} then 1 else 0 end as is_shown from ${sql.id(name)}
    where ${sql.ref(`${name}.id`)} in (${sql.join(ids)}) and ${sql.ref(`${name}.deleted_at`)} is null
    order by ${sql.join([...order, sql.ref(`${name}.id`)])} ${lock}`.execute(trx)
  return new Map(
    rows.map((row, index) => {
      const entries = Object.entries(fields).map(([key, field]) => [
        key,
        decodeField(key, field, row, noFiles),
      ])
      const values = Object.fromEntries(entries) as Values
      return [String(row['id']), { values, isVisible: row['is_shown'] === 1, position: index }]
    }),
  )
}

/** Lists the ids of a value that a request gives: like {@link toIds}, without texts that no id can be. */
function toRowIds(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.filter((id): id is string => typeof id === 'string' && rowIdRegExp.test(id))
}

/** Lists the ids in the stored value of a relation to one or several rows. */
export function toIds(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string')
}

/** Lists the ids of a row's locations: the rows that the relations of an overlap rule reference. */
export function listLocationIds(rule: OverlapRule, row: Values): string[] {
  return [...new Set(rule.relations.flatMap((key) => toIds(row[key])))]
}
