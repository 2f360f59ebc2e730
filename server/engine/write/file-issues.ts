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

/** Files that the caller gives and may not put there. */
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
    for (const no of listImageFileNumbers(after[field]).filter((one) => !earlierNos.includes(one))) {
      const attachment = { module: definition.name, rowId: id, field, no, caller, before: null }
      const key = await findAttachmentIssueKey(trx, attachment, now)
      if (key !== undefined) issues.push({ path: field, key })
    }
  }
  return issues
}

/** The number of a file, as a field holds it or as a caller sends it. */
export function getFileNo(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  const no = (value as { no?: unknown } | null | undefined)?.no
  return typeof no === 'string' ? no : undefined
}

/** A field of a row, and the file that a caller wants in it. */
export interface Attachment {
  module: string
  rowId: string
  field: string
  no: string
  caller: Caller
  /** What the field holds now. */
  before: string | null
}

/** The same for a file that is unknown, another person's, over, or meant for another field: nobody learns which. */
const attachmentIssueKey = 'field.file'

/**
 * Whether a caller may put a file into a field of a row: one that the field holds or once held; else one that was
 * uploaded for this very field, by the caller, or by a ticket and named by no row yet. The file is locked until the
 * transaction ends, so that of two rows that name the upload of a ticket one gets it.
 * @returns the key of the problem to tell at the field; undefined when it may be
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
  const isMeant = file.for_module === module && file.for_field === field
  const isOwn =
    file.owner_id === null ? file.attached_at === null : caller.kind === 'user' && file.owner_id === caller.id
  if (isMeant && isOwn) return undefined
  const revisions = await readRevisions(trx, module, rowId)
  return revisions.some(({ before: old }) => containsFile(old, field, no)) ? undefined : attachmentIssueKey
}

/** Whether a field held a file, or its text showed the file as a picture. */
function containsFile(columns: Readonly<Record<string, ColumnValue>>, field: string, no: string): boolean {
  if (columns[field] === no) return true
  const names = [field, ...locales.map((locale) => localizedColumn(field, locale))]
  return names.some((name) => {
    const text = columns[name]
    // Most rich texts show no picture at all: they need not be read.
    return typeof text === 'string' && text.includes(no) && listImageFileNumbers(readJson(text)).includes(no)
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
