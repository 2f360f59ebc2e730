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

/** Lists all notes of the user, persisted with their data for offline use. */
export const notesQuery = (api: Pick<Api, 'list'> = appApi) =>
  queryOptions({
    // A sent entry of the module invalidates it.
    queryKey: ['own', notesModule, authStore.getUser().id ?? 'nobody'],
    queryFn: async ({ signal }) => {
      const fields = ['session', 'text', 'updated_at']
      return (await api.list<NoteRow>(notesModule, { size: 0, fields, own: true }, { signal })).items
    },
    // Another device of the user may write.
    staleTime: 0,
    meta: { persist: 'private', quiet: true },
  })

/** Returns whether the user can take notes: all signed-in users except organisers. */
export const canTakeNotes = (user: CurrentUserState): boolean =>
  user.id !== undefined && user.role !== 'organiser'

/** Returns the query of the user's notes. */
export function useNotesQuery() {
  const user = useCurrentUser()
  return useQuery({ ...notesQuery(), enabled: canTakeNotes(user) })
}
