import { queryOptions } from '@tanstack/react-query'
import { paths, type AccountSecondFactor, type ProofBody, type SignInInfo } from '#contract/api.ts'
import type { ListData } from '#contract/envelope.ts'
import type { RetentionPreview } from '#contract/retention.ts'
import { api } from '#platform/api.ts'
import { authStore } from '#platform/auth.ts'
import { consoleKey } from '../data/queries.ts'
import type { Row } from '../data/console-api.ts'

/** Props of a record panel. */
export interface RecordPanelProps {
  /** The row of the record that the panel belongs to, for example an account. */
  row: Row
}

/** Always current: neither the page nor the device caches these responses. */
const uncachedOptions = { staleTime: 0, gcTime: 0, meta: { quiet: true } } as const

/** Id of the signed-in user, so that one user's data is not shown to another. */
const ownerId = () => authStore.getUser().id ?? ''

/** Queries the sign-ins of an account. */
export const accountSignInsQuery = (id: string) =>
  queryOptions({
    queryKey: [consoleKey, 'sign-ins', ownerId(), id],
    queryFn: async ({ signal }) => {
      const { items } = (await api.get(paths.accountSignIns(id), {}, { signal })) as ListData<SignInInfo>
      return items
    },
    ...uncachedOptions,
  })

/**
 * Ends sign-ins of an account.
 * @param signIn id of the sign-in; undefined ends all of them
 */
export async function endAccountSignIns(id: string, signIn?: string): Promise<void> {
  await api.post(paths.endAccountSignIns(id), signIn === undefined ? {} : { sign_in: signIn })
}

/** Queries the second factor of an account. */
export const accountSecondFactorQuery = (id: string) =>
  queryOptions({
    queryKey: [consoleKey, 'second-factor', ownerId(), id],
    queryFn: async ({ signal }) =>
      (await api.get(paths.accountSecondFactor(id), {}, { signal })) as AccountSecondFactor,
    ...uncachedOptions,
  })

/**
 * Resets the second factor of an account, which also ends its sign-ins.
 * @param body the organiser's password, when the server requires a recent proof of identity
 */
export async function resetSecondFactor(id: string, body: ProofBody): Promise<void> {
  await api.post(paths.resetSecondFactor(id), body)
}

/** Queries what retention will erase, and when. */
export const retentionQuery = () =>
  queryOptions({
    queryKey: [consoleKey, 'retention', ownerId()],
    queryFn: async ({ signal }) => (await api.get(paths.retention, {}, { signal })) as RetentionPreview,
    ...uncachedOptions,
  })
