import type { ListData } from '../../../contract/envelope.ts'
import type { Reply } from './network.ts'

/** Gets what the server says of the sample forum, for a reply that differs from it in one thing alone. */
export async function getSample<Data>(path: string): Promise<Data> {
  const answer = await fetch(`/api${path}`)
  return ((await answer.json()) as { data: Data }).data
}

/** A list's reply: all of its rows on one page, or the first of more. */
export const listOf = (items: readonly object[], total = items.length): Reply => ({
  data: { items: [...items], page: 1, size: Math.max(items.length, 1), total } satisfies ListData<object>,
})
