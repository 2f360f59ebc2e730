import { mayDo, isMasked, visibleFields } from '#server/engine/visible-fields.ts'
import type { Registry } from '#server/engine/registry.ts'
import { findRevealable, findShownRow } from '#server/engine/shown-row.ts'
import type { Database } from '#server/db/client.ts'
import { anonymous, type Caller } from '#server/http/caller.ts'
import { findStoredFile, type StoredFile } from './find-files.ts'

/** A file that a caller may have, and whether everybody may. */
export interface ReadableFile {
  file: StoredFile
  isPublic: boolean
}

/** Where the files and the rows that name them are found. */
export interface FileLookup {
  db: Database
  registry: Registry
}

/**
 * Finds a file that the caller may have: whoever may read the field of a row that names it, and until a row does, the
 * person who uploaded it; a table to be imported is nobody's. Any other file is as unknown as one that is not there.
 */
export async function findReadableFile(
  lookup: FileLookup,
  caller: Caller,
  no: string,
): Promise<ReadableFile | undefined> {
  const file = await findStoredFile(lookup.db.kysely, no)
  if (!file || file.isForImport) return undefined
  if (!file.isAttached) {
    const isOwn = caller.kind === 'user' && file.ownerId === caller.id
    return isOwn ? { file, isPublic: false } : undefined
  }
  const places = await lookup.db.kysely
    .selectFrom('file_references')
    .select(['module', 'row_id', 'field'])
    .where('no', '=', no)
    .execute()
  if (await readsOne(lookup, anonymous, places)) return { file, isPublic: true }
  if (caller.kind === 'anonymous' || !(await readsOne(lookup, caller, places))) return undefined
  return { file, isPublic: false }
}

/** A field of a row that names a file. */
interface Place {
  module: string
  row_id: string
  field: string
}

/**
 * Finds a file that is masked for the caller at a place, and was revealed to them there: while the row still names it and
 * they may still have it revealed.
 */
export async function findRevealedFile(
  { db, registry }: FileLookup,
  caller: Caller,
  no: string,
  { module: name, row_id, field }: Place,
): Promise<ReadableFile | undefined> {
  const module = registry.find(name)
  if (!module || !findRevealable(caller, module, field)) return undefined
  const row = await findShownRow(db.kysely, module, caller, row_id, [field])
  const file = row?.[field] === no ? await findStoredFile(db.kysely, no) : undefined
  return file && { file, isPublic: false }
}

async function readsOne(lookup: FileLookup, caller: Caller, places: readonly Place[]): Promise<boolean> {
  for (const place of places) if (await reads(lookup, caller, place)) return true
  return false
}

/** The same gate and the same rows as a call that reads the row. */
async function reads({ db, registry }: FileLookup, caller: Caller, place: Place): Promise<boolean> {
  const module = registry.find(place.module)
  if (!module || !mayDo(caller, module, 'read')) return false
  if (!visibleFields(caller, module, 'output').has(place.field) || isMasked(caller, module, place.field))
    return false
  return (await findShownRow(db.kysely, module, caller, place.row_id, ['id'])) !== undefined
}
