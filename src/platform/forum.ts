import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { forumSetting, type ForumSetting } from '#contract/forum.ts'
import { api } from './api.ts'
import { useLocalized } from './locale.ts'

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

/**
 * Sets the document title: the screen's title, then the forum's name. Every screen calls it. Without a title, on home and
 * while the screen loads, it is the forum's name alone.
 */
export function useDocumentTitle(title?: string): void {
  const pick = useLocalized()
  const forum = useForum()
  const pageTitle = title?.trim()
  const whole = pageTitle ? `${pageTitle} · ${pick(forum.shortName).text}` : pick(forum.name).text
  useEffect(() => {
    document.title = whole
  }, [whole])
}
