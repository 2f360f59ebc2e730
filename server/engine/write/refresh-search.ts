import type { ModuleDefinition } from '#contract/module-definition.ts'
import { lockExclusive } from '#server/db/locks.ts'
import type { Database, Tables } from '#server/db/client.ts'
import { bumpModuleRevisionOnCommit } from '#server/db/bump-revision.ts'
import type { Kysely } from 'kysely'
import { listColumns } from '#server/engine/field-types/columns.ts'
import { prepareDerivation } from '#server/engine/field-types/derived-columns.ts'
import { moduleTables, type ModuleTables } from '../../db/module-tables.ts'
import type { Registry } from '../schema/registry.ts'
import { listSortedColumns } from '../../db/sort-keys.ts'
import { isSearchable } from '../schema/table-statements.ts'
import { pickStoredColumns } from './store-rows.ts'

/**
 * Version of the code that derives search texts and sort keys (`contract/search-text.ts`, `contract/fold-text.ts`,
 * `derived-columns.ts`, `sort-keys.ts`). Increase it when the code derives other results from the same texts.
 */
const derivationVersion = 4
/** Number of rows that one query reads: a few megabytes of long articles. */
const rowsPerBatch = 200

/**
 * Rebuilds the search texts and sort keys of modules whose searchable or sortable fields, or whose derivation, have changed
 * since. Migrations cannot do it, because they know no definitions. Servers that start together wait for the first one.
 * @param db its connections must have no timeout
 * @returns names of the modules that were rebuilt
 */
export async function refreshSearchTexts(db: Database, registry: Registry): Promise<string[]> {
  const definitions = registry.modules
    .map(({ definition }) => definition)
    .filter((definition) => isSearchable(definition) || listSortedColumns(definition).length > 0)
  if ((await findOutdated(db.kysely, definitions)).length === 0) return []
  return await db.transaction(async (trx) => {
    await lockExclusive(trx, 'search_texts')
    const outdated = await findOutdated(trx, definitions)
    for (const definition of outdated) await refreshModule(trx, definition)
    return outdated.map(({ name }) => name)
  })
}

/** Finds the modules whose texts and keys were derived in another way than they would be now (`made_from`), or never. */
async function findOutdated(
  kysely: Kysely<Tables>,
  definitions: readonly ModuleDefinition[],
): Promise<ModuleDefinition[]> {
  const rows = await kysely.selectFrom('search_texts').selectAll().execute()
  const madeFrom = new Map(rows.map((row) => [row.module, row.made_from]))
  return definitions.filter((definition) => madeFrom.get(definition.name) !== describeDerivation(definition))
}

/** Describes, as a text to compare, what search texts and sort keys of a module depend on besides its rows. */
function describeDerivation(definition: ModuleDefinition): string {
  const searched = Object.entries(definition.fields).filter(([, field]) => field.searchable)
  const names = searched.map(([key, { type, localized }]) => `${key}:${type}${localized ? ':localized' : ''}`)
  return [derivationVersion, ...names, 'sorted', ...listSortedColumns(definition)].join(' ')
}

/** Rebuilds the search texts and sort keys of a module, and records from what they were made. */
async function refreshModule(trx: Kysely<Tables>, definition: ModuleDefinition): Promise<void> {
  const tables = moduleTables(trx)
  const derive = await prepareDerivation(definition)
  let afterId = ''
  let changedRows = 0
  for (;;) {
    const rows = await readBatch(tables, definition, afterId)
    for (const row of rows) {
      const { search_text, sort_keys } = derive(pickStoredColumns(definition, row))
      if (search_text === row['search_text'] && sort_keys === row['sort_keys']) continue
      changedRows += 1
      const id = row['id'] as string
      await tables.updateTable(definition.name).set({ search_text, sort_keys }).where('id', '=', id).execute()
    }
    const lastRow = rows.at(-1)
    if (!lastRow) break
    afterId = lastRow['id'] as string
  }
  if (changedRows > 0) await bumpModuleRevisionOnCommit(trx, definition.name)
  const made_from = describeDerivation(definition)
  await trx
    .insertInto('search_texts')
    .values({ module: definition.name, made_from })
    .onConflict((conflict) => conflict.column('module').doUpdateSet({ made_from }))
    .execute()
}

/** Reads the columns that a derivation needs, of the rows after an id, in the order of their ids. */
function readBatch(tables: Kysely<ModuleTables>, definition: ModuleDefinition, afterId: string) {
  const columns = [
    'id',
    'source',
    'source_key',
    'search_text',
    'sort_keys',
    ...listColumns(definition).map(({ name }) => name),
  ]
  return tables
    .selectFrom(definition.name)
    .select(columns)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(rowsPerBatch)
    .execute()
}
