import { useEffect, useRef } from 'react'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useLocale } from '#platform/locale.ts'
import type { Row } from '../data/console-api.ts'
import { submitAction } from '../record/submit-action.ts'

/**
 * Starts the review of each shown row once, where the module has an action for that, so that the registrant cannot
 * change it any more. A background entry sends it, because it is no decision.
 * @param opening name of the action; undefined when the row's state allows none
 */
export function useStartReview(
  metadata: ModuleMetadata,
  row: Row | undefined,
  title: string,
  opening: string | undefined,
): void {
  const locale = useLocale()
  const startedIds = useRef(new Set<string>())
  useEffect(() => {
    if (!row || opening === undefined || startedIds.current.has(row.id)) return
    startedIds.current.add(row.id)
    const submission = { metadata, row, title, locale, entry: undefined, name: opening, body: {} }
    // A failure to store and send shows with the decision itself.
    void submitAction({ ...submission, isQuiet: true }).catch(() => undefined)
  })
}
