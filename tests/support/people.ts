import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { idempotencyHeaders } from '#contract/api.ts'
import { ensureMobileAccount } from '#server/accounts/users.ts'
import { insertSignIn } from '../../server/accounts/sign-ins.ts'
import { organiserPassword, type ForumProcess } from './forum-process.ts'
import { nextCode } from './outgoing.ts'
import { besideForum } from './participants.ts'
import { makePicture } from './picture-files.ts'
import { leavePerson } from './sign-in.ts'
import { zh } from './texts.ts'
import { sendForm } from './upload-forum.ts'
import { fetchServed } from './fetch-served.ts'

/** A signed-in user with a verified mobile number. */
export interface Applicant {
  id: string
  token: string
  /** The number as users type it. */
  mobile: string
  email: string
}

/** A row of a response. */
export type AnsweredRow = Readonly<Record<string, unknown>> & { id: string; version: number }

/** Calls a running forum as a user. @throws Error with the response when it fails */
export async function callForum<Data>(
  forum: Pick<ForumProcess, 'url'>,
  path: string,
  { token, body, locale = 'zh-CN' }: { token?: string; body?: object; locale?: string } = {},
): Promise<Data> {
  const answer = await fetchServed(`${forum.url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'accept-language': locale,
      ...(token !== undefined && { authorization: token }),
      ...(body && {
        'content-type': 'application/json',
        [idempotencyHeaders.key]: `test-${randomInt(2 ** 47)}`,
      }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const envelope = (await answer.json()) as { code: number; data: Data }
  if (envelope.code !== 200) throw new Error(`${path}: ${JSON.stringify(envelope)}`)
  return envelope.data
}

/** Creates a Chinese mobile number that is unique in the run. */
export const createMobile = (): string => `137${String(randomInt(10 ** 8)).padStart(8, '0')}`

/** Creates an account with a mobile number beside a running forum. */
export async function addApplicant(forum: ForumProcess): Promise<Applicant> {
  const mobile = createMobile()
  const id = await besideForum(forum, undefined, (db) =>
    db.transaction((trx) => ensureMobileAccount(trx, `+86${mobile}`, new Date())),
  )
  return { id, mobile, token: await openSignIn(forum, { id }), email: `${mobile}@forum.example` }
}

/** Signs a user in beside a running forum. @returns the token */
export function openSignIn(forum: ForumProcess, { id }: Pick<Applicant, 'id'>): Promise<string> {
  return besideForum(forum, undefined, (db) =>
    db.transaction((trx) => insertSignIn(trx, { id }, new Date(), { device: 'Chrome · Android' })),
  )
}

/** Signs in by a code on the form that is open; the last digit sends it. */
export async function signInByCode(page: Page, forum: ForumProcess, mobile: string): Promise<void> {
  await page.getByLabel(zh('sign-in:code.mobile')).fill(mobile)
  await page.getByRole('button', { name: zh('sign-in:code.send') }).click()
  const code = await nextCode(forum.dataDir, `+86${mobile}`)
  await page.getByLabel(zh('sign-in:code.code'), { exact: true }).pressSequentially(code)
}

/** Registers a user for the forum in their language. */
export async function register(
  forum: Pick<ForumProcess, 'url'>,
  { token, mobile, email }: Omit<Applicant, 'id'>,
  locale = 'zh-CN',
): Promise<AnsweredRow> {
  const upload = `${forum.url}/api/front/attachment/upload`
  const file = { name: 'me.jpg', bytes: await makePicture() }
  const { data } = await sendForm(upload, { module: 'registrations', field: 'photo' }, file, token)
  const body = {
    realname: 'Lin Example',
    id_number: `E${mobile.slice(-8)}`,
    email,
    country: 'China',
    city: 'Suzhou',
    company: 'A company',
    position: 'Engineer',
    photo: data.no,
    business_category: 'developers',
  }
  return callForum(forum, '/front/post/registrations', { token, body, locale })
}

/** Returns the token of the first organiser. */
export async function organiserToken(forum: Pick<ForumProcess, 'url'>): Promise<string> {
  const body = { login_name: 'organiser', login_pwd: organiserPassword }
  return (await callForum<{ token: string }>(forum, '/front/user/login', { body })).token
}

/** Runs an action on a row as an organiser, for example `approve`. */
export async function decide(
  forum: Pick<ForumProcess, 'url'>,
  module: string,
  action: string,
  { id }: Pick<AnsweredRow, 'id'>,
  fields: object = {},
): Promise<AnsweredRow> {
  const token = await organiserToken(forum)
  return callForum(forum, `/front/action/${module}/${action}`, { token, body: { id, ...fields } })
}

/** Creates a user with an approved registration. */
export async function addParticipant(forum: ForumProcess, locale = 'zh-CN'): Promise<Applicant> {
  const person = await addApplicant(forum)
  await decide(forum, 'registrations', 'approve', await register(forum, person, locale))
  return person
}

/** Lists a user's own rows of a module. */
export async function ownRows(
  forum: ForumProcess,
  module: string,
  { token }: Pick<Applicant, 'token'>,
): Promise<AnsweredRow[]> {
  return (await callForum<{ items: AnsweredRow[] }>(forum, `/front/query/${module}/all`, { token })).items
}

/** Opens the app signed in as a user. Signing in has its own tests. */
export async function openAs(page: Page, { token }: Pick<Applicant, 'token'>): Promise<void> {
  await leavePerson(page)
  await page.evaluate((kept) => sessionStorage.setItem('token', kept), token)
}
