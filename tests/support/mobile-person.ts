import { randomInt } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { ensureMobileAccount } from '../../server/accounts/mobile-account.ts'
import { hashPassword } from '../../server/accounts/password-hash.ts'
import { insertSignIn } from '../../server/accounts/sign-ins.ts'
import type { ForumProcess } from './forum-process.ts'
import { nextCode } from './outgoing.ts'
import { besideForum } from './participants.ts'
import { zh } from './texts.ts'

/** Somebody whose mobile was proven a while ago, signed in: an applicant. */
export interface MobilePerson {
  id: string
  /** As people type it. */
  mobile: string
  token: string
}

/** A Chinese mobile that nobody else in the run has. */
export const createMobile = (): string => `137${String(randomInt(10 ** 8)).padStart(8, '0')}`

/** Makes an account of a Chinese mobile in a running forum. @param minutesAgo when it signed in */
export async function addMobilePerson(
  forum: ForumProcess,
  { password, minutesAgo = 0 }: { password?: string; minutesAgo?: number } = {},
): Promise<MobilePerson> {
  const mobile = createMobile()
  const at = new Date(Date.now() - minutesAgo * 60_000)
  const hash = password === undefined ? null : await hashPassword(password)
  return besideForum(forum, undefined, (db) =>
    db.transaction(async (trx) => {
      const id = await ensureMobileAccount(trx, `+86${mobile}`, at)
      await trx.updateTable('users').set({ password_hash: hash }).where('id', '=', id).execute()
      return { id, mobile, token: await insertSignIn(trx, { id }, at, { device: 'Chrome · Android' }) }
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
