import type { SessionDraft } from './schedule-builder.ts'

/**
 * Tells apart the slots of a session that is held several times: by time, the second of a key becomes `key/2`. The
 * same slot twice keeps its key, and is refused as a duplicate.
 */
export function numberSlots(drafts: readonly SessionDraft[]): SessionDraft[] {
  const slotsOfKey = new Map<string, SessionDraft[]>()
  for (const draft of drafts) {
    const slots = slotsOfKey.get(draft.key) ?? []
    if (!slots.some(({ id }) => id !== '' && id === draft.id)) slots.push(draft)
    slotsOfKey.set(draft.key, slots)
  }
  for (const slots of slotsOfKey.values()) slots.sort(byStart)
  return drafts.map((draft) => {
    const slots = slotsOfKey.get(draft.key) ?? []
    const nth = slots.findIndex((slot) => slot === draft || (slot.id !== '' && slot.id === draft.id)) + 1
    return draft.key !== '' && nth > 1 ? { ...draft, key: `${draft.key}/${nth}` } : draft
  })
}

function byStart(a: SessionDraft, b: SessionDraft): number {
  return (a.start.instant ?? '').localeCompare(b.start.instant ?? '')
}
