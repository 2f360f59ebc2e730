import { queryOptions } from '@tanstack/react-query'
import { paths } from '#contract/api.ts'
import type { GrantableActions, ModuleSummary } from '#contract/module-summary.ts'
import { api } from '#platform/api.ts'
import { authStore } from '#platform/auth.ts'
import { consoleKey } from '../data/queries.ts'

/** A module that can be granted to staff. */
export type GrantableModule = ModuleSummary & { grant: GrantableActions }

/** Queries the modules that can be granted to staff, with the actions of each grant. */
export const grantsQuery = () =>
  queryOptions({
    queryKey: [consoleKey, 'grants', authStore.getUser().id ?? ''],
    queryFn: async ({ signal }) => {
      const entries = (await api.get(paths.modules, { with: 'grants' }, { signal })) as ModuleSummary[]
      return entries.filter((entry): entry is GrantableModule => entry.grant !== undefined)
    },
    meta: { quiet: true } as const,
  })
