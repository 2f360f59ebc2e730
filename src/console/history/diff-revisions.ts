import type { ModuleMetadata } from '#contract/metadata.ts'
import type { RowRevisionInfo } from '#contract/row-api.ts'
import type { Row } from '../data/console-api.ts'
import { isBlank } from '../field-values/field-text.ts'

/** The change of one field in a write. */
export interface FieldChange {
  /** Key of the field. */
  field: string
  /** The value before; null when the field was empty, and without `hasValues`. */
  before: unknown
  /** The value after, likewise. */
  after: unknown
  /** False where the history has no values: the field is masked, or its value was never returned. */
  hasValues: boolean
}

/** One write of a row with both values of all changed fields. {@link diffRevisions} creates it for the history. */
export interface RevisionDiff {
  revision: RowRevisionInfo
  changes: readonly FieldChange[]
}

/**
 * Computes both values of each write. The history has the value before; the value after is the one that the next write
 * found, or the current one.
 * @param revisions newest first
 */
export function diffRevisions(revisions: readonly RowRevisionInfo[], row: Row | undefined): RevisionDiff[] {
  // Starts with the current values, and goes back in time with each write.
  const valuesAfter = new Map<string, unknown>(Object.entries(row ?? {}))
  return revisions.map((revision) => {
    const allChanges = revision.fields.map((field): FieldChange => {
      const isCreation = revision.deed === 'create'
      const hasValues = (isCreation || Object.hasOwn(revision.before, field)) && valuesAfter.has(field)
      return {
        field,
        before: revision.before[field] ?? null,
        after: valuesAfter.get(field) ?? null,
        hasValues,
      }
    })
    // An action may set fields to their current values.
    const changes = allChanges.filter(isChange)
    for (const field of revision.fields) {
      if (Object.hasOwn(revision.before, field)) valuesAfter.set(field, revision.before[field])
      // Without it, the values that older writes created are unknown.
      else valuesAfter.delete(field)
    }
    return { revision, changes }
  })
}

/**
 * Computes the changes of restoring a version, from the fields of all later writes.
 * @param revisions newest first
 * @param version the version to restore
 */
export function diffToVersion(
  metadata: ModuleMetadata,
  revisions: readonly RowRevisionInfo[],
  row: Row,
  version: number,
): FieldChange[] {
  const laterRevisions = revisions.filter((revision) => revision.version > version)
  const [newest] = laterRevisions
  // A single action is undone as a whole; otherwise fields that only actions write keep their values.
  const undoesAction = laterRevisions.length === 1 && metadata.actions[newest?.deed ?? '']?.undoable === true
  const fields = [...new Set(laterRevisions.flatMap((revision) => revision.fields))].filter(
    (field) => undoesAction || metadata.fields[field]?.writable === true,
  )
  const allChanges = fields.map((field): FieldChange => {
    // Newest first: the last one is the first write after the version, and found its value.
    const sourceRevision = laterRevisions.findLast((revision) => Object.hasOwn(revision.before, field))
    return {
      field,
      before: row[field] ?? null,
      after: sourceRevision?.before[field] ?? null,
      hasValues: sourceRevision !== undefined,
    }
  })
  return allChanges.filter(isChange)
}

/** Whether a value has changed; true also when the values are unknown. */
function isChange({ hasValues, before, after }: FieldChange): boolean {
  const isSame = (isBlank(before) && isBlank(after)) || JSON.stringify(before) === JSON.stringify(after)
  return !hasValues || !isSame
}
