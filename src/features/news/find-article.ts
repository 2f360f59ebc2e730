import type { Api } from '#lib/api.ts'
import { ApiError } from '#lib/api.ts'
import type { DocumentRow } from '#features/downloads'
import type { Article, NewsDetail } from './rows.ts'

/** Modules whose rows have article numbers, in the order in which they are asked. */
const articleModules = ['informations', 'documents'] as const

/**
 * The article with a number. The number is a text: leading zeros and letters count (T13).
 * @throws ApiError `not_found` when no module has it
 */
export async function loadArticle(
  api: Pick<Api, 'list' | 'detail'>,
  no: string,
  signal: AbortSignal,
): Promise<Article> {
  for (const module of articleModules) {
    const found = await api.list<{ id: string }>(
      module,
      { filters: [{ param: 'no', op: 'eq', value: no }], fields: ['no'], size: 1 },
      { signal },
    )
    const id = found.items[0]?.id
    if (id === undefined) continue
    return module === 'informations'
      ? { module, row: await api.detail<NewsDetail>(module, id, { signal }) }
      : { module, row: await api.detail<DocumentRow>(module, id, { signal }) }
  }
  throw new ApiError({
    status: 404,
    code: 404,
    msg: 'Not Found',
    url: `/article/view/${no}`,
    key: 'not_found',
  })
}
