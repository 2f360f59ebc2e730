import { expect } from 'vitest'
import type { paths } from '../../../contract/api.ts'

/** Who calls: nobody, the four kinds of account, and the organiser who is an administrator too. */
export const callers = [
  'anonymous',
  'applicant',
  'participant',
  'staff',
  'organiser',
  'administrator',
] as const
export type CallerName = (typeof callers)[number]

/** What the walk knows when it makes a call. */
export interface CallFacts {
  caller: CallerName
  login: { login_name: string; login_pwd: string }
  /** Number of a file that everybody may have, and id of the document that names it. */
  fileNo: string
  documentId: string
  newCode: (mobile: string) => Promise<string>
  newTicket: () => Promise<string>
  /** Id of an upload of the caller's own that has come so far; of none, when the caller may not begin one. */
  newUpload: (isWhole: boolean) => Promise<string>
  /** Id of a side meeting for which the participant has just applied. */
  newMeeting: () => Promise<string>
  /** Id of a meeting room that an organiser has just made, and deleted again where that is asked for. */
  newRoom: (isDeleted: boolean) => Promise<string>
  /** Token of an import of one meeting room that the caller has checked, and committed where that is asked for. */
  newImport: (isCommitted: boolean) => Promise<string>
  newSignIn: () => Promise<string>
}

/** What a call answers: HTTP status and the envelope, but for its text and number; of a refusal only the key. */
export interface Answer {
  /** HTTP status; the envelope may have a `status` of its own. */
  http: number
  code?: number
  key?: string
  data?: unknown
  status?: string
  /** Where a redirect leads, without what is asked there. */
  location?: string
}

/** One call as the specification has it: method, path, body, and the answer to each caller. */
export interface Call {
  name: keyof typeof paths
  title?: string
  method: 'GET' | 'POST' | 'HEAD' | 'PATCH' | 'DELETE'
  /** Written out here, not taken from the contract: the two must agree. */
  path: string | ((facts: CallFacts) => string | Promise<string>)
  body?: object | ((facts: CallFacts) => unknown)
  headers?: Readonly<Record<string, string>>
  answers: Readonly<Record<CallerName, Answer>>
}

/** A call that reads. @param title what is asked of it, where that is not plain */
export const get = (
  name: Call['name'],
  path: Call['path'],
  answers: Call['answers'],
  title?: string,
): Call => ({ name, method: 'GET', path, answers, ...titled(title) })

/** A call that sends a body. */
export const post = (
  name: Call['name'],
  path: Call['path'],
  body: Call['body'],
  answers: Call['answers'],
  title?: string,
): Call => ({ ...get(name, path, answers, title), method: 'POST', ...(body && { body }) })

const titled = (title?: string): Pick<Call, 'title'> => (title === undefined ? {} : { title })

/** A success. */
export const ok = (data: unknown): Answer => ({ http: 200, code: 200, data })
/** A refusal, whose code is the HTTP status. */
export const refused = (http: number, key: string): Answer => ({ http, code: http, key, data: null })
/** A refused sign-in travels with HTTP 200 (specification §8). */
export const refusedSignIn = (key: string): Answer => ({ http: 200, code: 401, key, data: null })
/** What nobody gets of all that is not public. */
export const signInFirst = refused(401, 'sign_in.required')
/** What is not there, and what the caller may not know of. */
export const unknown = refused(404, 'not_found')

/** The same to all, account or none. */
export const everybody = (answer: Answer): Call['answers'] => ({ ...signedIn(answer), anonymous: answer })
/** The same to everybody with an account. */
export const signedIn = (answer: Answer): Call['answers'] => ({
  anonymous: signInFirst,
  applicant: answer,
  participant: answer,
  staff: answer,
  organiser: answer,
  administrator: answer,
})
/** One answer to organisers, another to everybody else with an account. */
export const organisers = (answer: Answer, others: Answer = unknown): Call['answers'] => ({
  ...signedIn(others),
  organiser: answer,
  administrator: answer,
})

/** 32 bytes in base64url. */
export const token = expect.stringMatching(/^[\w-]{43}$/)
/** On the wire: UTC, whole seconds. */
export const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
/** A list with at least one such item. */
export const listOf = (item: object) => ({
  items: expect.arrayContaining([expect.objectContaining(item)]),
  page: 1,
  size: expect.any(Number),
  total: expect.any(Number),
})
/** Counts as a success by `status` too (T2). */
export const user = (role: string): Answer => ({
  ...ok({ id: expect.any(String), name: expect.any(String), role }),
  status: 'ok',
})
/** A text in both languages. */
export const localized = { 'zh-CN': expect.any(String), en: expect.any(String) }
