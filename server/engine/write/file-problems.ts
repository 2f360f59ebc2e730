import type { FieldIssue } from '#contract/envelope.ts'
import { listImageFileNumbers } from '#contract/rich-text.ts'
import type { Values } from '#contract/form/form-shape.ts'
import { findUnattachable } from '#server/engine/write/attachable.ts'
import { listFileFields, listImageFields } from '#server/engine/field-types/index.ts'
import type { ServerModule } from '../schema/server-module.ts'
import type { LockedRow } from './lock-row.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'

/** Files that the caller gives and may not put there. */
export async function fileProblems(
  { trx, caller, now }: WriteContext,
  { definition }: ServerModule,
  { id, held, given }: { id: string; held: LockedRow | undefined; given: Values },
  after: Values,
): Promise<FieldIssue[]> {
  const problems: FieldIssue[] = []
  for (const field of listFileFields(definition.fields)) {
    const no = fileNo(after[field])
    if (!Object.hasOwn(given, field) || no === undefined) continue
    const before = fileNo(held?.row[field]) ?? null
    const place = { module: definition.name, rowId: id, field, no, caller, before }
    const key = await findUnattachable(trx, place, now)
    if (key !== undefined) problems.push({ path: field, key })
  }
  for (const field of listImageFields(definition.fields)) {
    if (!Object.hasOwn(given, field)) continue
    const known = listImageFileNumbers(held?.row[field])
    for (const no of listImageFileNumbers(after[field]).filter((one) => !known.includes(one))) {
      const place = { module: definition.name, rowId: id, field, no, caller, before: null }
      const key = await findUnattachable(trx, place, now)
      if (key !== undefined) problems.push({ path: field, key })
    }
  }
  return problems
}

/** The number of a file, as a field holds it or as a caller sends it. */
export function fileNo(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  const no = (value as { no?: unknown } | null | undefined)?.no
  return typeof no === 'string' ? no : undefined
}
