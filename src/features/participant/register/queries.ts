import { queryOptions } from '@tanstack/react-query'
import { api } from '#platform/api.ts'

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
