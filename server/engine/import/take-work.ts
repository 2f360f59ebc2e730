import type { Kysely } from 'kysely'
import { workAlone } from '#server/db/alone.ts'
import type { Tables } from '#server/db/client.ts'
import { counts, idsOf } from '../write/constraints.ts'
import { placesWork, spanWork } from '../write/other-rows.ts'
import type { ImportCall } from './import-parts.ts'
import { readStage } from './stage.ts'

/**
 * Waits until nobody else is about to take the places and spans of time that an import's rows want, before anything else
 * is held: whoever writes a single row takes these first too.
 */
export async function takeWork(
  { module, parts }: ImportCall,
  trx: Kysely<Tables>,
  token: string,
): Promise<void> {
  const { exclusions = [], capacities = [], definition } = module
  if (exclusions.length + capacities.length === 0) return
  const names = new Set<string>()
  for await (const lines of readStage(trx, parts.secrets, definition, token))
    for (const { values } of lines) {
      for (const rule of exclusions) names.add(spanWork(module, rule, values))
      for (const rule of capacities)
        if (counts(module, rule.where, values))
          for (const id of idsOf(values[rule.relation])) names.add(placesWork(module, rule, id))
    }
  // In one order for all: two imports never wait for each other.
  for (const name of [...names].toSorted()) await workAlone(trx, name)
}
