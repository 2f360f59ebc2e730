import type { ModuleMetadata } from '#contract/metadata.ts'
import type { RowRevisionInfo } from '#contract/row-api.ts'
import type { Row } from '../data/console-api.ts'
import { isBlank } from '../field-values/field-text.ts'

/** The change of one field in a write. */
export interface FieldChange {
  field: string
  before: unknown
  after: unknown
  /** False where the history has no values: the field is masked, or its value was never returned. */
  hasValues: boolean
}

/** One write of a row with both values of all changed fields. */
export interface RevisionDiff {
  entry: RowRevisionInfo
  changes: readonly FieldChange[]
}

/**
 * Computes both values of each write. The history has the value before; the value after is the one that the next write
 * found, or the current one.
 * @param entries newest first
 */
export function diffRevisions(entries: readonly RowRevisionInfo[], row: Row | undefined): RevisionDiff[] {
  const next = new Map<string, unknown>(Object.entries(row ?? {}))
  return entries.map((entry) => {
    const all = entry.fields.map((field): FieldChange => {
      const isFirst = entry.deed === 'create'
      const hasValues = (isFirst || Object.hasOwn(entry.before, field)) && next.has(field)
      return { field, before: entry.before[field] ?? null, after: next.get(field) ?? null, hasValues }
    })
    // An action may set fields to their current values.
    const changes = all.filter(isChange)
    for (const field of entry.fields) {
      if (Object.hasOwn(entry.before, field)) next.set(field, entry.before[field])
      else next.delete(field)
    }
    return { entry, changes }
  })
}

/** Computes the changes of restoring a version, from the fields of all later writes. */
export function diffToVersion(
  metadata: ModuleMetadata,
  entries: readonly RowRevisionInfo[],
  row: Row,
  version: number,
): FieldChange[] {
  const later = entries.filter((entry) => entry.version > version)
  const [newest] = later
  // A single action is undone as a whole; otherwise fields that only actions write stay.
  const isWhole = later.length === 1 && metadata.actions[newest?.deed ?? '']?.undoable === true
  const fields = [...new Set(later.flatMap((entry) => entry.fields))].filter(
    (field) => isWhole || metadata.fields[field]?.writable === true,
  )
  const all = fields.map((field): FieldChange => {
    const source = later.findLast((entry) => Object.hasOwn(entry.before, field))
    return {
      field,
      before: row[field] ?? null,
      after: source?.before[field] ?? null,
      hasValues: source !== undefined,
    }
  })
  return all.filter(isChange)
}

/** Whether a value has changed; true also when the values are unknown. */
function isChange({ hasValues, before, after }: FieldChange): boolean {
  const isSame = (isBlank(before) && isBlank(after)) || JSON.stringify(before) === JSON.stringify(after)
  return !hasValues || !isSame
}
