import { is, isOneOf } from '#contract/conditions.ts'
import { type Localized, locales } from '#contract/locale.ts'
import { closedStates, openStates, reviewDeadlineHours, type ReviewState } from '#contract/modules/review.ts'
import type { FieldIssue } from '#contract/envelope.ts'
import { allow, callerRows } from '#server/engine/schema/permissions.ts'
import type { WriteHookContext } from '#server/engine/schema/write-hooks.ts'

/** Address fields of every registration. */
const contactFields = ['email', 'country', 'city', 'company', 'position'] as const
const personFields = ['realname', 'id_number', ...contactFields, 'photo'] as const
/** Fields that the server and organisers fill and the registrant reads. `id_number_repeated` is not among them. */
const reviewFields = [
  'mobile',
  'status',
  'review_reason',
  'locale',
  'submitted_at',
  'decided_at',
  'created_at',
  'updated_at',
] as const

/** Fields that one kind of registration adds. */
export interface RegistrationFields<Key extends string> {
  /** Filled in by the registrant. */
  requested: readonly Key[]
  /** Still editable by the registrant after the approval. */
  editable: readonly Key[]
  /** Read by the registrant. */
  readable: readonly Key[]
  /** Written by organisers, besides the fields that they may correct in every registration. */
  correctable: readonly Key[]
}

/**
 * Creates the permissions of a kind of registration. Registrants edit until the review begins and while more
 * information is requested. After the approval name, ID number and photo are fixed. Organisers correct typing errors,
 * and see ID number and photo in full only after giving a reason.
 */
export function createRegistrationPermissions<Key extends string>(kind: RegistrationFields<Key>) {
  const readableFields = [...personFields, ...reviewFields, ...kind.requested, ...kind.readable]
  const approved = allow('list read update')
    .rows(callerRows('owner_id'))
    .fields(readableFields)
    .masked(['id_number'])
    .writes([...contactFields, ...kind.editable])
    .editableWhen(is('status', 'approved'))
    .may('withdraw')
  return {
    applicant: allow('list read create update')
      .rows(callerRows('owner_id'))
      .fields(readableFields)
      .masked(['id_number'])
      .writes([...personFields, ...kind.requested])
      .editableWhen(isOneOf('status', openStates))
      .may('resubmit withdraw'),
    participant: approved,
    staff: approved,
    organiser: allow('list read update import export history reveal')
      .masked(['id_number', 'photo'])
      .writes(['realname', ...contactFields, ...kind.requested, ...kind.correctable])
      .may('start_review request_info approve decline'),
  }
}

/**
 * ID number and photo are deleted 30 days after the forum or the submission, whichever is later, or 24 hours after a
 * decline or withdrawal. The other fields are deleted with the account.
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

/** Creates the pending rule of registrations that organisers have not decided. */
export function createPendingReviewRule(label: Localized) {
  const states: readonly ReviewState[] = ['submitted', 'under_review']
  return {
    label,
    rows: [isOneOf('status', states)],
    since: 'submitted_at',
    lateAfterHours: reviewDeadlineHours,
  } as const
}

/**
 * Requires a new reason in every language: the author and the registrant may use different ones.
 * @param field key of the field with the reason
 */
export function checkReasonLanguages(field: string, { inputFields, after }: WriteHookContext): FieldIssue[] {
  const reason = after[field] as Localized | null | undefined
  if (!inputFields.has(field) || !reason) return []
  const isComplete = locales.every((locale) => Boolean(reason[locale]))
  return isComplete ? [] : [{ path: field, key: 'registration.reason_in_both' }]
}
