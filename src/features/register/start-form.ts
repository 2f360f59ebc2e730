import type { QueryClient } from '@tanstack/react-query'
import { loadProblemTexts } from '#features/forms'
import { toursQuery } from '#features/pages'
import { startProgramme } from '#features/sessions'
import { getLocale } from '#lib/locale.ts'
import { ceremonyQuery } from './queries.ts'

/** Brings what the form chooses among onto the device, without waiting: it may be filled in without network. */
export function startForm(client: QueryClient): void {
  startProgramme(client)
  void client.prefetchQuery(toursQuery())
  void client.prefetchQuery(ceremonyQuery())
  loadProblemTexts(getLocale()).catch(() => undefined)
}
