import { useEffect, useRef } from 'react'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useLocale } from '#lib/locale.ts'
import type { Row } from '../data/console-api.ts'
import { submitAction } from '../record/submit-action.ts'

/**
 * Says once of each row on screen that somebody looks at it, where the module has a word for that: then its person
 * changes nothing more under the reviewer's eyes. Quietly: what comes of it is no decision.
 * @param opening name of the action; undefined when the row is in no state for it
 */
export function useStartReview(
  metadata: ModuleMetadata,
  row: Row | undefined,
  title: string,
  opening: string | undefined,
): void {
  const locale = useLocale()
  const opened = useRef(new Set<string>())
  useEffect(() => {
    if (!row || opening === undefined || opened.current.has(row.id)) return
    opened.current.add(row.id)
    const deed = { metadata, row, title, locale, entry: undefined, name: opening, body: {} }
    // Where nothing can be kept and nobody answers, the decision itself will say so.
    void submitAction({ ...deed, isQuiet: true }).catch(() => undefined)
  })
}
