import { speechMaterials } from '#contract/modules/speech-materials.ts'
import { findUser } from '#server/accounts/users.ts'
import { allow, callerRows } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'

/** Hours after the forum, or after the materials were created when that is later. */
const retentionHours = 30 * 24

export const speechMaterialsServer = serverModule(speechMaterials, {
  permissions: {
    applicant: allow('list read create update').deniedWith('permission.not_approved'),
    participant: allow('list read create update').rows(callerRows('owner_id')),
    organiser: allow('list read export history'),
  },
  hooks: {
    make: async ({ trx, operation, after }) =>
      operation === 'create'
        ? { presenter: (await findUser(trx, String(after['owner_id'])))?.display_name ?? null }
        : {},
  },
  ownership: { field: 'owner_id', onErasure: 'goes' },
  retention: [{ name: 'speech_materials', since: ['forum_end', 'created_at'], hours: retentionHours }],
})
