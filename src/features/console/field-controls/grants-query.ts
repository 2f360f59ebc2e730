import { queryOptions } from '@tanstack/react-query'
import { paths } from '#contract/api.ts'
import type { GrantableActions, ModuleSummary } from '#contract/module-summary.ts'
import { api } from '#lib/api.ts'
import { authStore } from '#lib/auth.ts'
import { consoleKey } from '../data/queries.ts'

/** A module that staff can be let into. */
export type GrantableModule = ModuleSummary & { grant: GrantableActions }

/** The modules that staff can be let into, with what they may do there then. */
export const grantsQuery = () =>
  queryOptions({
    queryKey: [consoleKey, 'grants', authStore.getUser().id ?? ''],
    queryFn: async ({ signal }) => {
      const entries = (await api.get(paths.modules, { with: 'grants' }, { signal })) as ModuleSummary[]
      return entries.filter((entry): entry is GrantableModule => entry.grant !== undefined)
    },
    meta: { quiet: true } as const,
  })
