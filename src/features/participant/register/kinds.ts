import type { ModuleDefinition } from '#contract/module-definition.ts'
import { registrations } from '#contract/modules/registrations.ts'
import type { ReviewState } from '#contract/modules/review.ts'
import { staffRegistrations } from '#contract/modules/staff-registrations.ts'
import type { FormStep, KindName } from './steps.ts'

/** A kind of registration, with its form. */
export interface RegistrationKind {
  name: KindName
  definition: ModuleDefinition
  /** Route of its form. */
  path: '/register' | '/register/staff'
  /** Steps of the form with the keys of their fields, in order. */
  steps: readonly { step: FormStep; fields: readonly string[] }[]
  /** Fields that the user may still change after the approval. */
  editableAfterApproval: readonly string[]
}

/** Fields of the step `who`. */
const whoFields = ['realname', 'id_number', 'email', 'country', 'city'] as const
/** Fields that stay editable after the approval in both kinds. */
const contactFields = ['email', 'country', 'city', 'company', 'position'] as const
/** Fields of the step `choices`. */
const choiceFields = ['opening_ceremony', 'sub_forum', 'priority_sub_forum', 'activities'] as const

/** Fields that are stored on the device only encrypted. */
export const sensitiveFields = ['id_number', 'photo'] as const

/** Name of the draft. Each registration being changed has a draft of its own. */
export const getDraftName = ({ definition: { name } }: RegistrationKind, rowId?: string): string =>
  rowId === undefined ? name : `${name} ${rowId}`

/** Attendees. */
export const participantKind: RegistrationKind = {
  name: 'participants',
  definition: registrations,
  path: '/register',
  steps: [
    { step: 'who', fields: whoFields },
    { step: 'work', fields: ['company', 'position', 'business_category', 'other_business_label'] },
    { step: 'choices', fields: choiceFields },
    { step: 'photo', fields: ['photo'] },
  ],
  editableAfterApproval: [...contactFields, ...choiceFields],
}

/** Staff and media, with a form and a review of their own. */
export const staffKind: RegistrationKind = {
  name: 'staff',
  definition: staffRegistrations,
  path: '/register/staff',
  steps: [
    { step: 'who', fields: whoFields },
    { step: 'work', fields: ['identity_category', 'department', 'company', 'position'] },
    { step: 'photo', fields: ['photo'] },
  ],
  editableAfterApproval: [...contactFields, 'department'],
}

/**
 * Lists the steps of a form with the fields that may be edited in this state; none while under review.
 * @param status undefined for a new registration
 */
export function listEditableSteps(kind: RegistrationKind, status?: ReviewState): RegistrationKind['steps'] {
  if (status === undefined || status === 'submitted' || status === 'more_info') return kind.steps
  if (status !== 'approved') return []
  return kind.steps
    .map(({ step, fields }) => ({
      step,
      fields: fields.filter((field) => kind.editableAfterApproval.includes(field)),
    }))
    .filter(({ fields }) => fields.length > 0)
}
