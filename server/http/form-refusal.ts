import type { FastifyRequest } from 'fastify'
import { toFieldProblem } from './error-handler.ts'
import { refuse } from './refusal.ts'

/**
 * Options of a call that a person's form makes: what its schema refuses is told at the fields as 422, like what the rules
 * refuse.
 */
export const formCall = {
  attachValidation: true,
  preHandler: async ({ validationError }: FastifyRequest): Promise<void> => {
    const problems = validationError?.validation
    if (problems) throw refuse('validation.failed', { fields: problems.map(toFieldProblem) })
  },
} as const
