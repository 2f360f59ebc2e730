import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { idempotencyHeaders } from '../../contract/idempotency.ts'
import { organiserPassword, type ForumProcess } from './forum-process.ts'
import { nextCode } from './outgoing.ts'
import { makePicture } from './picture-files.ts'
import { leavePerson } from './sign-in.ts'
import { sendForm } from './upload-forum.ts'
import { fetchServed } from './fetch-served.ts'

/** Somebody who proved a mobile number to a running forum. */
export interface Applicant {
  token: string
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

/** Signs up by the code in the folder of texts, as a person does by phone. */
export async function addApplicant(forum: ForumProcess): Promise<Applicant> {
  const mobile = `+86139${String(randomInt(100_000_000)).padStart(8, '0')}`
  await callForum(forum, '/module/sms/sendCode', { body: { mobile, check: false } })
  const captcha = await nextCode(forum.dataDir, mobile)
  const { token } = await callForum<{ token: string }>(forum, '/front/user/sms-login', {
    body: { mobile, captcha },
  })
  return { mobile, token, email: `${mobile.slice(1)}@forum.example` }
}

/** Registers somebody for the forum, in their language. */
export async function register(
  forum: Pick<ForumProcess, 'url'>,
  person: Applicant,
  locale = 'zh-CN',
): Promise<AnsweredRow> {
  const body = { ...(await formOf(forum, 'registrations', person)), business_category: 'developers' }
  return callForum(forum, '/front/post/registrations', { token: person.token, body, locale })
}

/** Registers somebody who reports on the forum. */
export async function registerStaff(forum: ForumProcess, person: Applicant): Promise<AnsweredRow> {
  const post = { identity_category: 'media_personnel', department: 'A magazine' }
  const body = { ...(await formOf(forum, 'staff_registrations', person)), ...post }
  return callForum(forum, '/front/post/staff_registrations', { token: person.token, body })
}

/** What everybody who registers is asked for. */
async function formOf(forum: Pick<ForumProcess, 'url'>, module: string, { token, mobile, email }: Applicant) {
  const upload = `${forum.url}/api/front/attachment/upload`
  const file = { name: 'me.jpg', bytes: await makePicture() }
  const { data: photo } = await sendForm(upload, { module, field: 'photo' }, file, token)
  return {
    realname: 'Lin Example',
    id_number: `E${mobile.slice(-8)}`,
    email,
    country: 'China',
    city: 'Suzhou',
    company: 'A company',
    position: 'Engineer',
    photo: photo.no,
  }
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
