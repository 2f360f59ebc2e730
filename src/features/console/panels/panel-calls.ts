import { queryOptions } from '@tanstack/react-query'
import { paths, type AccountSecondFactor, type ProofBody, type SignInInfo } from '#contract/api.ts'
import type { ListData } from '#contract/envelope.ts'
import type { RetentionPreview } from '#contract/retention.ts'
import { api } from '#lib/api.ts'
import { authStore } from '#lib/auth.ts'
import { consoleKey } from '../data/queries.ts'

/** As things are at this moment: nothing of it is kept, on the screen or on the device. */
const asItIs = { staleTime: 0, gcTime: 0, meta: { quiet: true } } as const

const ownerId = () => authStore.getUser().id ?? ''

/** Where an account is signed in. */
export const accountSignInsQuery = (id: string) =>
  queryOptions({
    queryKey: [consoleKey, 'sign-ins', ownerId(), id],
    queryFn: async ({ signal }) => {
      const { items } = (await api.get(paths.accountSignIns(id), {}, { signal })) as ListData<SignInInfo>
      return items
    },
    ...asItIs,
  })

/** Ends one sign-in of an account, or all of them. */
export async function endAccountSignIns(id: string, signIn?: string): Promise<void> {
  await api.post(paths.endAccountSignIns(id), signIn === undefined ? {} : { sign_in: signIn })
}

/** How the second factor of an account stands. */
export const accountSecondFactorQuery = (id: string) =>
  queryOptions({
    queryKey: [consoleKey, 'second-factor', ownerId(), id],
    queryFn: async ({ signal }) =>
      (await api.get(paths.accountSecondFactor(id), {}, { signal })) as AccountSecondFactor,
    ...asItIs,
  })

/** Takes the second factor of an account away. */
export async function resetSecondFactor(id: string, body: ProofBody): Promise<void> {
  await api.post(paths.resetSecondFactor(id), body)
}

/** What is erased by itself, and when. */
export const retentionQuery = () =>
  queryOptions({
    queryKey: [consoleKey, 'retention', ownerId()],
    queryFn: async ({ signal }) => (await api.get(paths.retention, {}, { signal })) as RetentionPreview,
    ...asItIs,
  })
