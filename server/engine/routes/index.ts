import type { FastifyInstance } from 'fastify'
import type { ReadContext } from '../read-calls.ts'
import { describeRoutes } from './describe.ts'
import { findRoutes } from './find.ts'
import { queryRoutes } from './query.ts'

/** All routes of the module engine. */
export async function engineRoutes(app: FastifyInstance, context: ReadContext): Promise<void> {
  await queryRoutes(app, context)
  await describeRoutes(app, context)
  await findRoutes(app, context)
}
