import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Localized } from '#contract/locale.ts'
import type { OwnRowIds } from '#contract/row.ts'
import { api as appApi, type Api } from '#lib/api.ts'
import { authStore, useCurrentUser } from '#lib/auth.ts'

/** The modules of the two ways to register. */
const modules = ['registrations', 'staff_registrations'] as const

export type RegistrationModule = (typeof modules)[number]

/** What a person sees of their own registration's review. */
export interface RegistrationSummary extends OwnRowIds {
  module: RegistrationModule
  version: number
  status: string
  review_reason: Localized | null
  /** E.164 */
  mobile: string
  /** Instants. */
  created_at: string
  updated_at: string
  submitted_at: string
  decided_at: string | null
}

/** Long texts and times of the row itself are not in a list unless they are asked for. */
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
 * The person's own registration of either way; null when there is none. It lies with their own things on this device, to
 * be read offline. Who comes to look wants to know how it stands now, so it is never fresh enough.
 */
export const ownRegistrationQuery = (api: Pick<Api, 'list'> = appApi) =>
  queryOptions({
    // What is written to either module makes it stale.
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

/** The one that was made last: whoever was declined may have registered again. */
export function findLatestRegistration(
  registrations: readonly RegistrationSummary[],
): RegistrationSummary | null {
  return registrations.toSorted((one, other) => other.created_at.localeCompare(one.created_at))[0] ?? null
}

/** Follows the person's own registration. Organisers read everybody's: none of them is theirs. */
export function useOwnRegistration() {
  const user = useCurrentUser()
  return useQuery({ ...ownRegistrationQuery(), enabled: user.id !== undefined && user.role !== 'organiser' })
}
