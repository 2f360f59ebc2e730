import { toFieldProblem, type ValidationProblem } from './error-handler.ts'
import { refuse, type Refusal } from './refusal.ts'

/**
 * For the `schemaErrorFormatter` of a call that a person's form makes: what its schema refuses is told at the fields as
 * 422, like what the rules refuse.
 */
export function toFormRefusal(problems: ValidationProblem[]): Refusal {
  return refuse('validation.failed', { fields: problems.map(toFieldProblem) })
}
