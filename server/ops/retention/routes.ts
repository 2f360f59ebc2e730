import type { FastifyInstance } from 'fastify'
import { paths } from '#contract/api.ts'
import { success } from '#server/http/envelope.ts'
import { previewRetention, type PreviewDeps } from './preview.ts'

/** Looks a minute from one address: each counts the rows of all modules, some days ahead. */
const rateLimit = { max: 30, timeWindow: 60_000 }

/** What retention would take away, for administrators to see before it does. */
export async function retentionRoutes(
  app: FastifyInstance,
  { now, ...deps }: PreviewDeps & { now: () => Date },
): Promise<void> {
  app.get(
    paths.retention,
    {
      config: { permission: { kind: 'operator' }, rateLimit },
      schema: {
        tags: ['administration'],
        summary: 'What is erased by itself, how long it is kept, and how much will have gone by when',
      },
    },
    async () => success(await previewRetention(deps, now())),
  )
}
