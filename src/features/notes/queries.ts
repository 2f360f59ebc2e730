import { queryOptions, useQuery } from '@tanstack/react-query'
import type { notes } from '#contract/modules/notes.ts'
import type { OwnRowIds, RowOf } from '#contract/row.ts'
import { api as appApi, type Api } from '#lib/api.ts'
import { authStore, useCurrentUser, type CurrentUserState } from '#lib/auth.ts'

/** The name only, where the definition is not needed. */
export const notesModule: (typeof notes)['name'] = 'notes'

/** A note of the person's own, as the server has it. */
export type NoteRow = OwnRowIds &
  Pick<RowOf<typeof notes>, 'id' | 'version' | 'session' | 'text' | 'updated_at'>

/** All of the person's notes. They lie with their own things on this device, to be read in a hall without network. */
export const notesQuery = (api: Pick<Api, 'list'> = appApi) =>
  queryOptions({
    // What is sent to the module makes it stale.
    queryKey: ['own', notesModule, authStore.getUser().id ?? 'nobody'],
    queryFn: async ({ signal }) => {
      const fields = ['session', 'text', 'updated_at']
      return (await api.list<NoteRow>(notesModule, { size: 0, fields, own: true }, { signal })).items
    },
    // Another device of the person's may write meanwhile.
    staleTime: 0,
    meta: { persist: 'private', quiet: true },
  })

/** Whether somebody has notes: everybody who is signed in but the organisers. */
export const canTakeNotes = (user: CurrentUserState): boolean =>
  user.id !== undefined && user.role !== 'organiser'

/** Follows the person's notes. */
export function useNotesQuery() {
  const user = useCurrentUser()
  return useQuery({ ...notesQuery(), enabled: canTakeNotes(user) })
}
