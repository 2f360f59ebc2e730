import { isAllowed, isMasked, visibleFields } from '#server/engine/schema/visible-fields.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import { findRevealable, findVisibleRow } from '#server/engine/query/row-query.ts'
import type { Database } from '#server/db/client.ts'
import { anonymous, type Caller } from '#server/http/caller.ts'
import { findStoredFile, type StoredFile } from '../files/find-files.ts'

/**
 * Result for an anonymous caller in place of a file whose row is public, but whose download needs a sign-in
 * (`filesNeedSignIn` of its module).
 */
export const signInRequiredForFile = 'for-signed-in'

/** A file that the caller can read. */
export interface ReadableFile {
  file: StoredFile
  /** True when anonymous callers can read it too, so that shared caches may store it. */
  isPublic: boolean
}

/** Dependencies for finding files and the rows that reference them. */
export interface FileLookup {
  db: Database
  registry: Registry
}

/**
 * Finds a file that the caller can read: through a readable field of a row that references it, or as its uploader while
 * no row does. Files for imports are never served. Any other file is reported as missing, except one that needs only a
 * sign-in.
 * @param no number of the file
 */
export async function findReadableFile(
  lookup: FileLookup,
  caller: Caller,
  no: string,
): Promise<ReadableFile | typeof signInRequiredForFile | undefined> {
  const file = await findStoredFile(lookup.db.kysely, no)
  if (!file || file.isForImport) return undefined
  if (!file.isAttached) {
    const isUploader = caller.kind === 'user' && file.ownerId === caller.id
    return isUploader ? { file, isPublic: false } : undefined
  }
  const references = await lookup.db.kysely
    .selectFrom('file_references')
    .select(['module', 'row_id', 'field'])
    .where('no', '=', no)
    .execute()
  const publicAccess = await findAccess(lookup, anonymous, references)
  if (publicAccess === 'open') return { file, isPublic: true }
  if (caller.kind === 'anonymous') return publicAccess
  return (await findAccess(lookup, caller, references)) === 'open' ? { file, isPublic: false } : undefined
}

/** A field of a row that references a file. */
interface FileReference {
  module: string
  row_id: string
  field: string
}

/**
 * Finds a masked file that was revealed to the caller, while the row still references it and the caller can still
 * reveal it.
 * @param no number of the file
 * @param reference field that the caller revealed, from the download token of that reveal; the token is already verified
 */
export async function findRevealedFile(
  { db, registry }: FileLookup,
  caller: Caller,
  no: string,
  reference: FileReference,
): Promise<ReadableFile | undefined> {
  const { module: name, row_id, field } = reference
  const module = registry.find(name)
  if (!module || !findRevealable(caller, module, field)) return undefined
  const row = await findVisibleRow(db.kysely, module, caller, { id: row_id, columns: [field] })
  const file = row?.[field] === no ? await findStoredFile(db.kysely, no) : undefined
  return file && { file, isPublic: false }
}

/** Access to a file through a row that references it: open, only after a sign-in, or none. */
type FileAccess = 'open' | typeof signInRequiredForFile | undefined

/** Finds the best access that one of the referencing rows gives to the caller. */
async function findAccess(
  lookup: FileLookup,
  caller: Caller,
  references: readonly FileReference[],
): Promise<FileAccess> {
  let bestAccess: FileAccess
  for (const reference of references) {
    const access = await findReferenceAccess(lookup, caller, reference)
    if (access === 'open') return access
    bestAccess ??= access
  }
  return bestAccess
}

/** Finds the access by one reference. It checks the same permissions and row scope as a call that reads the row. */
async function findReferenceAccess(
  { db, registry }: FileLookup,
  caller: Caller,
  reference: FileReference,
): Promise<FileAccess> {
  const module = registry.find(reference.module)
  if (!module || !isAllowed(caller, module, 'read')) return undefined
  if (
    !visibleFields(caller, module, 'output').has(reference.field) ||
    isMasked(caller, module, reference.field)
  )
    return undefined
  const { filesNeedSignIn } = module
  // Without that rule only the row's existence counts, so any column will do.
  const columns = [filesNeedSignIn ?? 'id']
  const row = await findVisibleRow(db.kysely, module, caller, { id: reference.row_id, columns })
  if (!row) return undefined
  const needsSignIn = caller.kind === 'anonymous' && filesNeedSignIn && Boolean(row[filesNeedSignIn])
  return needsSignIn ? signInRequiredForFile : 'open'
}
