import type { FastifyRequest } from 'fastify'
import { toFieldIssue } from './error-handler.ts'
import { createHttpError } from '../errors.ts'

/**
 * Options of a call that a person's form makes: what its schema refuses is told at the fields as 422, like what the rules
 * refuse.
 */
export const formRoute = {
  attachValidation: true,
  preHandler: async ({ validationError }: FastifyRequest): Promise<void> => {
    const problems = validationError?.validation
    if (problems) throw createHttpError('validation.failed', { fields: problems.map(toFieldIssue) })
  },
} as const
