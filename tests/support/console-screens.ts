import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { forOrganisers, rest, visit, type AppScreen } from './app-screen.ts'
import { findForum } from './forum-process.ts'
import { callForum, organiserToken } from './people.ts'
import { signInAsOrganiser } from './sign-in.ts'

/** Every screen of the console. */
export const consoleScreens: readonly AppScreen[] = [
  forOrganisers('console', '/console', 'main h1'),
  forOrganisers('console-list', '/console/side_meetings', 'main [data-row] a'),
  forOrganisers(
    'console-filter',
    '/console/side_meetings?filters=status:in:submitted',
    'main [data-row] a',
    async (page) => {
      await page.getByRole('button', { name: /筛选|Filter/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  ),
  forOrganisers(
    'console-account',
    '/console/users?filters=role:eq:organiser',
    'main [data-row] a',
    async (page) => {
      await page.locator('main [data-row] a').first().click()
      await page.locator('main section li').first().waitFor()
    },
  ),
  { name: 'console-grants', open: openGrants },
  forOrganisers(
    'console-setting',
    '/console/settings?filters=name:eq:side_meeting_payment',
    'main [data-row] a',
    async (page) => {
      await page.locator('main [data-row] a').first().click()
      await page.getByRole('link', { name: /^(编辑|Edit)$/ }).click()
      await page.locator('main form fieldset').first().waitFor()
    },
  ),
  forOrganisers('console-retention', '/console/audit_log', 'main [data-row] a', async (page) => {
    await page.getByRole('button', { name: /到期清除预览|What will be erased/ }).click()
    await page.locator('dialog[open] dl').waitFor()
  }),
  forOrganisers('console-record', '/console/side_meetings', 'main [data-row] a', async (page) => {
    await page.locator('main [data-row] a').first().click()
    await page.locator('main dl').first().waitFor()
  }),
  forOrganisers('console-new', '/console/informations/new', 'main form', async (page) => {
    await page.getByRole('button', { name: /^(加粗|Bold)$/ }).waitFor()
  }),
  forOrganisers('console-edit', '/console/informations', 'main [data-row] a', async (page) => {
    await page.locator('main [data-row] a').first().click()
    await page.getByRole('link', { name: /^(编辑|Edit)$/ }).click()
    await page.getByRole('button', { name: /^(加粗|Bold)$/ }).waitFor()
  }),
  forOrganisers(
    'console-desk',
    '/console/registrations?filters=status:eq:under_review&desk=review',
    'main article h2',
    async (page) => {
      await page.getByRole('button', { name: /显示照片|Show the photos/ }).click()
      await page.locator('main figure img').waitFor()
    },
  ),
  forOrganisers('console-board', '/console/side_meetings?desk=board', '[data-request]', async (page) => {
    await page.locator('[data-request]').first().click()
    await page.locator('[data-slot]').first().waitFor()
  }),
  forOrganisers('console-history', '/console/rooms', 'main [data-row] a', (page) =>
    openOfRecord(page, /^(修改历史|History)$/),
  ),
  forOrganisers('console-related', '/console/rooms', 'main [data-row] a', (page) =>
    openOfRecord(page, /^(相关记录|Related records)$/),
  ),
  forOrganisers('console-reveal', '/console/registrations', 'main [data-row] a', (page) =>
    openOfRecord(page, /^(查看|Show) /),
  ),
  forOrganisers('console-bulk', '/console/side_meetings', 'main [data-row] a', async (page) => {
    await page.getByRole('button', { name: /^(选择|Choose rows)$/ }).click()
    await page.getByRole('button', { name: /^(全选|Choose all)/ }).click()
    await page.getByRole('button', { name: /^(批量操作|Do something)$/ }).click()
    await page.getByRole('dialog').getByRole('button').nth(1).waitFor()
  }),
  forOrganisers('console-own-lists', '/console/side_meetings', 'main [data-row] a', async (page) => {
    await page.getByRole('button', { name: /^(我的列表|Own lists)$/ }).click()
    await page.getByRole('dialog').waitFor()
  }),
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

/** Something of the first record of a list, in a dialog. */
async function openOfRecord(page: Page, button: RegExp): Promise<void> {
  await page.locator('main [data-row] a').first().click()
  await page.locator('main dl').first().waitFor()
  await page.getByRole('button', { name: button }).first().click()
  await page.getByRole('dialog').locator('li, input').first().waitFor()
}

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
