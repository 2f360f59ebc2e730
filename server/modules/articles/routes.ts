import type { FastifyInstance } from 'fastify'
import type { ReadContext } from '#server/engine/query/read-handlers.ts'
import { sendRead } from '#server/engine/routes/query.ts'
import { answerArticle } from './find-article.ts'

const schema = {
  tags: ['modules'],
  summary: 'Reads the article with a number, whichever module has it, with its neighbours',
  params: {
    type: 'object',
    properties: { no: { type: 'string', description: 'As it is written: leading zeros and letters count.' } },
  },
} as const

/** Articles by the numbers of their addresses: one call, where asking each module would be several. */
export async function articleRoutes(app: FastifyInstance, context: ReadContext): Promise<void> {
  app.get<{ Params: { no: string } }>(
    '/front/article/:no',
    { config: { permission: { kind: 'public' } }, schema },
    async ({ caller, params }, reply) => sendRead(reply, await answerArticle(context, caller, params.no)),
  )
}
