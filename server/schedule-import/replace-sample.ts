import type { Kysely } from 'kysely'
import { rooms } from '#contract/modules/rooms.ts'
import { sessions } from '#contract/modules/sessions.ts'
import { speakers } from '#contract/modules/speakers.ts'
import { tourRoutes } from '#contract/modules/tour-routes.ts'
import { tracks } from '#contract/modules/tracks.ts'
import type { Tables } from '#server/db/client.ts'
import { readRows, softDeleteRows } from '#server/engine/write/write-rows.ts'
import { sampleSource } from '#server/sample/fill-sample.ts'
import { removeUnused } from './remove-unused.ts'

/**
 * Takes the programme of the sample forum out: its sessions and tours, and those of its tracks, speakers and rooms that
 * nothing else needs.
 * @returns the number of rows taken out
 */
export async function replaceSample(trx: Kysely<Tables>, now: string | Date): Promise<number> {
  let removed = 0
  for (const definition of [tourRoutes, sessions]) {
    const rows = await readRows(trx, definition, { source: sampleSource })
    const ids = rows.map(({ id }) => id)
    removed += await softDeleteRows(trx, definition, ids, { now })
  }
  for (const definition of [tracks, speakers, rooms]) {
    const rows = await readRows(trx, definition, { source: sampleSource })
    const candidates = rows.map(({ id }) => id)
    removed += await removeUnused(trx, definition, candidates, now)
  }
  return removed
}
