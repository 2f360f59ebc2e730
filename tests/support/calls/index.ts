import { accountCalls } from './accounts.ts'
import { administrationCalls } from './administration.ts'
import type { Call } from './call.ts'
import { contentCalls } from './content.ts'
import { fileCalls } from './files.ts'
import { ownCalls } from './own.ts'
import { revealCalls } from './reveal.ts'
import { transferCalls } from './transfer.ts'
import { writingCalls } from './writing.ts'

export { callers, type Answer, type Call, type CallerName, type CallFacts } from './call.ts'

/**
 * Every call of the specification's sections 2, 4 and 7 that there is: method, path, body and the answer to each
 * caller. Those that end sign-ins and change passwords come last.
 */
export const everyCall: readonly Call[] = [
  ...accountCalls,
  ...contentCalls,
  ...fileCalls,
  ...revealCalls,
  ...writingCalls,
  ...transferCalls,
  ...administrationCalls,
  ...ownCalls,
]
