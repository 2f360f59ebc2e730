import type { FieldIssue } from '#contract/envelope.ts'
import { listImageFileNumbers } from '#contract/rich-text.ts'
import type { Values } from '#contract/form/form-shape.ts'
import { listFileFields, listImageFields } from '#server/engine/field-types/index.ts'
import type { ServerModule } from '../schema/server-module.ts'
import type { LockedRow } from './lock-row.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'
import type { Kysely } from 'kysely'
import { locales } from '#contract/locale.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import type { ColumnValue } from '#server/engine/field-types/field-type.ts'
import { localizedColumn, isPostgres, moduleTables } from '#server/db/module-tables.ts'
import { readRevisions } from '#server/engine/write/row-revisions.ts'
import type { Caller } from '#server/http/caller.ts'

/**
 * Finds the issues of files in the input that the caller may not attach to their field.
 * @param after the row as the write would leave it; fields that a condition hides are empty there and need no check
 */
export async function findFileIssues(
  { trx, caller, now }: WriteContext,
  { definition }: ServerModule,
  { id, locked, input }: { id: string; locked: LockedRow | undefined; input: Values },
  after: Values,
): Promise<FieldIssue[]> {
  const issues: FieldIssue[] = []
  for (const field of listFileFields(definition.fields)) {
    const no = getFileNo(after[field])
    if (!Object.hasOwn(input, field) || no === undefined) continue
    const before = getFileNo(locked?.row[field]) ?? null
    const attachment = { module: definition.name, rowId: id, field, no, caller, before }
    const key = await findAttachmentIssueKey(trx, attachment, now)
    if (key !== undefined) issues.push({ path: field, key })
  }
  for (const field of listImageFields(definition.fields)) {
    if (!Object.hasOwn(input, field)) continue
    const earlierNos = listImageFileNumbers(locked?.row[field])
    const addedNos = listImageFileNumbers(after[field]).filter((no) => !earlierNos.includes(no))
    for (const no of addedNos) {
      const attachment = { module: definition.name, rowId: id, field, no, caller, before: null }
      const key = await findAttachmentIssueKey(trx, attachment, now)
      if (key !== undefined) issues.push({ path: field, key })
    }
  }
  return issues
}

/** Gets the number of a file from a stored value (the number) or a wire value (an object). */
export function getFileNo(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  const no = (value as { no?: unknown } | null | undefined)?.no
  return typeof no === 'string' ? no : undefined
}

/** A file that a caller wants to attach to a field of a row. */
export interface Attachment {
  module: string
  rowId: string
  /** Key of the field. */
  field: string
  /** Number of the file. */
  no: string
  caller: Caller
  /** Number of the file that the field holds now; null for none, and for pictures of a text, which are all new. */
  before: string | null
}

/** One issue for an unknown or expired file, one of another user and one for another field, so that it reveals nothing. */
const attachmentIssueKey = 'field.file'

/**
 * Checks whether a caller may attach a file to a field of a row. Allowed are files that the field holds or once held, and
 * files that the caller uploaded for this field. So are files for this field that a ticket uploaded, until they are attached.
 * A ticket allows somebody who is not signed in one upload (`UploadTicketsTable`). The file is locked until the transaction
 * ends, so that only one of two rows gets it.
 * @returns the key of the field's issue; undefined when the file is allowed
 */
export async function findAttachmentIssueKey(
  trx: Kysely<Tables>,
  attachment: Attachment,
  now: Date,
): Promise<typeof attachmentIssueKey | undefined> {
  const { module, rowId, field, no, caller, before } = attachment
  if (no === before) return undefined
  const query = trx
    .selectFrom('files')
    .select(['owner_id', 'attached_at', 'for_module', 'for_field'])
    .where('no', '=', no)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', toInstant(now))]))
  const file = await (isPostgres(moduleTables(trx)) ? query.forUpdate() : query).executeTakeFirst()
  if (!file) return attachmentIssueKey
  const isForField = file.for_module === module && file.for_field === field
  // A file without an owner was uploaded by a ticket.
  const isOwn =
    file.owner_id === null ? file.attached_at === null : caller.kind === 'user' && file.owner_id === caller.id
  if (isForField && isOwn) return undefined
  const revisions = await readRevisions(trx, module, rowId)
  return revisions.some(({ before: earlierValues }) => containsFile(earlierValues, field, no))
    ? undefined
    : attachmentIssueKey
}

/** True when a field held the file, or its text showed the file as a picture. */
function containsFile(columns: Readonly<Record<string, ColumnValue>>, field: string, no: string): boolean {
  if (columns[field] === no) return true
  const names = [field, ...locales.map((locale) => localizedColumn(field, locale))]
  return names.some((name) => {
    const text = columns[name]
    // Most rich texts have no pictures: only those that contain the number are parsed.
    return typeof text === 'string' && text.includes(no) && listImageFileNumbers(readJson(text)).includes(no)
  })
}

/** Parses JSON; undefined for a text that is none, such as one of a plain text field. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
