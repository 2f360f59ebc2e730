import type { Kysely } from 'kysely'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import type { Tables } from '#server/db/client.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { blindIndexColumn } from '#server/db/module-tables.ts'
import { moduleTables } from '../../db/module-tables.ts'

/** One for all modules, so that the numbers of two of them can be compared. */
const purpose = 'blind index of ID numbers'

/**
 * What an ID number is recognised by and not told from. However it is typed: width, case, blanks and hyphens do not
 * count.
 */
export function createBlindIndex(secrets: Secrets, number: string): string {
  const plain = number
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  return secrets.hmac(purpose, plain === '' ? number : plain)
}

/** An ID number to find in a field of a module. */
export interface NumberQuery {
  field: string
  number: string
  /** The row that asks: it is not among those found. */
  exceptId?: string | undefined
}

/**
 * Finds the rows of a module that hold this ID number and are not deleted.
 * @returns their ids
 */
export async function findRowsByIdNumber(
  trx: Kysely<Tables>,
  secrets: Secrets,
  { name }: ModuleDefinition,
  { field, number, exceptId }: NumberQuery,
): Promise<string[]> {
  let query = moduleTables(trx)
    .selectFrom(name)
    .select('id')
    .where(blindIndexColumn(field), '=', createBlindIndex(secrets, number))
    .where('deleted_at', 'is', null)
  if (exceptId !== undefined) query = query.where('id', '!=', exceptId)
  const rows = await query.orderBy('id').execute()
  return rows.map(({ id }) => String(id))
}
