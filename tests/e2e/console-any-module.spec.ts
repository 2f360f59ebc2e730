import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../server/db/client.ts'
import { migrate } from '../../server/db/migrate.ts'
import { createModuleTable } from '../../server/engine/tables.ts'
import { writeRows } from '../../server/engine/write-rows.ts'
import { serverModules } from '../../server/modules/index.ts'
import { drawnRows, signInWith } from '../support/console.ts'
import { expect, test as base } from '../support/e2e.ts'
import { makePdf } from '../support/pdf-files.ts'
import { makePicture } from '../support/picture-files.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { signUp } from '../support/upload-forum.ts'
import { benches, benchesServer, workshops, workshopsServer } from '../support/workshops.ts'

const builtApp = fileURLToPath(new URL('../../dist/', import.meta.url))
const nine = '2023-09-06T01:00:00Z'
const noon = '2023-09-06T04:00:00Z'

/** The forum with two modules that only tests know. */
const test = base.extend<{ own: { server: TestServer; token: string } }>({
  own: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'forum-workshops-'))
    const db = await openDatabase({ dataDir })
    await migrate(db)
    for (const definition of [benches, workshops]) await createModuleTable(db.kysely, definition)
    const rows = [1, 2].map((position) => ({
      id: `b${position}`,
      position,
      name: `Bench ${position}`,
      size: 'small',
      places: 2,
      starts_at: nine,
      ends_at: noon,
    }))
    await db.transaction((trx) => writeRows(trx, benches, rows, { now: nine }))
    const modules = [...serverModules, benchesServer, workshopsServer]
    const server = await startServer({ db, dataDir, modules, distDir: builtApp })
    await use({ server, token: await signUp(db, 'organiser', 'organiser', new Date()) })
    await server.close()
    await db.close()
    await rm(dataDir, { recursive: true, force: true })
  },
  baseURL: async ({ own }, use) => use(own.server.url),
})

test('a module that only a test knows works in list and form: every type, conditions, rules, relations @tablet', async ({
  page,
  own,
}) => {
  await signInWith(page, own.token)
  await page.goto('/console/workshops')
  await page.getByRole('link', { name: '新建', exact: true }).click()
  const save = page.getByRole('button', { name: '保存', exact: true })
  const form = page.getByRole('form', { name: '新建Workshops' })
  const named = (name: string) => form.getByLabel(new RegExp(`^${name}(\\s*选填)?$`))
  const choose = async (name: string, choices: readonly string[]) => {
    await form
      .locator('div')
      .filter({ has: page.locator('> [id$="-label"]', { hasText: new RegExp(`^${name}`) }) })
      .last()
      .getByRole('button', { name: /^(选择|添加)$/ })
      .click()
    const sheet = page.getByRole('dialog', { name })
    for (const choice of choices) await sheet.getByLabel(choice).click()
    // Of one, the choice closes the sheet.
    if (choices.length > 1) await sheet.getByRole('button', { name: '完成' }).click()
    await expect(sheet).toHaveCount(0)
  }
  await form.locator('input[lang="zh-CN"]').first().fill('焊接')
  await form.locator('input[lang="en"]').first().fill('Soldering')
  await named('About').fill('Two lines\nof text')
  await form.getByRole('textbox', { name: /^Body/ }).click()
  await page.keyboard.type('Rich')
  await named('People').fill('12')
  await named('Ratio').fill('0.5')
  await expect(named('Tools')).toHaveCount(0)
  await form.getByRole('switch', { name: 'Hands-on' }).check()
  await named('Tools').fill('Iron')
  await named('Day').fill('2023-09-06')
  await named('From').fill('09:00')
  await named('To').fill('09:30')
  await named('Announced').fill('2023-09-01T08:00')
  await named('E-mail').fill('anna@')
  await named('Phone').fill('+86 138 0000 0000')
  await named('Site').fill('https://example.org/')
  await named('Size').selectOption('small')
  await form.getByRole('checkbox', { name: 'halal' }).check()
  for (const helper of ['Li', 'Wang']) {
    await named('Helpers').fill(helper)
    await named('Helpers').press('Enter')
  }
  await named('Extra').fill('{"a": [1,')
  await named('Paper').setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: makePdf() })
  const picture = { name: 'p.png', mimeType: 'image/png', buffer: await makePicture('png') }
  await named('Picture').setInputFiles(picture)
  await choose('Choices', ['Bench 1', 'Bench 2'])
  // Both benches are taken at the same time: only then is one asked for.
  await expect(form.getByText('Favourite', { exact: true })).toBeVisible()
  await choose('Favourite', ['Bench 1'])
  await save.click()
  await expect(page.getByText('Extra不是有效的数据').first()).toBeVisible()
  await named('Extra').fill('{"a": [1]}')
  await save.click()
  // The type of one field, and a rule over two others.
  await expect(page.getByRole('alert')).toContainText('有 2 项需要修改')
  await named('E-mail').fill('anna@example.org')
  await named('To').fill('10:30')
  await save.click()
  await expect(page.getByRole('heading', { level: 2, name: '焊接' })).toBeVisible()
  const id = /workshops\/([\w-]+)/.exec(page.url())?.[1] ?? ''
  const answer = await own.server.get(`/front/query/workshops/${id}`, own.token)
  expect(((await answer.json()) as { data: object }).data).toMatchObject({
    title: { 'zh-CN': '焊接', en: 'Soldering' },
    about: 'Two lines\nof text',
    body: { type: 'doc', content: [{ type: 'paragraph', content: [{ text: 'Rich' }] }] },
    people: 12,
    ratio: 0.5,
    is_hands_on: true,
    tools: 'Iron',
    on_day: '2023-09-06',
    from_at: '09:00',
    to_at: '10:30',
    announced_at: '2023-09-01T00:00:00Z',
    email: 'anna@example.org',
    size: 'small',
    diets: ['halal'],
    helpers: ['Li', 'Wang'],
    extra: { a: [1] },
    paper: { name: 'cv.pdf' },
    picture: { mediaType: 'image/png' },
    choices: ['b1', 'b2'],
    favourite_choice: 'b1',
  })
  await page.goto('/console/workshops')
  await expect(drawnRows(page)).toHaveCount(1)
  await expect(drawnRows(page)).toContainText('焊接')
})
