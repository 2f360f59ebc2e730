import { notes } from '#contract/modules/notes.ts'
import { allow, callerRows } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'

/** Kept so long after the forum, or after they were written when that is later: 30 days (security.md 9). */
const keptHours = 30 * 24

const ownNotes = allow('list read create update delete')
  .rows(callerRows('owner_id'))
  .writes(['session', 'text'])

/** No organiser has a right to what people wrote down for themselves. */
export const notesServer = serverModule(notes, {
  permissions: { applicant: ownNotes, participant: ownNotes, staff: ownNotes },
  ownership: { field: 'owner_id', onErasure: 'goes' },
  retention: [{ name: 'notes', since: ['forum_end', 'updated_at'], hours: keptHours }],
})
