import { is } from '#contract/conditions.ts'
import { occupiesRoomFilter, sideMeetings } from '#contract/modules/side-meetings.ts'
import { allow, callerRows } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'
import { sideMeetingHooks } from '#server/modules/side-meetings/write-hooks.ts'

/** Hours after the forum, or after the application when that is later. */
const retentionHours = 30 * 24

/** Pending applications older than this come first. */
const lateAfterHours = 48

export const sideMeetingsServer = serverModule(sideMeetings, {
  permissions: {
    applicant: allow('list read create update').deniedWith('permission.not_approved'),
    participant: allow('list read create update')
      .rows(callerRows('owner_id'))
      .editableWhen(is('status', 'submitted'))
      .may('withdraw'),
    organiser: allow('list read export history').may('assign mark_paid decline cancel'),
  },
  exclusions: [
    {
      same: ['assigned_room', 'assigned_date'],
      from: 'assigned_start_time_at',
      to: 'assigned_end_time_at',
      where: occupiesRoomFilter,
      path: 'assigned_room',
      key: 'side_meeting.room.taken',
    },
  ],
  hooks: sideMeetingHooks,
  ownership: { field: 'owner_id', onErasure: 'goes' },
  retention: [{ name: 'side_meetings', since: ['forum_end', 'created_at'], hours: retentionHours }],
  waiting: [
    {
      label: { 'zh-CN': '待分配会议室的边会', en: 'Side meetings without a room' },
      rows: [is('status', 'submitted')],
      since: 'created_at',
      lateAfterHours,
    },
    {
      label: { 'zh-CN': '待付款的边会', en: 'Side meetings not paid yet' },
      rows: [is('status', 'assigned')],
      since: 'updated_at',
    },
  ],
})
