import type { ModuleMetadata } from '#contract/metadata.ts'
import type { RowRevisionInfo } from '#contract/row-api.ts'
import type { Row } from '../data/console-api.ts'
import { isBlank } from '../field-values/field-text.ts'

/** What a write made of one field. */
export interface FieldChange {
  field: string
  before: unknown
  after: unknown
  /** False where the history keeps no values: what is masked, or was never told. */
  isKept: boolean
}

/** One write of a row with both values of all that it changed. */
export interface RevisionDiff {
  entry: RowRevisionInfo
  changes: readonly FieldChange[]
}

/**
 * Both values of each write: the history tells what was before; what came after is what the next write found, or what
 * the row holds now.
 * @param entries the newest first
 */
export function diffRevisions(entries: readonly RowRevisionInfo[], row: Row | undefined): RevisionDiff[] {
  const next = new Map<string, unknown>(Object.entries(row ?? {}))
  return entries.map((entry) => {
    const all = entry.fields.map((field): FieldChange => {
      const isFirst = entry.deed === 'create'
      const isKept = (isFirst || Object.hasOwn(entry.before, field)) && next.has(field)
      return { field, before: entry.before[field] ?? null, after: next.get(field) ?? null, isKept }
    })
    // An action sets fields that were so already.
    const changes = all.filter(isChange)
    for (const field of entry.fields) {
      if (Object.hasOwn(entry.before, field)) next.set(field, entry.before[field])
      else next.delete(field)
    }
    return { entry, changes }
  })
}

/** What bringing a row back to a version would change, by the fields of all later writes. */
export function diffToVersion(
  metadata: ModuleMetadata,
  entries: readonly RowRevisionInfo[],
  row: Row,
  version: number,
): FieldChange[] {
  const later = entries.filter((entry) => entry.version > version)
  const [newest] = later
  // A single action goes back whole; else states and what else only actions write stay as they are.
  const isWhole = later.length === 1 && metadata.actions[newest?.deed ?? '']?.undoable === true
  const fields = [...new Set(later.flatMap((entry) => entry.fields))].filter(
    (field) => isWhole || metadata.fields[field]?.writable === true,
  )
  const all = fields.map((field): FieldChange => {
    const kept = later.findLast((entry) => Object.hasOwn(entry.before, field))
    return {
      field,
      before: row[field] ?? null,
      after: kept?.before[field] ?? null,
      isKept: kept !== undefined,
    }
  })
  return all.filter(isChange)
}

/** False where both values are known and the same. */
function isChange({ isKept, before, after }: FieldChange): boolean {
  const isSame = (isBlank(before) && isBlank(after)) || JSON.stringify(before) === JSON.stringify(after)
  return !isKept || !isSame
}
