import { queryOptions } from '@tanstack/react-query'
import { api } from '#platform/api.ts'
import { authStore } from '#platform/auth.ts'

/** Lists the user's own sign-ins. Always from the server, never persisted. */
export const signInsQuery = () =>
  queryOptions({
    queryKey: ['signIns', authStore.getUser().id ?? 'nobody'],
    queryFn: ({ signal }) => api.signIns({ signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  })
