import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stringify } from 'csv-stringify/sync'
import { settings } from '../../contract/modules/settings.ts'
import { openDatabase } from '../../server/db/client.ts'
import { migrate } from '../../server/db/migrate.ts'
import { createModuleTable } from '../../server/engine/schema/tables.ts'
import { upsertRows } from '../../server/engine/write/write-rows.ts'
import { serverModules } from '../../server/modules/index.ts'
import { sampleRows } from '../../server/sample/rows.ts'
import { drawnRows, signInWith } from '../support/console.ts'
import {
  choose,
  counted,
  expectDone,
  exportList,
  openImport,
  press,
  readBack,
} from '../support/console-import.ts'
import { expect, test as base } from '../support/e2e.ts'
import { makePdf } from '../support/pdf-files.ts'
import { makePicture } from '../support/picture-files.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { zh } from '../support/texts.ts'
import { sendForm, signUp } from '../support/upload-forum.ts'
import { benches, benchesServer, workshopsServer } from '../support/workshops.ts'

const builtApp = fileURLToPath(new URL('../../dist/', import.meta.url))
const nine = '2023-09-06T01:00:00Z'
const noon = '2023-09-06T04:00:00Z'

/** The forum with two modules that only tests know. */
const test = base.extend<{ own: { server: TestServer; token: string } }>({
  own: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'forum-workshops-'))
    const db = await openDatabase({ dataDir })
    await migrate(db)
    for (const module of [benchesServer, workshopsServer]) await createModuleTable(db.kysely, module)
    const rows = [1, 2].map((position) => ({
      id: `b${position}`,
      position,
      name: `Bench ${position}`,
      size: 'small',
      places: 2,
      starts_at: nine,
      ends_at: noon,
    }))
    await db.transaction(async (trx) => {
      await upsertRows(trx, benches, rows, { now: nine })
      // The console asks for the forum's settings, and tells what is missing over what is to be touched.
      await upsertRows(trx, settings, sampleRows.settings, { now: nine })
    })
    const modules = [...serverModules, benchesServer, workshopsServer]
    const server = await startServer({ db, dataDir, modules, distDir: builtApp })
    await use({ server, token: await signUp(db, 'organiser', 'organiser', new Date()) })
    await server.close()
    await db.close()
    await rm(dataDir, { recursive: true, force: true })
  },
  baseURL: async ({ own }, use) => use(own.server.url),
})

/** What both ways lead to: typed into the form, and read from a file. */
const soldering = {
  title: { 'zh-CN': '焊接', en: 'Soldering' },
  about: 'Two lines\nof text',
  body: { type: 'doc', content: [{ type: 'paragraph', content: [{ text: 'Rich' }] }] },
  people: 12,
  ratio: 0.5,
  is_hands_on: true,
  on_day: '2023-09-06',
  from_at: '09:00',
  to_at: '10:30',
  announced_at: '2023-09-01T00:00:00Z',
  email: 'anna@example.org',
  size: 'small',
  helpers: ['Li', 'Wang'],
  extra: { a: [1] },
  paper: { name: 'cv.pdf' },
  picture: { mediaType: 'image/png' },
  choices: ['b1', 'b2'],
  favourite_choice: 'b1',
}

test('a module that only a test knows works in list and form: every type, conditions, rules, relations [233, 250] @tablet', async ({
  page,
  own,
}) => {
  await signInWith(page, own.token)
  await page.goto('/console/workshops')
  await page.getByRole('link', { name: zh('console:list.new'), exact: true }).click()
  const save = page.getByRole('button', { name: zh('console:form.save'), exact: true })
  const form = page.getByRole('form', { name: zh('console:form.new', { module: 'Workshops' }) })
  const named = (name: string) => form.getByLabel(new RegExp(`^${name}(\\s*${zh('forms:optional')})?$`))
  const choose = async (name: string, choices: readonly string[]) => {
    await form
      .locator('div')
      .filter({ has: page.locator('> [id$="-label"]', { hasText: new RegExp(`^${name}`) }) })
      .last()
      .getByRole('button', {
        name: new RegExp(`^(${zh('console:relation.choose')}|${zh('console:relation.add')})$`),
      })
      .click()
    const sheet = page.getByRole('dialog', { name })
    for (const choice of choices) await sheet.getByLabel(choice).click()
    // Of one, the choice closes the sheet.
    if (choices.length > 1) await sheet.getByRole('button', { name: zh('console:relation.done') }).click()
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
  await expect(named('Extra')).toHaveAttribute('aria-invalid', 'true')
  await named('Extra').fill('{"a": [1]}')
  await save.click()
  // The type of one field, and a rule over two others.
  await expect(page.getByRole('alert')).toContainText(zh('forms:summary', { count: 2 }))
  await named('E-mail').fill('anna@example.org')
  await named('To').fill('10:30')
  await save.click()
  await expect(page.getByRole('heading', { level: 2, name: '焊接' })).toBeVisible()
  const id = /workshops\/([\w-]+)/.exec(page.url())?.[1] ?? ''
  const answer = await own.server.get(`/front/query/workshops/${id}`, own.token)
  expect(((await answer.json()) as { data: object }).data).toMatchObject({
    ...soldering,
    tools: 'Iron',
    diets: ['halal'],
  })
  await page.goto('/console/workshops')
  await expect(drawnRows(page)).toHaveCount(1)
  await expect(drawnRows(page)).toContainText('焊接')
})

/** A row of a file for every field that organisers write, in the words of people; they see passports masked alone. */
function cellsFor(paper: string, picture: string): Record<string, string> {
  return {
    'Title（中文）': '焊接',
    'Title（英文）': 'Soldering',
    About: 'Two lines\nof text',
    Body: 'Rich',
    People: '12',
    // Nobody would know what this means: it is said by hand.
    Quote: '0.5',
    'Hands-on': '是',
    Tools: '007',
    Day: '2023年9月6日',
    From: '9:00',
    To: '10:30',
    Announced: '2023-09-01 08:00',
    Ends: '2023-09-06',
    'E-mail': 'anna@example.org',
    Phone: '+86 138 0013 8000',
    Site: 'https://example.org/',
    Size: 'small',
    Diets: 'halal；vegetarian',
    Helpers: 'Li；Wang',
    Extra: '{"a":[1]}',
    Paper: paper,
    Picture: picture,
    Bench: 'Bench 1',
    Choices: 'Bench 1；Bench 2',
    Favourite: 'Bench 1',
  }
}

const imported = {
  ...soldering,
  tools: '007',
  ends_on: '2023-09-06',
  site: 'https://example.org/',
  diets: ['halal', 'vegetarian'],
  bench: 'b1',
  state: 'asked',
}

test('it comes in from a file with every type, goes through its workflow, and what goes out reads back equal [237] @tablet', async ({
  page,
  own,
  conduct,
}) => {
  const { server, token } = own
  const upload = async (field: string, name: string, bytes: Buffer) => {
    const url = `${server.url}/api/front/attachment/upload`
    return (await sendForm(url, { module: 'workshops', field }, { name, bytes }, token)).data.no
  }
  const whole = cellsFor(
    await upload('paper', 'cv.pdf', makePdf()),
    await upload('picture', 'p.png', await makePicture('png')),
  )
  const table = (email: string) => {
    const least: Record<string, string> = {
      'Title（中文）': '编织',
      'Title（英文）': 'Weaving',
      'E-mail': email,
    }
    const names = Object.keys(whole)
    return stringify([names, Object.values(whole), names.map((name) => least[name] ?? '')])
  }
  const get = async <Data>(path: string) =>
    ((await (await server.get(`/front/query/workshops/${path}`, token)).json()) as { data: Data }).data
  /** Each whole: lists leave long texts out. */
  const rows = async () => {
    const { items } = await get<{ items: { id: string }[] }>('all?sorters=people:desc')
    return Promise.all(items.map(({ id }) => get<Record<string, unknown>>(id)))
  }
  await signInWith(page, token)
  await page.goto('/console/workshops')
  await openImport(page)
  await choose(page, 'workshops.csv', table('anna@'))
  await expect(counted(page, 'created')).toHaveText('1')
  await expect(page.locator('[data-fault="3"]')).toContainText('E-mail')
  await page.getByRole('heading', { name: zh('console-import:columns.title') }).tap()
  await page.getByLabel(/列：Quote$/).selectOption({ label: 'Ratio' })
  await choose(page, 'corrected.csv', table('bo@example.org'))
  await expect(counted(page, 'created')).toHaveText('2')
  await expect(counted(page, 'bad')).toHaveText('0')
  expect(await rows()).toEqual([])
  await press(page, 'act.commit', 2)
  await expectDone(page, 'done.created', 2)
  const made = await rows()
  expect(made).toMatchObject([imported, { title: { en: 'Weaving' }, email: 'bo@example.org', people: null }])
  await page.getByRole('link', { name: zh('console-import:act.show') }).tap()
  await expect(drawnRows(page)).toHaveCount(2)

  // Its workflow: what an action leads to offers no more of it.
  await drawnRows(page).filter({ hasText: '焊接' }).getByRole('link').first().tap()
  await page.getByRole('button', { name: 'Place', exact: true }).tap()
  const sheet = page.getByRole('dialog', { name: 'Place' })
  await sheet.getByLabel('Placed on').fill('2023-09-07')
  await sheet.getByLabel('Placed from').fill('10:00')
  await sheet.getByLabel('Placed to').fill('12:00')
  await sheet.getByRole('checkbox', { name: 'Bench 1' }).check()
  await sheet.getByRole('button', { name: 'Place', exact: true }).tap()
  await expect(page.getByRole('button', { name: 'Refuse', exact: true })).toHaveCount(0)
  await expect
    .poll(async () => (await rows())[0])
    .toMatchObject({ ...imported, state: 'placed', placed_on: '2023-09-07', placed_bench: 'b1' })

  for (const format of [undefined, 'CSV'] as const) {
    await page.goto('/console/workshops')
    const exported = await exportList(page, 2, format)
    expect(exported.suggestedFilename()).toMatch(format ? /\.csv$/ : /\.xlsx$/)
    await page.goto('/console/workshops/import')
    await readBack(page, exported, 2)
  }
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})
