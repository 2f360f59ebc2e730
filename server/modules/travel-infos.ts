import { is } from '#contract/conditions.ts'
import { travelInfos } from '#contract/modules/travel-infos.ts'
import { allow, callerRows } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'

/** Hours after the forum, or after creation when that is later. */
const retentionHours = 30 * 24

/** Fields that participants read: all but the account, which is their own. */
const readableFields = (Object.keys(travelInfos.fields) as (keyof typeof travelInfos.fields)[]).filter(
  (key) => key !== 'owner_id',
)

export const travelInfosServer = serverModule(travelInfos, {
  permissions: {
    applicant: allow('list read create update').deniedWith('permission.not_approved'),
    participant: allow('list read create update')
      .rows(callerRows('owner_id'))
      .fields(readableFields)
      .editableWhen(is('is_frozen', false)),
    organiser: allow('list read update export history').may('freeze unfreeze'),
  },
  ownership: { field: 'owner_id', onErasure: 'goes' },
  retention: [{ name: 'travel', since: ['forum_end', 'created_at'], hours: retentionHours }],
})
