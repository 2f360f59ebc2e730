import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

/** One minute: seats go while people think. */
const seatsFreshMs = 60_000

/** The setting that says whether new registrations may choose the opening ceremony. */
export const ceremonyQuery = () =>
  queryOptions({
    queryKey: ['cmsSettings', 'registration'],
    queryFn: ({ signal }) => api.settings('registration', { signal }),
    staleTime: seatsFreshMs,
    meta: { persist: 'public' },
  })

/** Seats that are left, by tour. */
export const seatsQuery = () =>
  queryOptions({
    queryKey: ['tourSeats'],
    queryFn: ({ signal }) => api.seats({ signal }),
    staleTime: seatsFreshMs,
    // Without the number the tours can still be chosen: the server decides.
    meta: { quiet: true },
  })
