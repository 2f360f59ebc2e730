import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { FindRelatedRow } from '#contract/form/form-shape.ts'
import { toursQuery, type TourRow } from '#features/visit/travel-guide'
import { useProgramme, type Track } from '#features/programme/sessions'
import { ceremonyQuery, seatsQuery } from './queries.ts'

/** A sub-forum with its time. */
export type SubForum = Track

/** The choices of a registration. */
export interface RegistrationOptions {
  /** In the order of their numerals, I to XI. */
  subForums: readonly SubForum[]
  tours: readonly TourRow[]
  /** Free seats by tour; empty without network. */
  seatsLeft: Readonly<Record<string, number>>
  /** Undefined while unknown. */
  canAttendCeremony: boolean | undefined
  /** False until sub-forums, tours and the ceremony setting have loaded. */
  isLoaded: boolean
  failed: boolean
  retry: () => void
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
