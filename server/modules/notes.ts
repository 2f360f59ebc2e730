import { notes } from '#contract/modules/notes.ts'
import { allow, callerRows } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'

/** Hours after the forum, or after the last edit when that is later. */
const retentionHours = 30 * 24

const ownNotes = allow('list read create update delete')
  .rows(callerRows('owner_id'))
  .writes(['session', 'text'])

/** Notes are private: organisers have no permission. */
export const notesServer = serverModule(notes, {
  permissions: { applicant: ownNotes, participant: ownNotes, staff: ownNotes },
  ownership: { field: 'owner_id', onErasure: 'goes' },
  retention: [{ name: 'notes', since: ['forum_end', 'updated_at'], hours: retentionHours }],
})
