import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Role } from '../../../contract/api.ts'
import { insertUser } from '../../../server/accounts/users.ts'
import type { ForumProcess } from '../../support/forum-process.ts'
import { besideForum } from '../../support/participants.ts'
import { openSignIn } from '../../support/people.ts'
import { zh } from '../../support/texts.ts'

/** An account of a test's own, signed in. */
export interface Person {
  id: string
  login: string
  token: string
}

export const password = 'osmotic-meadow-7'

/** Makes an account beside the forum, whose commands and calls would take a second. */
export async function addPerson(forum: ForumProcess, role: Role = 'participant'): Promise<Person> {
  const id = randomUUID()
  const login = `anna-${randomInt(2 ** 40)}`
  await besideForum(forum, undefined, (db) =>
    insertUser(db.kysely, { id, loginName: login, password, role }, new Date()),
  )
  return { id, login, token: await openSignIn(forum, { id }) }
}

/** Signs in by the form. @param keeps whether the sign-in stays on the device */
export async function signInByForm(
  page: Page,
  account: { login: string; password?: string },
  { keeps = false } = {},
): Promise<void> {
  await page.goto('/user/login')
  await page.getByLabel(zh('sign-in:signIn.name')).fill(account.login)
  await page.getByLabel(zh('sign-in:signIn.password')).fill(account.password ?? password)
  if (keeps) await page.getByRole('checkbox', { name: zh('sign-in:keep.label') }).check()
  await page.getByRole('button', { name: zh('sign-in:signIn.submit'), exact: true }).click()
}
