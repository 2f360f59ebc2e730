import { sql, type Kysely } from 'kysely'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { Locale } from '#contract/locale.ts'
import { maskedValue } from '#contract/row.ts'
import type { Tables } from '#server/db/client.ts'
import type { Caller, CallerContext } from '#server/http/caller.ts'
import { decodeField, type StoredRow, type WireRow } from '../field-types/codec.ts'
import { getTitleTemplate, toLabel } from './labels.ts'
import { moduleTables } from '../../db/module-tables.ts'
import { selectColumns, whereVisible } from './query-plan.ts'
import type { Registry } from '../schema/registry.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { isMasked, isAllowed } from '../schema/visible-fields.ts'
import type { RelatedLabels } from '../field-types/cell-context.ts'
import { createLabelIndex, type LabelIndex } from './label-index.ts'

/** Rows that are read at once. */
const pageRows = 2000
const noFiles = new Map<string, never>()

export interface RelatedLabelsDeps {
  kysely: Kysely<Tables>
  registry: Registry
}

/**
 * Reads what the rows are called that relations may name, of each module that the fields point to: those that exist for
 * the caller, drafts too where the caller may see them. Rows that exist for others alone are to it as if they were not.
 */
export async function loadRelatedLabels(
  { kysely, registry }: RelatedLabelsDeps,
  { caller, locale }: CallerContext,
  fields: Iterable<FieldDefinition>,
): Promise<RelatedLabels> {
  const names = new Set([...fields].flatMap((field) => field.relation?.module ?? []))
  const indexes = new Map<string, LabelIndex>()
  for (const name of names) indexes.set(name, await loadModule(kysely, caller, registry.get(name), locale))
  return {
    find: (module, text) => indexes.get(module)?.find(text),
    labelOf: (module, id) => indexes.get(module)?.labelOf(id) ?? id,
  }
}

async function loadModule(
  kysely: Kysely<Tables>,
  caller: Caller,
  module: ServerModule,
  locale: Locale,
): Promise<LabelIndex> {
  const index = createLabelIndex(locale)
  if (!isAllowed(caller, module, 'list')) return index
  const { template, fields } = getTitleTemplate(caller, module)
  for await (const row of readTitles(kysely, caller, module, fields))
    index.add(String(row['id']), toLabel(template, row))
  return index
}

/** By id, a page after the other. */
async function* readTitles(
  kysely: Kysely<Tables>,
  caller: Caller,
  module: ServerModule,
  keys: readonly string[],
): AsyncGenerator<WireRow> {
  const { name, fields } = module.definition
  const tables = moduleTables(kysely)
  const shown = whereVisible(tables, module, caller, isAllowed(caller, module, 'drafts'))
  const read = [...new Set(['id', ...keys])].flatMap((key): [string, FieldDefinition][] => {
    const field = fields[key]
    return field ? [[key, field]] : []
  })
  const columns = selectColumns(read)
  const id = sql.ref(`${name}.id`)
  for (let last = ''; ;) {
    const { rows } = await sql<StoredRow>`select ${columns} from ${sql.id(name)}
      where ${id} > ${last} and ${shown} order by ${id} limit ${pageRows}`.execute(kysely)
    for (const row of rows)
      yield Object.fromEntries(
        read.map(([key, field]) => {
          const value = decodeField(key, field, row, noFiles)
          return [key, isMasked(caller, module, key) && value !== null ? maskedValue : value]
        }),
      )
    if (rows.length < pageRows) return
    last = String(rows.at(-1)?.['id'])
  }
}
