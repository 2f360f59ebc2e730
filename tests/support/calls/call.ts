import { expect } from 'vitest'
import type { paths } from '../../../contract/api.ts'

/** Callers: anonymous, the four roles, and an organiser who is an administrator. */
export const callers = [
  'anonymous',
  'applicant',
  'participant',
  'staff',
  'organiser',
  'administrator',
] as const
export type CallerName = (typeof callers)[number]

/** Data that a call can use. */
export interface CallFacts {
  caller: CallerName
  login: { login_name: string; login_pwd: string }
  /** Number of a public file, and id of the document that refers to it. */
  fileNo: string
  documentId: string
  newCode: (mobile: string) => Promise<string>
  newTicket: () => Promise<string>
  /** Creates an upload of the caller and returns its id; a random id when the caller may not create one. */
  newUpload: (isWhole: boolean) => Promise<string>
  /** Creates a side meeting of the participant and returns its id. */
  newMeeting: () => Promise<string>
  /** Creates a meeting room, optionally deleted, and returns its id. */
  newRoom: (isDeleted: boolean) => Promise<string>
  /** Checks an import of one meeting room, optionally commits it, and returns its token. */
  newImport: (isCommitted: boolean) => Promise<string>
  newSignIn: () => Promise<string>
}

/** Response of a call: HTTP status and envelope without text and number; of an error only the key. */
export interface Answer {
  /** HTTP status; the envelope may have a `status` of its own. */
  http: number
  code?: number
  key?: string
  data?: unknown
  status?: string
  /** Target of a redirect without its query. */
  location?: string
}

/** One call of the API: method, path, body, and the response to each caller. */
export interface Call {
  name: keyof typeof paths
  title?: string
  method: 'GET' | 'POST' | 'HEAD' | 'PATCH' | 'DELETE'
  /** Written out, not taken from the contract, so that the test compares the two. */
  path: string | ((facts: CallFacts) => string | Promise<string>)
  body?: object | ((facts: CallFacts) => unknown)
  headers?: Readonly<Record<string, string>>
  answers: Readonly<Record<CallerName, Answer>>
}

/** Creates a call that reads. @param title what the call covers, when the path does not say it */
export const get = (
  name: Call['name'],
  path: Call['path'],
  answers: Call['answers'],
  title?: string,
): Call => ({ name, method: 'GET', path, answers, ...titled(title) })

/** Creates a call that sends a body. */
export const post = (
  name: Call['name'],
  path: Call['path'],
  body: Call['body'],
  answers: Call['answers'],
  title?: string,
): Call => ({ ...get(name, path, answers, title), method: 'POST', ...(body && { body }) })

const titled = (title?: string): Pick<Call, 'title'> => (title === undefined ? {} : { title })

/** Creates a success. */
export const ok = (data: unknown): Answer => ({ http: 200, code: 200, data })
/** Creates an error whose code is the HTTP status. */
export const refused = (http: number, key: string): Answer => ({ http, code: http, key, data: null })
/** Creates a rejected sign-in, which has HTTP status 200 and the code 401. */
export const refusedSignIn = (key: string): Answer => ({ http: 200, code: 401, key, data: null })
/** The error of everything that is not public, without a sign-in. */
export const signInFirst = refused(401, 'sign_in.required')
/** The error of a missing row, and of one that the caller may not know of. */
export const unknown = refused(404, 'not_found')

/** The same response to all callers, anonymous included. */
export const everybody = (answer: Answer): Call['answers'] => ({ ...signedIn(answer), anonymous: answer })
/** The same response to all signed-in callers. */
export const signedIn = (answer: Answer): Call['answers'] => ({
  anonymous: signInFirst,
  applicant: answer,
  participant: answer,
  staff: answer,
  organiser: answer,
  administrator: answer,
})
/** One response to organisers, another to all other signed-in callers. */
export const organisers = (answer: Answer, others: Answer = unknown): Call['answers'] => ({
  ...signedIn(others),
  organiser: answer,
  administrator: answer,
})

/** 32 bytes in base64url. */
export const token = expect.stringMatching(/^[\w-]{43}$/)
/** Wire format of an instant: UTC, whole seconds. */
export const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
/** A list with at least one such item. */
export const listOf = (item: object) => ({
  items: expect.arrayContaining([expect.objectContaining(item)]),
  page: 1,
  size: expect.any(Number),
  total: expect.any(Number),
})
/** The user's response, which has a `status` of its own too. */
export const user = (role: string): Answer => ({
  ...ok({ id: expect.any(String), name: expect.any(String), role }),
  status: 'ok',
})
/** A text in both languages. */
export const localized = { 'zh-CN': expect.any(String), en: expect.any(String) }
