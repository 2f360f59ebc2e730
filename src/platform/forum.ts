import { queryOptions, useQuery } from '@tanstack/react-query'
import { forumSetting, type ForumSetting } from '#contract/forum.ts'
import { api } from './api.ts'

/** Five minutes: name, dates and city of the forum change once a year. */
const forumFreshMs = 300_000

/** The setting `forum`: names, dates, city and time zone. */
export const forumQuery = () =>
  queryOptions({
    queryKey: ['cmsSettings', 'forum'],
    queryFn: ({ signal }) => api.settings('forum', { signal }),
    staleTime: forumFreshMs,
    meta: { persist: 'public' },
  })

/** Returns the forum's setting; until the first response, the constants that also fill an empty database. */
export function useForum(): ForumSetting {
  return useQuery(forumQuery()).data ?? forumSetting
}
