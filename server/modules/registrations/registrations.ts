import { registrations } from '#contract/modules/registrations.ts'
import { isActive } from '#contract/modules/review.ts'
import { staffRegistrations } from '#contract/modules/staff-registrations.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'
import { createRegistrationPermissions, registrationRetention, createPendingReviewRule } from './rules.ts'
import { createReviewHooks } from './review-hooks.ts'

/** Choices that stay editable after the approval: seats and rooms are planned until the end. */
const choiceFields = ['opening_ceremony', 'activities', 'sub_forum', 'priority_sub_forum'] as const

export const registrationsServer = serverModule(registrations, {
  permissions: createRegistrationPermissions({
    requested: ['business_category', 'other_business_label', ...choiceFields],
    editable: choiceFields,
    readable: ['attend_opening_ceremony_status'],
    correctable: ['attend_opening_ceremony_status'],
  }),
  capacities: [{ relation: 'activities', limit: 'seats', where: [isActive], key: 'registration.tour_full' }],
  hooks: createReviewHooks({
    definition: registrations,
    role: 'participant',
    approvalTemplate: 'registration_approved',
  }),
  waiting: [createPendingReviewRule({ 'zh-CN': '待审核的参会报名', en: 'Registrations to be reviewed' })],
  ownership: { field: 'owner_id', onErasure: 'goes' },
  retention: registrationRetention,
})

export const staffRegistrationsServer = serverModule(staffRegistrations, {
  permissions: createRegistrationPermissions({
    requested: ['identity_category', 'department'],
    editable: ['department'],
    readable: [],
    correctable: [],
  }),
  hooks: createReviewHooks({
    definition: staffRegistrations,
    role: 'staff',
    approvalTemplate: 'staff_registration_approved',
  }),
  waiting: [
    createPendingReviewRule({
      'zh-CN': '待审核的工作人员和媒体报名',
      en: 'Staff and media registrations to be reviewed',
    }),
  ],
  ownership: { field: 'owner_id', onErasure: 'goes' },
  retention: registrationRetention,
})
