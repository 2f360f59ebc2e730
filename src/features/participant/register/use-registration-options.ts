import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { FindRelatedRow } from '#contract/form/form-shape.ts'
import { toursQuery, type TourRow } from '#features/visit/travel-guide'
import { useProgramme, type Track } from '#features/programme/sessions'
import { ceremonyQuery, seatsQuery } from './queries.ts'

/** A sub-forum: a track with a code. */
export type SubForum = Track

/** What a registration can choose from. */
export interface RegistrationOptions {
  /** In the order of their numerals, I to XI. */
  subForums: readonly SubForum[]
  tours: readonly TourRow[]
  /** Free seats by the tour's id; empty until they have loaded, and without network. */
  seatsLeft: Readonly<Record<string, number>>
  /** Whether a new registration may choose the opening ceremony. Undefined while unknown. */
  canAttendCeremony: boolean | undefined
  /** False until sub-forums and tours have loaded, and the ceremony setting has loaded or failed. */
  isLoaded: boolean
  /** True when sub-forums or tours could not be loaded. */
  failed: boolean
  retry: () => void
  /** Finds a sub-forum or tour for the form's rules. */
  related: FindRelatedRow
}

/** Returns the choices of a registration. All but the seats are stored on the device. */
export function useRegistrationOptions(): RegistrationOptions {
  const { programme, failed, retry } = useProgramme()
  const tours = useQuery(toursQuery())
  const seats = useQuery(seatsQuery())
  const ceremony = useQuery(ceremonyQuery())
  const subForums = useMemo(() => programme?.tracks.filter(({ code }) => Boolean(code)) ?? [], [programme])
  const related = useCallback<FindRelatedRow>(
    (module, id) => {
      const rows: readonly { id: string }[] = module === 'tracks' ? subForums : (tours.data ?? [])
      const found = rows.find((row) => row.id === id)
      // Interfaces are no `Values`; a new object is.
      return found && { ...found }
    },
    [subForums, tours.data],
  )
  return {
    subForums,
    tours: tours.data ?? [],
    seatsLeft: seats.data?.left ?? {},
    canAttendCeremony: ceremony.data?.attend_opening_ceremony_status,
    isLoaded: programme !== undefined && tours.data !== undefined && !ceremony.isLoading,
    failed: failed || tours.isError,
    retry: () => {
      retry()
      void tours.refetch()
    },
    related,
  }
}
