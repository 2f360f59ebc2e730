import { randomInt } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { ensureMobileAccount } from '../../server/accounts/mobile-account.ts'
import { hashPassword } from '../../server/accounts/password-hash.ts'
import { insertSignIn } from '../../server/accounts/sign-ins.ts'
import type { ForumProcess } from './forum-process.ts'
import { besideForum } from './participants.ts'

/** Somebody whose mobile was proven a while ago, signed in: an applicant. */
export interface MobilePerson {
  id: string
  /** As people type it. */
  mobile: string
  token: string
}

/** Makes an account of a Chinese mobile in a running forum. @param minutesAgo when it signed in */
export async function addMobilePerson(
  forum: ForumProcess,
  { password, minutesAgo = 0 }: { password?: string; minutesAgo?: number } = {},
): Promise<MobilePerson> {
  const mobile = `137${String(randomInt(10 ** 8)).padStart(8, '0')}`
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
