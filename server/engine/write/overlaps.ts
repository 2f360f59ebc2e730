import { sql } from 'kysely'
import { acceptedOverlapsKey, maxAcceptedOverlaps } from '#contract/row-api.ts'
import type { FieldIssue } from '#contract/envelope.ts'
import { rowIdPattern } from '#contract/row.ts'
import { formatTimeInTimeZone, formatDateInTimeZone, toInstant } from '#contract/time.ts'
import { errorText } from '#server/http/error-texts.ts'
import { createHttpError } from '#server/errors.ts'
import { readForumZone } from '#server/db/settings.ts'
import { getTitleTemplate, toLabel } from '../query/labels.ts'
import { moduleTables } from '../../db/module-tables.ts'
import { whereInScope } from '../query/query-plan.ts'
import type { OverlapRule, ServerModule } from '../schema/server-module.ts'
import { isAllowed } from '../schema/visible-fields.ts'
import { occupiesLocation, isEqual, type Candidate } from './constraints.ts'
import type { SiblingRows, RowWithId } from './sibling-rows.ts'
import { toIds, listLocationIds } from './related-rows.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'

const rowIdRegExp = new RegExp(rowIdPattern)

/**
 * Splits a body into the row's fields and the ids of the rows that the caller allows the row to overlap.
 * @throws HttpError `validation.failed` when the ids are no list of row ids
 */
export function splitAcceptedOverlaps(body: Readonly<Record<string, unknown>>): {
  fields: Readonly<Record<string, unknown>>
  accepted: ReadonlySet<string>
} {
  const { [acceptedOverlapsKey]: ids, ...fields } = body
  if (ids === undefined) return { fields, accepted: new Set() }
  const isList = Array.isArray(ids) && ids.length <= maxAcceptedOverlaps
  if (!isList || !ids.every((id) => typeof id === 'string' && rowIdRegExp.test(id)))
    throw createHttpError('validation.failed', {
      fields: [{ path: acceptedOverlapsKey, key: 'field.invalid' }],
    })
  return { fields, accepted: new Set(ids as string[]) }
}

/**
 * Lists the rows that are at the same time in the same location as the written row, each as an issue. Lists none when the
 * write changes neither locations, times nor whether the rule applies: a caller accepted those overlaps before.
 */
export async function findOverlaps(
  context: WriteContext,
  module: ServerModule,
  candidate: Pick<Candidate, 'before' | 'after'>,
  siblings: SiblingRows,
): Promise<FieldIssue[]> {
  const issues: FieldIssue[] = []
  for (const rule of module.overlaps ?? []) {
    if (!changesOccupancy(module, rule, candidate)) continue
    const rows = await siblings.listOverlapping(rule, candidate.after)
    for (const row of rows)
      issues.push(await toOverlapIssue(context, module, rule, { after: candidate.after, other: row }))
  }
  return issues
}

/**
 * Checks that the caller has accepted every overlap, up to the number of ids that a request body may hold. A session in all
 * rooms may overlap more rows; those further ones are not checked.
 * @throws HttpError `row.overlaps` with the accepted overlaps too, so that the caller sees everything to accept
 */
export function checkOverlaps(
  { acceptedOverlaps }: Pick<WriteContext, 'acceptedOverlaps'>,
  overlaps: readonly FieldIssue[],
): void {
  const fields = overlaps.slice(0, maxAcceptedOverlaps)
  const hasUnaccepted = fields.some(({ params }) => !acceptedOverlaps?.has(String(params?.['row'])))
  if (hasUnaccepted) throw createHttpError('row.overlaps', { fields })
}

/** True when the write puts the row at another time, in other locations, or under the rule for the first time. */
function changesOccupancy(
  module: ServerModule,
  rule: OverlapRule,
  { before, after }: Pick<Candidate, 'before' | 'after'>,
): boolean {
  if (!occupiesLocation(module, rule, after)) return false
  if (!before || !occupiesLocation(module, rule, before)) return true
  return (
    [rule.from, rule.to].some((key) => toInstant(String(before[key])) !== toInstant(String(after[key]))) ||
    !isEqual(listLocationIds(rule, before).toSorted(), listLocationIds(rule, after).toSorted())
  )
}

/** The written row (`after`) and one that it overlaps. */
interface OverlappingPair {
  after: RowWithId
  other: RowWithId
}

/** Creates the issue of an overlap. Of a row that the caller may not see it names the time, but not the title. */
async function toOverlapIssue(
  context: WriteContext,
  module: ServerModule,
  rule: OverlapRule,
  { after, other }: OverlappingPair,
): Promise<FieldIssue> {
  const { trx, locale } = context
  const zone = await readForumZone(trx)
  const [from, to] = [String(other[rule.from]), String(other[rule.to])]
  const isOneDay = formatDateInTimeZone(from, zone) === formatDateInTimeZone(to, zone)
  const otherLocationIds = new Set(listLocationIds(rule, other))
  const path = rule.relations.find((key) => toIds(after[key]).some((id) => otherLocationIds.has(id))) ?? ''
  const title = (await isVisible(context, module, other.id))
    ? toLabel(getTitleTemplate(context.caller, module).template, other)[locale]
    : errorText('row.overlap.other', locale)
  return {
    path,
    key: rule.key,
    params: {
      row: other.id,
      title: title === '' ? errorText('row.overlap.other', locale) : title,
      from: `${formatDateInTimeZone(from, zone)} ${formatTimeInTimeZone(from, zone)}`,
      to: isOneDay
        ? formatTimeInTimeZone(to, zone)
        : `${formatDateInTimeZone(to, zone)} ${formatTimeInTimeZone(to, zone)}`,
    },
  }
}

/** True unless the row exists and is hidden from the caller. A row of the caller's own import may not be in the table yet. */
async function isVisible({ trx, caller }: WriteContext, module: ServerModule, id: string): Promise<boolean> {
  const { name } = module.definition
  const tables = moduleTables(trx)
  const scope = whereInScope(tables, module, caller, isAllowed(caller, module, 'drafts'))
  const { rows } = await sql<{ hidden: number }>`
    select 1 as hidden from ${sql.id(name)}
    where ${sql.ref(`${name}.id`)} = ${id} and not (${scope})`.execute(trx)
  return rows.length === 0
}
