import { paths } from '../contract/api.ts'
import { gets, type LoadKind } from './load.ts'

/** Lists the requests of attendees: the lists of the screens, and their rows. */
export async function publicReads(url: string): Promise<{ lists: LoadKind; details: LoadKind }> {
  const lists = [
    `${paths.list('sessions')}?size=0`,
    `${paths.list('tracks')}?size=0`,
    `${paths.list('rooms')}?size=0`,
    `${paths.list('speakers')}?size=20`,
    `${paths.list('informations')}?page=1&size=20`,
    `${paths.list('documents')}?page=1&size=100`,
    `${paths.list('documents')}?filters=is_hot%3Aeq%3A1&page=1&size=5`,
    `${paths.list('article_category')}?size=0`,
    paths.settings('forum'),
  ]
  const details: string[] = []
  for (const module of ['sessions', 'informations', 'documents']) {
    const response = await fetch(`${url}/api${paths.list(module)}?size=20`)
    const { data } = (await response.json()) as { data: { items: { id: string }[] } }
    details.push(...data.items.map(({ id }) => paths.detail(module, id)))
  }
  return {
    lists: { name: 'public lists', share: 1, requests: gets(lists) },
    details: { name: 'details', share: 1, requests: gets(details) },
  }
}
