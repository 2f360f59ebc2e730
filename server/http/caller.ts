import type { Role, SecondFactorStep } from '#contract/api.ts'
import type { Locale } from '#contract/locale.ts'

/** A caller without a token, or with one that is not valid (any more). Never the server itself. */
export interface AnonymousCaller {
  kind: 'anonymous'
}

/** A signed-in user, read from the database for this request. */
export interface UserCaller {
  kind: 'user'
  /** Id of the account. */
  id: string
  role: Role
  /** An organiser who may also see users, grants and secret settings. */
  isAdministrator: boolean
  /** Modules in which this member of staff has the permissions of organisers. */
  grants?: readonly string[]
  /** The sign-in is incomplete: it needs this step first, and every other request is rejected. */
  pendingStep?: SecondFactorStep
}

/** The operator who runs commands: has the permissions of an administrator and no account. */
export interface OperatorCaller {
  kind: 'operator'
  role: 'organiser'
  isAdministrator: true
  /** Never set, since organisers need none; declared so that code can read it of every caller but the anonymous one. */
  grants?: readonly string[]
}

/** The caller of a request or command. */
export type Caller = AnonymousCaller | UserCaller | OperatorCaller

/** Caller and language of a read: they determine visible rows, the order of texts and the labels. */
export interface CallerContext {
  caller: Caller
  locale: Locale
}

/** The only anonymous caller; compare by `kind`. */
export const anonymous: AnonymousCaller = { kind: 'anonymous' }

/** The only operator. */
export const operator: OperatorCaller = { kind: 'operator', role: 'organiser', isAdministrator: true }
