import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { FindRelatedRow } from '#contract/form/form-shape.ts'
import { toursQuery, type TourRow } from '#features/travel-guide'
import { useProgramme, type Track } from '#features/sessions'
import { ceremonyQuery, seatsQuery } from './queries.ts'

/** A sub-forum with its time. */
export type SubForum = Track

/** What a registration may choose. */
export interface RegistrationOptions {
  /** From I to XI, by their numbers. */
  subForums: readonly SubForum[]
  tours: readonly TourRow[]
  /** Seats left by tour; unknown without network. */
  seatsLeft: Readonly<Record<string, number>>
  /** Undefined as long as nobody could say. */
  mayAttendCeremony: boolean | undefined
  /** False until sub-forums and tours are there, and the ceremony was asked for. */
  isReady: boolean
  failed: boolean
  retry: () => void
  related: FindRelatedRow
}

/** Sub-forums, tours with their seats, and whether the ceremony may be chosen; kept on the device but for the seats. */
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
      return found && { ...found }
    },
    [subForums, tours.data],
  )
  return {
    subForums,
    tours: tours.data ?? [],
    seatsLeft: seats.data?.left ?? {},
    mayAttendCeremony: ceremony.data?.attend_opening_ceremony_status,
    isReady: programme !== undefined && tours.data !== undefined && !ceremony.isLoading,
    failed: failed || tours.isError,
    retry: () => {
      retry()
      void tours.refetch()
    },
    related,
  }
}
