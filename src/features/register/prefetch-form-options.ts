import type { QueryClient } from '@tanstack/react-query'
import { loadIssueMessages } from '#features/forms'
import { toursQuery } from '#features/travel-guide'
import { prefetchProgramme } from '#features/sessions'
import { getLocale } from '#lib/locale.ts'
import { ceremonyQuery } from './queries.ts'

/** Prefetches the choices of the form without waiting, so that it can be filled in offline. */
export function prefetchFormOptions(client: QueryClient): void {
  prefetchProgramme(client)
  void client.prefetchQuery(toursQuery())
  void client.prefetchQuery(ceremonyQuery())
  loadIssueMessages(getLocale()).catch(() => undefined)
}
