import { staffRegistrations } from '#contract/modules/staff-registrations.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'
import {
  registrationPermissions,
  registrationRetention,
  pendingReviewRule,
} from '#server/modules/registrations/rules.ts'
import { reviewHooks } from '#server/modules/registrations/review-hooks.ts'

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
