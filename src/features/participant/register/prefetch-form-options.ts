import type { QueryClient } from '@tanstack/react-query'
import { loadIssueMessages } from '#forms/index.ts'
import { toursQuery } from '#features/visit/travel-guide'
import { prefetchProgramme } from '#features/programme/sessions'
import { getLocale } from '#platform/locale.ts'
import { ceremonyQuery } from './queries.ts'

/** Prefetches the choices of the form without waiting, so that it can be filled in offline. */
export function prefetchFormOptions(client: QueryClient): void {
  prefetchProgramme(client)
  void client.prefetchQuery(toursQuery())
  void client.prefetchQuery(ceremonyQuery())
  loadIssueMessages(getLocale()).catch(() => undefined)
}
