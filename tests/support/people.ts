import { randomInt } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { idempotencyHeaders } from '../../contract/idempotency.ts'
import { ensureMobileAccount } from '../../server/accounts/mobile-account.ts'
import { hashPassword } from '../../server/accounts/password-hash.ts'
import { insertSignIn } from '../../server/accounts/sign-ins.ts'
import { organiserPassword, type ForumProcess } from './forum-process.ts'
import { nextCode } from './outgoing.ts'
import { besideForum } from './participants.ts'
import { makePicture } from './picture-files.ts'
import { leavePerson } from './sign-in.ts'
import { zh } from './texts.ts'
import { sendForm } from './upload-forum.ts'
import { fetchServed } from './fetch-served.ts'

/** Somebody whose mobile was proven, signed in. */
export interface Applicant {
  id: string
  token: string
  /** As people type it. */
  mobile: string
  email: string
}

/** A row of an answer. */
export type AnsweredRow = Readonly<Record<string, unknown>> & { id: string; version: number }

/** Calls a running forum as somebody. @throws Error with the answer when it refuses */
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

/** A Chinese mobile that nobody else in the run has. */
export const createMobile = (): string => `137${String(randomInt(10 ** 8)).padStart(8, '0')}`

/** Makes an account of a mobile beside a running forum. */
export async function addApplicant(forum: ForumProcess, password?: string): Promise<Applicant> {
  const mobile = createMobile()
  const at = new Date()
  const password_hash = password === undefined ? null : await hashPassword(password)
  return besideForum(forum, undefined, (db) =>
    db.transaction(async (trx) => {
      const id = await ensureMobileAccount(trx, `+86${mobile}`, at)
      await trx.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
      const token = await insertSignIn(trx, { id }, at, { device: 'Chrome · Android' })
      return { id, mobile, token, email: `${mobile}@forum.example` }
    }),
  )
}

/** Signs in by password. @returns the token */
export async function signInWith(
  request: APIRequestContext,
  login_name: string,
  login_pwd: string,
): Promise<string> {
  const answer = await request.post('/api/front/user/login', { data: { login_name, login_pwd } })
  return ((await answer.json()) as { data: { token: string } }).data.token
}

/** Signs in by a code on the form that is open; the last digit sends it. */
export async function signInByCode(page: Page, forum: ForumProcess, mobile: string): Promise<void> {
  await page.getByLabel(zh('sign-in:code.mobile')).fill(mobile)
  await page.getByRole('button', { name: zh('sign-in:code.send') }).click()
  const code = await nextCode(forum.dataDir, `+86${mobile}`)
  await page.getByLabel(zh('sign-in:code.code'), { exact: true }).pressSequentially(code)
}

/** Registers somebody for the forum, in their language. */
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

/** The token of the first organiser. */
export async function organiserToken(forum: ForumProcess): Promise<string> {
  const body = { login_name: 'organiser', login_pwd: organiserPassword }
  return (await callForum<{ token: string }>(forum, '/front/user/login', { body })).token
}

/** Does something with a row as an organiser, `approve` for instance. */
export async function decide(
  forum: ForumProcess,
  module: string,
  action: string,
  { id }: Pick<AnsweredRow, 'id'>,
  fields: object = {},
): Promise<AnsweredRow> {
  const token = await organiserToken(forum)
  return callForum(forum, `/front/action/${module}/${action}`, { token, body: { id, ...fields } })
}

/** Somebody whose registration is approved. */
export async function addParticipant(forum: ForumProcess, locale = 'zh-CN'): Promise<Applicant> {
  const person = await addApplicant(forum)
  await decide(forum, 'registrations', 'approve', await register(forum, person, locale))
  return person
}

/** All rows of a module that are a person's own, as the server has them. */
export async function ownRows(
  forum: ForumProcess,
  module: string,
  { token }: Pick<Applicant, 'token'>,
): Promise<AnsweredRow[]> {
  return (await callForum<{ items: AnsweredRow[] }>(forum, `/front/query/${module}/all`, { token })).items
}

/** Opens the app signed in as somebody. How people sign in has its own tests. */
export async function openAs(page: Page, { token }: Pick<Applicant, 'token'>): Promise<void> {
  await leavePerson(page)
  await page.evaluate((kept) => sessionStorage.setItem('token', kept), token)
}
