import { businessCategories } from '#contract/modules/business-categories.ts'
import type { ReviewState } from '#contract/modules/review.ts'
import type { Localized } from '#contract/locale.ts'
import { forumInstant } from '../programme.ts'
import { text } from '../text.ts'
import { participants, staff, type SamplePerson } from './accounts.ts'

/** Where the review stands: when it was sent, when decided, and why. */
interface Review {
  status: ReviewState
  sent: string
  decided?: string
  reason?: Localized
}

interface Choices {
  category: (typeof businessCategories)[number]['value']
  label?: string
  ceremony?: true
  tour?: string
  subForums?: readonly string[]
  /** Of sub-forums at the same time. */
  priority?: string
}

const approved = { status: 'approved', decided: '2023-08-16T10:00' } as const

const reviews: readonly Review[] = [
  { ...approved, sent: '2023-08-14T09:20' },
  { ...approved, sent: '2023-08-14T15:05' },
  { ...approved, sent: '2023-08-15T11:40' },
  { status: 'under_review', sent: '2023-08-28T16:10' },
  { status: 'submitted', sent: '2023-08-29T08:55' },
  {
    status: 'more_info',
    sent: '2023-08-27T14:30',
    reason: text(
      '照片不够清晰，请重新上传正面免冠照片。',
      'The photo is not clear. Please send another one, bareheaded.',
    ),
  },
  {
    status: 'declined',
    sent: '2023-08-17T10:15',
    decided: '2023-08-18T17:00',
    reason: text('本届论坛名额已满，敬请谅解。', 'All places of this kind are taken. We are sorry.'),
  },
  { status: 'withdrawn', sent: '2023-08-20T13:00', decided: '2023-08-21T09:30' },
]

const choices: readonly Choices[] = [
  { category: 'government', ceremony: true, tour: 'tour-a', subForums: ['t-1', 't-5', 't-11'] },
  { category: 'developers', ceremony: true, tour: 'tour-c', subForums: ['t-2', 't-4'], priority: 't-2' },
  { category: 'equipment_manufacturer', subForums: ['t-3', 't-6', 't-7'], priority: 't-6' },
  { category: 'financial_investment', ceremony: true, subForums: ['t-1', 't-6'] },
  { category: 'university_institute', tour: 'tour-d', subForums: ['t-8'] },
  { category: 'developers', tour: 'tour-b' },
  { category: 'association_ngo_npo', subForums: ['t-1'] },
  { category: 'other', label: '咨询服务' },
]

/** What is the same in both kinds: sample numbers are seen to be none, and go as those of real people do. */
function registrationOf(person: SamplePerson, review: Review, index: number, prefix: string) {
  const { id, role: _, ...details } = person
  const { status, sent, decided, reason } = review
  const isOver = status === 'declined' || status === 'withdrawn'
  return {
    id: `${prefix}-${index + 1}`,
    owner_id: id,
    ...details,
    ...(!isOver && { id_number: `SAMPLE${String(index + 1).padStart(4, '0')}${prefix.toUpperCase()}` }),
    status,
    submitted_at: forumInstant(sent),
    decided_at: decided === undefined ? null : forumInstant(decided),
    ...(reason && { review_reason: reason }),
  }
}

/** Registrations of participants, one in every state. */
export const registrations = participants.map((person, index) => {
  const [review, choice] = [reviews[index], choices[index]]
  if (!review || !choice) throw new Error(`${person.id} has no review or no choices in the sample`)
  return {
    ...registrationOf(person, review, index, 'reg'),
    business_category: choice.category,
    ...(choice.label !== undefined && { other_business_label: choice.label }),
    opening_ceremony: choice.ceremony ?? false,
    attend_opening_ceremony_status: true,
    activities: choice.tour === undefined ? [] : [choice.tour],
    sub_forum: choice.subForums ?? [],
    ...(choice.priority !== undefined && { priority_sub_forum: choice.priority }),
  }
})

const posts = [
  { identity_category: 'main_forum_staff', department: '会务组' },
  { identity_category: 'media_personnel', department: 'Energy magazine' },
  { identity_category: 'exhibition_staff', department: '展览组' },
]

const staffReviews: readonly Review[] = [
  { ...approved, sent: '2023-08-15T09:00' },
  { status: 'submitted', sent: '2023-08-29T10:20' },
  { status: 'under_review', sent: '2023-08-28T11:45' },
]

/** Registrations of staff and media. */
export const staffRegistrations = staff.map((person, index) => {
  const [review, post] = [staffReviews[index], posts[index]]
  if (!review || !post) throw new Error(`${person.id} has no review or no post in the sample`)
  return { ...registrationOf(person, review, index, 'staff'), ...post }
})
