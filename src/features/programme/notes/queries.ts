import { queryOptions, useQuery } from '@tanstack/react-query'
import type { notes } from '#contract/modules/notes.ts'
import type { OwnRowIds, WireRow } from '#contract/row.ts'
import { api as appApi, type Api } from '#platform/api.ts'
import { authStore, useCurrentUser, type CurrentUserState } from '#platform/auth.ts'

/** Name of the module. The type checks it without importing the whole definition. */
export const notesModule: (typeof notes)['name'] = 'notes'

/** A note of the user as the server has it. */
export type NoteRow = OwnRowIds &
  Pick<WireRow<typeof notes>, 'id' | 'version' | 'session' | 'text' | 'updated_at'>

/** Lists all notes of the user, newest first, persisted with their data for offline use. */
export const notesQuery = (api: Pick<Api, 'list'> = appApi) =>
  queryOptions({
    // When the outbox has sent an entry of a module, the app invalidates all queries with the module's name in the key.
    // Without a user, the query does not run.
    queryKey: ['own', notesModule, authStore.getUser().id ?? 'nobody'],
    queryFn: async ({ signal }) => {
      const fields = ['session', 'text', 'updated_at']
      // A size of 0 requests all rows.
      return (await api.list<NoteRow>(notesModule, { size: 0, fields, own: true }, { signal })).items
    },
    // Another device of the user may write.
    staleTime: 0,
    meta: { persist: 'private', quiet: true },
  })

/** Returns whether the user can take notes: all signed-in users except organisers, who have no permission for notes. */
export const canTakeNotes = (user: CurrentUserState): boolean =>
  user.id !== undefined && user.role !== 'organiser'

/** Returns the query of the user's notes. */
export function useNotesQuery() {
  const user = useCurrentUser()
  return useQuery({ ...notesQuery(), enabled: canTakeNotes(user) })
}
