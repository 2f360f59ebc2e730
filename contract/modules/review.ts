import { f } from '../fields.ts'
import type { FilterItem } from '../filters.ts'
import type { ActionDefinition, ColumnView, Preset, SectionView, Workflow } from '../module-definition.ts'
import { isNoneOf, isOneOf } from '../conditions.ts'
import { languages } from '../locale.ts'

/**
 * How registrations are reviewed, the same for participants and staff
 * (docs/decisions/154-registration-and-participant-workflows.md).
 */

/** Surfaces of fields that only the server and actions fill. */
const serverOnly = { form: false, import: false }

/** The states of a review, in their usual order. */
export const reviewStates = [
  'submitted',
  'under_review',
  'more_info',
  'approved',
  'declined',
  'withdrawn',
] as const

export type ReviewState = (typeof reviewStates)[number]

/** The two final states. The user may register again after them. */
export const closedStates = ['declined', 'withdrawn'] as const satisfies readonly ReviewState[]

/** The states in which the user may change the registration. */
export const openStates = ['submitted', 'more_info'] as const satisfies readonly ReviewState[]

/** Usual duration of a review, in hours. */
export const reviewDeadlineHours = 48

/** Filter for active registrations: approved, or waiting for a decision. */
export const isActive: FilterItem = isNoneOf('status', closedStates)

/** Fields of the review. */
export const reviewFields = {
  status: f.enum({
    label: { 'zh-CN': '审核状态', en: 'State' },
    required: true,
    default: 'submitted',
    surfaces: serverOnly,
    typeCode: 'registration_status',
    options: [
      { value: 'submitted', label: { 'zh-CN': '已提交', en: 'Submitted' } },
      { value: 'under_review', label: { 'zh-CN': '审核中', en: 'Under review' } },
      { value: 'more_info', label: { 'zh-CN': '需补充材料', en: 'More information wanted' } },
      { value: 'approved', label: { 'zh-CN': '已通过', en: 'Approved' } },
      { value: 'declined', label: { 'zh-CN': '未通过', en: 'Declined' } },
      { value: 'withdrawn', label: { 'zh-CN': '已撤回', en: 'Withdrawn' } },
    ] satisfies { value: ReviewState; label: object }[],
  }),
  /** Why the registration was declined, or what is missing. The user reads it. */
  review_reason: f.text({
    label: { 'zh-CN': '审核意见', en: 'Reason' },
    help: {
      'zh-CN': '报名人会看到此内容，请用两种语言填写，不要写证件号码。',
      en: 'The person reads this: write it in both languages, without ID numbers.',
    },
    localized: true,
    max: 1000,
    surfaces: serverOnly,
  }),
  /** Another registration has the same ID number. Only organisers see this. */
  id_number_repeated: f.boolean({
    label: { 'zh-CN': '证件号码重复', en: 'ID number repeated' },
    required: true,
    default: false,
    surfaces: serverOnly,
  }),
  /** Language of messages to the user: the one in which they registered. */
  locale: f.enum({
    label: { 'zh-CN': '通知语言', en: 'Language of messages' },
    required: true,
    surfaces: { ...serverOnly, list: false },
    typeCode: 'message_language',
    options: languages,
  }),
  submitted_at: f.datetime({
    label: { 'zh-CN': '提交时间', en: 'Submitted' },
    required: true,
    surfaces: serverOnly,
  }),
  decided_at: f.datetime({ label: { 'zh-CN': '处理时间', en: 'Decided' }, surfaces: serverOnly }),
}

export const reviewWorkflow: Workflow = { field: 'status', initial: 'submitted' }

const requiresReason = { fields: ['review_reason'], required: ['review_reason'] }

/** Actions that change the state. */
export const reviewActions = {
  start_review: {
    byOthers: true,
    label: { 'zh-CN': '开始审核', en: 'Start the review' },
    from: ['submitted'],
    to: 'under_review',
    undoable: true,
  },
  request_info: {
    byOthers: true,
    label: { 'zh-CN': '要求补充材料', en: 'Ask for more information' },
    from: ['under_review'],
    to: 'more_info',
    ...requiresReason,
    tells: true,
    undoable: true,
  },
  resubmit: {
    label: { 'zh-CN': '重新提交', en: 'Submit again' },
    from: ['more_info'],
    to: 'submitted',
    tone: 'positive',
  },
  approve: {
    byOthers: true,
    label: { 'zh-CN': '通过', en: 'Approve' },
    from: ['submitted', 'under_review'],
    to: 'approved',
    // The reason of an earlier request for information no longer applies.
    set: { review_reason: null },
    tone: 'positive',
    tells: true,
    undoable: true,
  },
  decline: {
    byOthers: true,
    label: { 'zh-CN': '不通过', en: 'Decline' },
    from: ['submitted', 'under_review', 'more_info', 'approved'],
    to: 'declined',
    ...requiresReason,
    tone: 'negative',
    tells: true,
    undoable: true,
  },
  withdraw: {
    label: { 'zh-CN': '撤回', en: 'Withdraw' },
    from: ['submitted', 'under_review', 'more_info', 'approved'],
    to: 'withdrawn',
    tone: 'negative',
  },
} as const satisfies Record<string, ActionDefinition>

/** Lists of what organisers have to review, the oldest first, and of possible duplicates. */
export const reviewPresets: readonly Preset[] = [
  {
    name: 'waiting',
    label: { 'zh-CN': '待审核', en: 'Waiting for review' },
    filters: [isOneOf('status', ['submitted', 'under_review'])],
    sorters: { submitted_at: 'asc' },
  },
  {
    name: 'repeated',
    label: { 'zh-CN': '证件号码重复', en: 'ID number repeated' },
    filters: [{ param: 'id_number_repeated', op: 'eq', value: true }, isActive],
    sorters: { submitted_at: 'asc' },
  },
]

/** The last section of a registration, with the result of the review. */
export const reviewSection: SectionView = {
  label: { 'zh-CN': '审核', en: 'Review' },
  fields: ['status', 'review_reason', 'id_number_repeated', 'locale', 'submitted_at', 'decided_at'],
}

/** The last columns of a list of registrations. */
export const reviewColumns: readonly ColumnView[] = [
  { field: 'status', width: 120, priority: 1 },
  { field: 'submitted_at', width: 160, priority: 3 },
  { field: 'id_number_repeated', width: 120, priority: 3 },
]
