import type { Kysely } from 'kysely'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { moduleDefinitions } from '#contract/modules/index.ts'
import type { Tables } from '#server/db/client.ts'
import { readRows } from '#server/engine/write/write-rows.ts'

/** The ids of a module's rows that any row of any module refers to. */
export async function findReferred(trx: Kysely<Tables>, target: string): Promise<Set<string>> {
  const referred = new Set<string>()
  for (const definition of moduleDefinitions) {
    const keys = keysReferringTo(definition, target)
    if (keys.length === 0) continue
    for (const row of await readRows(trx, definition)) {
      for (const key of keys) for (const id of toIds(row[key])) referred.add(id)
    }
  }
  return referred
}

function keysReferringTo(definition: ModuleDefinition, target: string): string[] {
  return Object.entries(definition.fields)
    .filter(([, field]) => field.relation?.module === target)
    .map(([key]) => key)
}

function toIds(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((id): id is string => typeof id === 'string')
}
