import { is } from '#contract/conditions.ts'
import { travelInfos } from '#contract/modules/travel-infos.ts'
import { allow, callerRows } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'

/** Hours after the forum, or after creation when that is later. */
const retentionHours = 30 * 24

export const travelInfosServer = serverModule(travelInfos, {
  permissions: {
    applicant: allow('list read create update').deniedWith('permission.not_approved'),
    participant: allow('list read create update')
      .rows(callerRows('owner_id'))
      .fields([
        'need_pickup_delivery',
        'vehicle',
        'vehicle_no',
        'arrive_station',
        'need_book_hotel',
        'room_style',
        'entry_at',
        'leave_at',
        'special_catering_needs',
        'other_catering_needs',
        'memo',
        'is_frozen',
        'created_at',
        'updated_at',
      ])
      .editableWhen(is('is_frozen', false)),
    organiser: allow('list read update export history').may('freeze unfreeze'),
  },
  ownership: { field: 'owner_id', onErasure: 'goes' },
  retention: [{ name: 'travel', since: ['forum_end', 'created_at'], hours: retentionHours }],
})
