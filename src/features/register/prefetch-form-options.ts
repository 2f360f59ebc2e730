import type { QueryClient } from '@tanstack/react-query'
import { loadIssueMessages } from '#features/forms'
import { toursQuery } from '#features/travel-guide'
import { prefetchProgramme } from '#features/sessions'
import { getLocale } from '#lib/locale.ts'
import { ceremonyQuery } from './queries.ts'

/** Brings what the form chooses among onto the device, without waiting: it may be filled in without network. */
export function prefetchFormOptions(client: QueryClient): void {
  prefetchProgramme(client)
  void client.prefetchQuery(toursQuery())
  void client.prefetchQuery(ceremonyQuery())
  loadIssueMessages(getLocale()).catch(() => undefined)
}
