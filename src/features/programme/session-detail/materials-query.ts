import { queryOptions } from '@tanstack/react-query'
import { defaultFreshnessMs } from '#contract/forum.ts'
import type { materials } from '#contract/modules/materials.ts'
import type { WireRow } from '#contract/row.ts'
import { api } from '#platform/api.ts'

/** A published speech file as the list endpoint returns it. */
type MaterialRow = Pick<WireRow<typeof materials>, 'id' | 'title' | 'presenter' | 'file'>

/** Lists the published speech files of a session, newest first. */
export const materialsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['materials', sessionId],
    queryFn: async ({ signal }) =>
      (
        await api.list<MaterialRow>(
          'materials',
          {
            filters: [{ param: 'session', op: 'eq', value: sessionId }],
            fields: ['title', 'presenter', 'file'],
          },
          { signal },
        )
      ).items,
    staleTime: defaultFreshnessMs,
    meta: { persist: 'public', quiet: true } as const,
  })
