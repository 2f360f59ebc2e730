import { articleModuleNames, type ArticleData } from '#contract/articles.ts'
import type { ListParams } from '#contract/api.ts'
import type { ListData, SuccessEnvelope } from '#contract/envelope.ts'
import { forumSetting, type ForumSetting } from '#contract/forum.ts'
import { toListQuery } from '#contract/list-query.ts'
import { defaultLocale } from '#contract/locale.ts'
import { answerArticle } from '#server/modules/articles/find-article.ts'
import { handleDetail, handleList, handleNamedValue } from '#server/engine/query/read-handlers.ts'
import type { ReadResponse, ReadContext } from '#server/engine/query/read-handlers.ts'
import type { Revisions } from '#server/engine/changes/revisions.ts'
import { anonymous } from '#server/http/caller.ts'
import { HttpError } from '#server/errors.ts'

/** Modules of which feeds tell something. */
export const indexedModules = [
  'settings',
  'sessions',
  'tracks',
  'rooms',
  'speakers',
  'partners',
  'exhibitors',
  'article_category',
  ...articleModuleNames,
] as const

/** What everybody may read, through the gate of every call and out of the memory of its answers. */
export interface PublicRows {
  /** Changes when any told module was written. */
  version(): Promise<string>
  forum(): Promise<ForumSetting>
  /** All rows of a module whose definition allows that. */
  all<Row>(module: string): Promise<Row[]>
  /** Undefined when there is no such row, or not for everybody. */
  find<Row>(module: string, id: string): Promise<Row | undefined>
  findArticle<Row>(no: string): Promise<ArticleData<Row> | undefined>
}

/** Makes the reader over what the calls read with. */
export function readPublicRows(context: ReadContext & { revisions: Revisions }): PublicRows {
  const parsed = new WeakMap<object, unknown>()

  /** The data of an answer; of one that is kept in memory it is read once. */
  function dataOf({ answer: { body } }: ReadResponse): unknown {
    if (typeof body === 'string') return parse(body)
    if (!parsed.has(body)) parsed.set(body, parse(String(body)))
    return parsed.get(body)
  }

  const list = (module: string, params: ListParams) =>
    handleList(context, { caller: anonymous, locale: defaultLocale }, module, toListQuery(params))

  return {
    version: async () => {
      const revisions = await context.revisions.all()
      return indexedModules.map((module) => revisions.get(module) ?? 0).join('.')
    },
    forum: async () => {
      const module = context.registry.get('settings')
      const answer = await unlessMissing(handleNamedValue(context, anonymous, module, 'forum'))
      return { ...forumSetting, ...(answer && (dataOf(answer) as Partial<ForumSetting>)) }
    },
    all: async <Row>(module: string) => (dataOf(await list(module, { size: 0 })) as ListData<Row>).items,
    find: async <Row>(module: string, id: string) => {
      const answer = await unlessMissing(handleDetail(context, anonymous, { module, id }, {}))
      return answer && (dataOf(answer) as Row)
    },
    findArticle: async <Row>(no: string) => {
      const answer = await unlessMissing(answerArticle(context, anonymous, no))
      return answer && (dataOf(answer) as ArticleData<Row>)
    },
  }
}

const parse = (body: string): unknown => (JSON.parse(body) as SuccessEnvelope<unknown>).data

/** What is not there, and what is not for everybody, is the same here. */
async function unlessMissing<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof HttpError && error.key === 'not_found') return undefined
    throw error
  }
}
