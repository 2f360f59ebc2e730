import type { ModuleDefinition } from '#contract/module-definition.ts'
import { registrations } from '#contract/modules/registrations.ts'
import type { ReviewState } from '#contract/modules/review.ts'
import { staffRegistrations } from '#contract/modules/staff-registrations.ts'
import type { FormStep, KindName } from './steps.ts'

/** A way to register. */
export interface RegistrationKind {
  name: KindName
  definition: ModuleDefinition
  /** Where its form is. */
  path: '/register' | '/register/staff'
  steps: readonly { step: FormStep; fields: readonly string[] }[]
  /** What stays the person's after the approval (decision 154). */
  freed: readonly string[]
}

const who = ['realname', 'id_number', 'email', 'country', 'city'] as const
const address = ['email', 'country', 'city', 'company', 'position'] as const
const choices = ['opening_ceremony', 'sub_forum', 'priority_sub_forum', 'activities'] as const

/** Fields that lie on the device sealed only. */
export const sensitiveFields = ['id_number', 'photo'] as const

/** What the draft of a form is called: each registration that is changed has one of its own. */
export const draftName = ({ definition: { name } }: RegistrationKind, rowId?: string): string =>
  rowId === undefined ? name : `${name} ${rowId}`

/** Those who take part. */
export const participantKind: RegistrationKind = {
  name: 'participants',
  definition: registrations,
  path: '/register',
  steps: [
    { step: 'who', fields: who },
    { step: 'work', fields: ['company', 'position', 'business_category', 'other_business_label'] },
    { step: 'choices', fields: choices },
    { step: 'photo', fields: ['photo'] },
  ],
  freed: [...address, ...choices],
}

/** Those who work at the forum or report on it: a way and a review of their own (T44). */
export const staffKind: RegistrationKind = {
  name: 'staff',
  definition: staffRegistrations,
  path: '/register/staff',
  steps: [
    { step: 'who', fields: who },
    { step: 'work', fields: ['identity_category', 'department', 'company', 'position'] },
    { step: 'photo', fields: ['photo'] },
  ],
  freed: [...address, 'department'],
}

/** The steps of a form whose row is in that state, each with the fields that may be written; none while it is under review. */
export function editableSteps(kind: RegistrationKind, status?: ReviewState): RegistrationKind['steps'] {
  if (status === undefined || status === 'submitted' || status === 'more_info') return kind.steps
  if (status !== 'approved') return []
  return kind.steps
    .map(({ step, fields }) => ({ step, fields: fields.filter((field) => kind.freed.includes(field)) }))
    .filter(({ fields }) => fields.length > 0)
}
