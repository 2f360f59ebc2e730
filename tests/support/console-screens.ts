import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { forOrganisers, rest, visit, type AppScreen } from './app-screen.ts'
import { findForum } from './forum-process.ts'
import { callForum, organiserToken } from './people.ts'
import { signInAsOrganiser } from './sign-in.ts'
import { inAnyLanguage } from './texts.ts'

const row = 'main [data-row] a'

const press = (page: Page, key: string) =>
  page
    .getByRole('button', { name: new RegExp(`^(${inAnyLanguage(`console:${key}`).source})`, 'u') })
    .first()
    .click()

/** A list with a dialog opened by one of its buttons. */
const list = (name: string, path: string, key: string) =>
  forOrganisers(name, path, row, async (page) => {
    await press(page, key)
    await page.getByRole('dialog').waitFor()
  })

/** The first record of a list, with an optional step after it. */
const record = (name: string, path: string, shows = 'dl', then?: (page: Page) => Promise<void>) =>
  forOrganisers(name, path, row, async (page) => {
    await page.locator(row).first().click()
    await page.locator(`main ${shows}`).first().waitFor()
    await then?.(page)
  })

/** A dialog of the first record of a list. */
const ofRecord = (name: string, path: string, key: string) =>
  record(name, path, 'dl', async (page) => {
    await press(page, key)
    await page.getByRole('dialog').locator('li, input').first().waitFor()
  })

/** The form of the first record of a list. */
const form = (name: string, path: string, shows: string) =>
  record(name, path, 'dl', async (page) => {
    await page.getByRole('link', { name: inAnyLanguage('console:record.edit', { exact: true }) }).click()
    // A localized field has a hidden editor for the language that is not selected.
    await page.locator(shows).filter({ visible: true }).first().waitFor()
  })

const textTools = 'main form [contenteditable]'

/** Every screen of the console. */
export const consoleScreens: readonly AppScreen[] = [
  forOrganisers('console', '/console', 'main h1'),
  forOrganisers('console-list', '/console/side_meetings', row),
  list('console-filter', '/console/side_meetings?filters=status:in:submitted', 'list.filter'),
  record('console-account', '/console/users?filters=role:eq:organiser', 'section li'),
  { name: 'console-grants', open: openGrants },
  form('console-setting', '/console/settings?filters=name:eq:side_meeting_payment', 'main form fieldset'),
  forOrganisers('console-retention', '/console/audit_log', row, async (page) => {
    await page.getByRole('button', { name: /到期清除预览|What will be erased/ }).click()
    await page.locator('dialog[open] dl').waitFor()
  }),
  record('console-record', '/console/side_meetings'),
  forOrganisers('console-new', '/console/informations/new', textTools),
  form('console-edit', '/console/informations', textTools),
  forOrganisers(
    'console-desk',
    '/console/registrations?filters=status:eq:under_review&desk=review',
    'main article h2',
    async (page) => {
      await press(page, 'desk.showPhotos')
      await page.locator('main figure img').waitFor()
    },
  ),
  forOrganisers('console-board', '/console/side_meetings?desk=board', '[data-request]', async (page) => {
    await page.locator('[data-request]').first().click()
    await page.locator('[data-slot]').first().waitFor()
  }),
  ofRecord('console-history', '/console/rooms', 'history.title'),
  ofRecord('console-related', '/console/rooms', 'related.title'),
  ofRecord('console-reveal', '/console/registrations', 'reveal.show'),
  forOrganisers('console-bulk', '/console/side_meetings', row, async (page) => {
    for (const key of ['selection.begin', 'selection.all', 'bulk.button']) await press(page, key)
    await page.getByRole('dialog').getByRole('button').nth(1).waitFor()
  }),
  list('console-own-lists', '/console/side_meetings', 'own.title'),
  forOrganisers('console-import', '/console/speakers/import', 'main input[type=file]'),
  forOrganisers(
    'console-import-checked',
    '/console/speakers/import',
    'main input[type=file]',
    async (page) => {
      const text =
        '姓名（中文）,姓名（英文）,单位（英文）\n王小明,Wang Xiaoming,Institute\n李小红,,Institute\n'
      const file = { name: '嘉宾名单.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
      await page.locator('main input[type=file]').setInputFiles(file)
      await page.locator('main [data-fault]').first().waitFor()
      await rest(page)
    },
  ),
]

/** The matrix of a member of staff who may work in two modules. */
async function openGrants(page: Page): Promise<void> {
  const forum = findForum(page.url())
  const token = await organiserToken(forum)
  const login_name = `desk-${randomUUID()}`
  const body = { display_name: '王小明', login_name, grants: ['qa', 'travel_infos'] }
  const { id } = await callForum<{ id: string }>(forum, '/front/post/users', { token, body })
  await signInAsOrganiser(page)
  await visit(page, `/console/users/${id}/edit`, 'main form [role=switch]')
}
