import type { OutboxEntry } from '#outbox/index.ts'

/** Several new rows of a module may wait at the same time: each has a place of its own, with its draft. */
export const getNewPath = (module: string, place: number): string =>
  place === 1 ? `/console/${module}/new` : `/console/${module}/new?place=${place}`

export const getEditPath = (module: string, id: string): string => `/console/${module}/${id}/edit`

/** Name of the draft of a form, the same at each visit. */
export const getDraftName = (path: string): string => path.slice(1)

/** What a form handed in that has not arrived, the newest. */
export function findPending(entries: readonly OutboxEntry[], path: string): OutboxEntry | undefined {
  return entries.findLast(
    ({ formPath, state, deed }) =>
      formPath === path && state !== 'done' && (deed.kind === 'create' || deed.kind === 'update'),
  )
}

/** The first place whose new row does not wait: what is begun there is not mixed up with what was handed in. */
export function findFreeDraftNumber(entries: readonly OutboxEntry[], module: string): number {
  for (let place = 1; ; place += 1) if (!findPending(entries, getNewPath(module, place))) return place
}
