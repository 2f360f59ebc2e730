import type { Kysely } from 'kysely'
import { rooms } from '#contract/modules/rooms.ts'
import { sessions } from '#contract/modules/sessions.ts'
import { speakers } from '#contract/modules/speakers.ts'
import { tourRoutes } from '#contract/modules/tour-routes.ts'
import { tracks } from '#contract/modules/tracks.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { moduleDefinitions } from '#contract/modules/index.ts'
import type { Tables } from '#server/db/client.ts'
import { readRows, softDeleteRows } from '#server/engine/write/write-rows.ts'
import { sampleSource } from '#server/sample/fill-sample.ts'

/**
 * Removes the sample's programme: its sessions and tours, and those of its tracks, speakers and rooms that no other
 * row references.
 * @returns the number of removed rows
 */
export async function replaceSample(trx: Kysely<Tables>, now: string | Date): Promise<number> {
  let removedCount = 0
  for (const definition of [tourRoutes, sessions]) {
    const rows = await readRows(trx, definition, { source: sampleSource })
    const ids = rows.map(({ id }) => id)
    removedCount += await softDeleteRows(trx, definition, ids, { now })
  }
  for (const definition of [tracks, speakers, rooms]) {
    const rows = await readRows(trx, definition, { source: sampleSource })
    const candidates = rows.map(({ id }) => id)
    removedCount += await removeUnused(trx, definition, candidates, now)
  }
  return removedCount
}

/** Removes the given rows that no row references. @returns the number of removed rows */
export async function removeUnused(
  trx: Kysely<Tables>,
  definition: ModuleDefinition,
  ids: readonly string[],
  now: string | Date,
): Promise<number> {
  if (ids.length === 0) return 0
  const referencedIds = await findReferencedIds(trx, definition.name)
  return await softDeleteRows(
    trx,
    definition,
    ids.filter((id) => !referencedIds.has(id)),
    { now },
  )
}

/** Finds the ids of a module's rows that any row of any module references. */
async function findReferencedIds(trx: Kysely<Tables>, target: string): Promise<Set<string>> {
  const referencedIds = new Set<string>()
  for (const definition of moduleDefinitions) {
    const keys = listReferencingKeys(definition, target)
    if (keys.length === 0) continue
    for (const row of await readRows(trx, definition)) {
      for (const key of keys) for (const id of toIds(row[key])) referencedIds.add(id)
    }
  }
  return referencedIds
}

function listReferencingKeys(definition: ModuleDefinition, target: string): string[] {
  return Object.entries(definition.fields)
    .filter(([, field]) => field.relation?.module === target)
    .map(([key]) => key)
}

function toIds(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((id): id is string => typeof id === 'string')
}
