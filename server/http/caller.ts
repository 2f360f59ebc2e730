import type { Role, SecondFactorStep } from '#contract/api.ts'
import type { Locale } from '#contract/locale.ts'

/** Nobody: no token, or an expired one on a call that is public. Never the system. */
export interface AnonymousCaller {
  kind: 'anonymous'
}

/** A signed-in person, read from the database at this request. */
export interface UserCaller {
  kind: 'user'
  id: string
  role: Role
  /** An organiser who may also see users, grants and secret settings. */
  isAdministrator: boolean
  /** Modules in which a member of staff does what organisers do; nobody else has any. */
  grants?: readonly string[]
  /** The sign-in is not complete: it needs this first, and the gate lets it do nothing else. */
  pendingStep?: SecondFactorStep
}

/** Who runs the operator's commands: may do what an administrator may, and has no account. */
export interface OperatorCaller {
  kind: 'operator'
  role: 'organiser'
  isAdministrator: true
  grants?: readonly string[]
}

/** Who makes a request, or runs a command. */
export type Caller = AnonymousCaller | UserCaller | OperatorCaller

/** Who reads, and in which language: it decides what is seen, how texts are sorted and what labels say. */
export interface CallerContext {
  caller: Caller
  locale: Locale
}

/** The one caller without a name. */
export const anonymous: AnonymousCaller = { kind: 'anonymous' }

/** The one operator. */
export const operator: OperatorCaller = { kind: 'operator', role: 'organiser', isAdministrator: true }
