import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Localized } from '#contract/locale.ts'
import type { OwnRowIds } from '#contract/row.ts'
import { api } from '#platform/api.ts'
import { authStore, useCurrentUser } from '#platform/auth.ts'

/** The modules of both kinds of registration. */
const modules = ['registrations', 'staff_registrations'] as const

export type RegistrationModule = (typeof modules)[number]

/** What users see of the review of their own registration. */
export interface RegistrationSummary extends OwnRowIds {
  module: RegistrationModule
  version: number
  /** A `ReviewState`; a newer server may send another one. */
  status: string
  /** The organisers' note to the user; null when there is none. */
  review_reason: Localized | null
  /** E.164 */
  mobile: string
  /** Instants. */
  created_at: string
  updated_at: string
  submitted_at: string
  /** Null before the decision. */
  decided_at: string | null
}

/** Fields to request: by default, lists leave out long texts and the times of a row. */
const fields = [
  'status',
  'review_reason',
  'mobile',
  'created_at',
  'updated_at',
  'submitted_at',
  'decided_at',
] as const satisfies readonly (keyof RegistrationSummary)[]

/**
 * Reads the user's own registration of either kind; null when there is none.
 * Persisted with the user's data for offline use. It is always stale, because users open the page to see whether the
 * status has changed.
 */
const ownRegistrationQuery = () =>
  queryOptions({
    // A sent write refetches the queries whose key contains its module.
    queryKey: ['own', 'registration', ...modules, authStore.getUser().id ?? 'nobody'],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        modules.map(async (module) => {
          const { items } = await api.list<Omit<RegistrationSummary, 'module'>>(
            module,
            { fields, own: true },
            { signal },
          )
          return items.map((row) => ({ ...row, module }))
        }),
      )
      return findLatestRegistration(lists.flat())
    },
    staleTime: 0,
    meta: { persist: 'private', quiet: true },
  })

/** Finds the newest one: a declined user may have registered again. */
export function findLatestRegistration(
  registrations: readonly RegistrationSummary[],
): RegistrationSummary | null {
  return registrations.toSorted((one, other) => other.created_at.localeCompare(one.created_at))[0] ?? null
}

/** Queries the user's own registration. Disabled for organisers, who can read all registrations and have none. */
export function useOwnRegistration() {
  const user = useCurrentUser()
  return useQuery({ ...ownRegistrationQuery(), enabled: user.id !== undefined && user.role !== 'organiser' })
}
