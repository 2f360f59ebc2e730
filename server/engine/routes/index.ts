import type { FastifyInstance } from 'fastify'
import type { EngineContext } from '../query/engine-context.ts'
import { describeRoutes } from './describe.ts'
import { exportRoutes } from './export.ts'
import { findRoutes, queryRoutes } from './query.ts'
import { revealRoutes } from './reveal.ts'
import { writeRoutes } from './write.ts'

/** All routes of the module engine. */
export async function engineRoutes(app: FastifyInstance, context: EngineContext): Promise<void> {
  await queryRoutes(app, context)
  await describeRoutes(app, context)
  await findRoutes(app, context)
  await writeRoutes(app, context)
  await revealRoutes(app, context)
  await exportRoutes(app, context)
}
