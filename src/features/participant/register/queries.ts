import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { api } from '#platform/api.ts'
import { loadIssueMessages } from '#forms/index.ts'
import { toursQuery } from '#features/visit/travel-guide'
import { prefetchProgramme } from '#features/programme/sessions'
import { getLocale } from '#platform/locale.ts'

/** One minute: seats are taken while users fill in the form. */
const seatsFreshMs = 60_000

/** Reads whether new registrations may choose the opening ceremony. */
export const ceremonyQuery = () =>
  queryOptions({
    queryKey: ['cmsSettings', 'registration'],
    queryFn: ({ signal }) => api.settings('registration', { signal }),
    staleTime: seatsFreshMs,
    meta: { persist: 'public' },
  })

/** Reads the free seats by tour. */
export const seatsQuery = () =>
  queryOptions({
    queryKey: ['tourSeats'],
    queryFn: ({ signal }) => api.seats({ signal }),
    staleTime: seatsFreshMs,
    // A failure is not reported: tours can be chosen without the number, and the server decides.
    meta: { quiet: true },
  })

/** Prefetches the choices of the form without waiting, so that it can be filled in offline. */
export function prefetchFormOptions(client: QueryClient): void {
  prefetchProgramme(client)
  void client.prefetchQuery(toursQuery())
  void client.prefetchQuery(ceremonyQuery())
  loadIssueMessages(getLocale()).catch(() => undefined)
}
