import { accountCalls, ownCalls, secondFactorCalls } from './accounts.ts'
import type { Call } from './call.ts'
import { contentCalls, revealCalls } from './content.ts'
import { fileCalls } from './files.ts'
import { transferCalls, writingCalls } from './writing.ts'

export { callers, type Answer, type Call, type CallerName, type CallFacts } from './call.ts'

/** Every call of the API; those that end sign-ins and change passwords come last. */
export const everyCall: readonly Call[] = [
  ...accountCalls,
  ...contentCalls,
  ...fileCalls,
  ...revealCalls,
  ...writingCalls,
  ...transferCalls,
  ...secondFactorCalls,
  ...ownCalls,
]
