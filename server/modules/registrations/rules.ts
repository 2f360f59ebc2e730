import { is, isOneOf } from '#contract/conditions.ts'
import { type Localized, locales } from '#contract/locale.ts'
import { closedStates, openStates, reviewDeadlineHours, type ReviewState } from '#contract/modules/review.ts'
import type { FieldIssue } from '#contract/envelope.ts'
import { allow, callerRows } from '#server/engine/schema/permissions.ts'
import type { WriteHookContext } from '#server/engine/schema/write-hooks.ts'

/** What registrations of participants and of staff have in common on the server. */

/** What every registration asks, but who it is of. */
const address = ['email', 'country', 'city', 'company', 'position'] as const
const person = ['realname', 'id_number', ...address, 'photo'] as const
/** What the person sees of the review. That an ID number is repeated is not among it. */
const state = [
  'mobile',
  'status',
  'review_reason',
  'locale',
  'submitted_at',
  'decided_at',
  'created_at',
  'updated_at',
] as const

/** Fields of one kind of registration. */
export interface OwnFields<Key extends string> {
  /** The person fills them in. */
  asked: readonly Key[]
  /** Those that stay the person's after the approval. */
  freed: readonly Key[]
  /** The person reads them. */
  told: readonly Key[]
  /** Organisers write them beside what they may correct in every registration. */
  corrected: readonly Key[]
}

/**
 * Who may do what with registrations. A person writes until the review begins and while more is wanted; after the
 * approval what names them stays: name, ID number, photo. Organisers correct what was mistyped, and see ID number and
 * photo in full with a reason only.
 */
export function registrationPermissions<Key extends string>(kind: OwnFields<Key>) {
  const read = [...person, ...state, ...kind.asked, ...kind.told]
  const approved = allow('list read update')
    .rows(callerRows('owner_id'))
    .fields(read)
    .masked(['id_number'])
    .writes([...address, ...kind.freed])
    .whileRow(is('status', 'approved'))
    .may('withdraw')
  return {
    applicant: allow('list read create update')
      .rows(callerRows('owner_id'))
      .fields(read)
      .masked(['id_number'])
      .writes([...person, ...kind.asked])
      .whileRow(isOneOf('status', openStates))
      .may('resubmit withdraw'),
    participant: approved,
    staff: approved,
    organiser: allow('list read update import export history reveal')
      .masked(['id_number', 'photo'])
      .writes(['realname', ...address, ...kind.asked, ...kind.corrected])
      .may('start_review request_info approve decline'),
  }
}

/**
 * When ID number and photo go (security.md 9): 30 days after the forum or the submission, whichever is later, or 24 hours
 * after a refusal or withdrawal. The rest goes with the account.
 */
export const registrationRetention = [
  {
    name: 'id_data',
    label: { 'zh-CN': '证件信息', en: 'ID data' },
    fields: ['id_number', 'photo'],
    since: ['forum_end', 'created_at'],
    hours: 30 * 24,
  },
  {
    name: 'id_data_of_ended',
    label: { 'zh-CN': '未通过或已撤回者的证件信息', en: 'ID data of those declined or withdrawn' },
    rows: [isOneOf('status', closedStates)],
    fields: ['id_number', 'photo'],
    since: ['decided_at'],
    hours: 24,
  },
] as const

/** Reviews that wait for organisers. */
export function pendingReviewRule(label: Localized) {
  const states: readonly ReviewState[] = ['submitted', 'under_review']
  return {
    label,
    rows: [isOneOf('status', states)],
    since: 'submitted_at',
    lateAfterHours: reviewDeadlineHours,
  } as const
}

/** A reason that is given must be there in every language: it is for a person whose language its author need not share. */
export function reasonProblems(field: string, { given, after }: WriteHookContext): FieldIssue[] {
  const reason = after[field] as Localized | null | undefined
  if (!given.has(field) || !reason) return []
  const isWhole = locales.every((locale) => Boolean(reason[locale]))
  return isWhole ? [] : [{ path: field, key: 'registration.reason_in_both' }]
}
