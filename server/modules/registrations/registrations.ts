import { registrations } from '#contract/modules/registrations.ts'
import { isActive } from '#contract/modules/review.ts'
import { staffRegistrations } from '#contract/modules/staff-registrations.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'
import { registrationPermissions, registrationRetention, pendingReviewRule } from './rules.ts'
import { reviewHooks } from './review-hooks.ts'

/** What the person chooses, and may choose anew after the approval: seats and rooms are planned by it until the end. */
const choices = ['opening_ceremony', 'activities', 'sub_forum', 'priority_sub_forum'] as const

export const registrationsServer = serverModule(registrations, {
  permissions: registrationPermissions({
    asked: ['business_category', 'other_business_label', ...choices],
    freed: choices,
    told: ['attend_opening_ceremony_status'],
    corrected: ['attend_opening_ceremony_status'],
  }),
  capacities: [{ relation: 'activities', limit: 'seats', where: [isActive], key: 'registration.tour_full' }],
  hooks: reviewHooks({ definition: registrations, role: 'participant', approved: 'registration_approved' }),
  waiting: [pendingReviewRule({ 'zh-CN': '待审核的参会报名', en: 'Registrations to be reviewed' })],
  ownership: { field: 'owner_id', onErasure: 'goes' },
  retention: registrationRetention,
})

export const staffRegistrationsServer = serverModule(staffRegistrations, {
  permissions: registrationPermissions({
    asked: ['identity_category', 'department'],
    freed: ['department'],
    told: [],
    corrected: [],
  }),
  hooks: reviewHooks({
    definition: staffRegistrations,
    role: 'staff',
    approved: 'staff_registration_approved',
  }),
  waiting: [
    pendingReviewRule({
      'zh-CN': '待审核的工作人员和媒体报名',
      en: 'Staff and media registrations to be reviewed',
    }),
  ],
  ownership: { field: 'owner_id', onErasure: 'goes' },
  retention: registrationRetention,
})
