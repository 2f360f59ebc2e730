import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { authStore } from '#lib/auth.ts'

/** The person's own sign-ins: as they are now, so never from this device. */
export const signInsQuery = () =>
  queryOptions({
    queryKey: ['signIns', authStore.getUser().id ?? 'nobody'],
    queryFn: ({ signal }) => api.signIns({ signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  })
