import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { paths } from '../../contract/calls.ts'
import { callForum, openAs, ownRows, type AnsweredRow } from '../support/people.ts'
import type { Fault, FaultServer } from '../support/fault-server.ts'
import type { ForumProcess } from '../support/forum-process.ts'
import { expect, test as base, visit } from './phone.ts'

interface Traveller {
  login: string
  token: string
}

interface Fixtures {
  /** A participant of the test's own. */
  person: Traveller
  /** The person's travel rows as the server has them. */
  rows: () => Promise<AnsweredRow[]>
}

/** The tests of phones with somebody who sends travel information. */
export const test = base.extend<Fixtures>({
  person: async ({ forum }, use) => use(await addTraveller(forum)),
  rows: async ({ forum, person }, use) =>
    use(async () => {
      const listed = await ownRows(forum, 'travel_infos', person)
      const { token } = person
      return Promise.all(
        listed.map(({ id }) => callForum<AnsweredRow>(forum, paths.detail('travel_infos', id), { token })),
      )
    }),
})

export { expect }

/** Writes of travel rows. */
export const posts = /\/front\/(post|edit)\/travel_infos/

const formReady = (page: Page) => page.getByRole('button', { name: '提交行程信息' })

/** Signs in and opens the travel form. */
export async function openForm(page: Page, person: Pick<Traveller, 'token'>): Promise<void> {
  await visit(page, '/')
  await signInAs(page, person)
  await page.goto('/user/travel')
  await expect(formReady(page)).toBeVisible()
}

export const signInAs = openAs

export const password = 'osmotic-meadow-7'

/** A participant with a password, who can sign in as often as the test likes. */
async function addTraveller(forum: ForumProcess): Promise<Traveller> {
  const login = `anna-${randomUUID().slice(0, 8)}`
  await forum.forum(['user', 'add', '--role', 'participant', '--login', login], `${password}\n`)
  return signInAgain(forum, { login })
}

/** The same person, signed in anew. */
export async function signInAgain(
  forum: ForumProcess,
  { login }: Pick<Traveller, 'login'>,
): Promise<Traveller> {
  const body = { login_name: login, login_pwd: password }
  return { login, ...(await callForum<{ token: string }>(forum, '/front/user/login', { body })) }
}

/** Fills in what must be given, with a memo to know it by, and sends it off. */
export async function sendTravel(page: Page, memo: string): Promise<void> {
  const choose = (group: string, option: string) =>
    page.getByRole('radiogroup', { name: group }).getByRole('radio', { name: option }).check()
  await choose('交通方式', '自行前往')
  await choose('需要接送', '否')
  await choose('需要预订酒店', '否')
  await page.getByRole('region', { name: '其他说明' }).getByRole('textbox').fill(memo)
  await formReady(page).click()
}

/** What the person reads after the device kept it. */
export const saved = (page: Page) => page.getByText('已保存在本机，将自动发送。')
/** Sends travel information off while the calls of it fail, until the person reads that the device kept it. */
export async function keepTravel(
  page: Page,
  { person, network }: { person: Pick<Traveller, 'token'>; network: FaultServer },
  memo: string,
  fault: Fault = { kind: 'cut' },
): Promise<void> {
  await openForm(page, person)
  network.fail(posts, fault)
  await sendTravel(page, memo)
  await expect(saved(page)).toBeVisible()
}

/** From the next page on, a phone whose IndexedDB never answers. */
export const keepNothing = (context: BrowserContext) =>
  context.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as unknown as IDBOpenDBRequest
  })

/** What the person reads after the server took it. */
export const sent = (page: Page) => page.getByText(/已于 \d\d:\d\d 发送/)

/** Opens the outbox, as the app is opened anew: what can be sent goes out at the start. */
export const openOutbox = (page: Page) => page.goto('/user/outbox')

/** Everything that a tab and the device keep: both storages, every database, the names and addresses in caches. */
export const dump = (page: Page) => page.evaluate(readEverything)

/** Runs in the page. */
async function readEverything(): Promise<string> {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- it goes into the page with the function
  const until = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('no answer')))
    })
  const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)]
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await until(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      const rows = database.transaction(store).objectStore(store)
      found.push(name, await until(rows.getAllKeys()), await until(rows.getAll()))
    }
    database.close()
  }
  for (const name of await caches.keys()) {
    const requests = await (await caches.open(name)).keys()
    found.push(
      name,
      requests.map(({ url }) => url),
    )
  }
  const decoder = new TextDecoder()
  return JSON.stringify(found, (_key, value: unknown) => {
    if (value instanceof ArrayBuffer) return decoder.decode(value)
    return ArrayBuffer.isView(value) ? decoder.decode(value) : value
  })
}

export { callForum }
