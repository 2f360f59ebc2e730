import type { OutboxEntry } from '#outbox/index.ts'

/**
 * Returns the path of the form of a new row. Several can be pending at the same time, each with a draft number from 1,
 * which the URL calls `place`.
 */
export const getNewPath = (module: string, draftNumber: number): string =>
  draftNumber === 1 ? `/console/${module}/new` : `/console/${module}/new?place=${draftNumber}`

/** Returns the path of the form of an existing row. */
export const getEditPath = (module: string, id: string): string => `/console/${module}/${id}/edit`

/** Returns the name of a form's draft, the same at each visit: the path without its first slash. */
export const getDraftName = (path: string): string => path.slice(1)

/** Finds the newest entry that the form at `path` submitted and that has not arrived. */
export function findPending(entries: readonly OutboxEntry[], path: string): OutboxEntry | undefined {
  return entries.findLast(
    ({ formPath, state, deed }) =>
      formPath === path && state !== 'done' && (deed.kind === 'create' || deed.kind === 'update'),
  )
}

/** Finds the first draft number without a pending entry, so that a new form does not mix with a submitted one. */
export function findFreeDraftNumber(entries: readonly OutboxEntry[], module: string): number {
  for (let draftNumber = 1; ; draftNumber += 1)
    if (!findPending(entries, getNewPath(module, draftNumber))) return draftNumber
}
