import { readFile } from 'node:fs/promises'
import { expect, type Download, type Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import iconv from 'iconv-lite'
import type { ForumProcess } from './forum-process.ts'
import { callForum } from './people.ts'
import { zh } from './texts.ts'
import { untilClosed } from './until-closed.ts'

const headers = ['姓名（中文）', '姓名（英文）', '单位（中文）', '单位（英文）', '链接']

/** 500 speakers; every 25th has an issue: no English name, an organisation that is too long, or an invalid link. */
const speakers = Array.from({ length: 500 }, (_, at) => {
  const fault = at % 25 === 24 ? (at % 3) + 1 : 0
  return [
    `嘉宾${at}`,
    fault === 1 ? '' : `Guest ${at}`,
    `新能源研究院${at % 7}`,
    fault === 2 ? 'Institute '.repeat(30) : `Institute ${at % 7}`,
    fault === 3 ? '没有' : '',
  ]
})

/** A table as Excel in China stores it. */
const toGb18030 = (rows: readonly (readonly string[])[]) =>
  iconv.encode(
    stringify(
      rows.map((row) => [...row]),
      { record_delimiter: '\r\n' },
    ),
    'gb18030',
  )

const t = (key: string, count = 0) => zh(`console-import:${key}`, { count })

/** Chooses a file in the import screen. */
export async function choose(page: Page, name: string, bytes: Buffer | string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(bytes) }
  await page.locator('main input[type=file]').setInputFiles(file)
}

/** Finds a number of the check's result. */
export const counted = (page: Page, kind: 'created' | 'updated' | 'unchanged' | 'bad') =>
  page
    .locator('main dl > div')
    .filter({ hasText: t(`counts.${kind}`) })
    .locator('dd')

/** Counts the speakers on the server. */
export async function countSpeakers(forum: ForumProcess, token: string): Promise<number> {
  return (await callForum<{ total: number }>(forum, '/front/query/speakers/all?size=1', { token })).total
}

/** Presses a button of the import by the key of its text. */
export const press = (page: Page, key: string, count?: number) =>
  page.getByRole('button', { name: t(key, count) }).tap()

/** Opens the import of the list that is open. */
export const openImport = (page: Page) =>
  page.getByRole('link', { name: zh('console:list.import'), exact: true }).tap()

/** Expects the result to report this number of rows. */
export const expectDone = (page: Page, key: string, count: number) =>
  expect(page.getByText(t(key, count))).toBeVisible()

/** Undoes the import on screen. */
export async function undoImport(page: Page): Promise<void> {
  await press(page, 'act.undo')
  await page.getByRole('dialog').getByText(t('act.undo'), { exact: true }).tap()
  await expect(page.getByRole('heading', { name: t('undone.title') })).toBeVisible()
}

/** Exports the open list in a format. @returns the file */
export async function exportList(page: Page, count: number, format?: 'CSV'): Promise<Download> {
  await page.getByRole('button', { name: zh('console:export.all') }).tap()
  const sheet = page.getByRole('dialog', { name: zh('console:export.title') })
  await expect(sheet.getByText(zh('console:export.rows', { count }))).toBeVisible()
  if (format) await sheet.getByText(format).tap()
  const [exported] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: zh('console:export.make'), exact: true }).tap(),
  ])
  await untilClosed(page, sheet)
  return exported
}

/** Starts at the list of speakers: imports 500, corrects 20 of them in the file of issues, and undoes the import. */
export async function importSpeakers(page: Page, forum: ForumProcess, token: string): Promise<void> {
  await openImport(page)
  const before = await countSpeakers(forum, token)
  await choose(page, '嘉宾名单.csv', toGb18030([headers, ...speakers]))
  await expect(counted(page, 'created')).toHaveText('480')
  await expect(counted(page, 'bad')).toHaveText('20')
  await expect(page.locator('[data-fault="26"]')).toContainText('姓名（英文）')
  expect(await countSpeakers(forum, token)).toBe(before)
  const [faults] = await Promise.all([page.waitForEvent('download'), press(page, 'faults.download')])
  await choose(page, faults.suggestedFilename(), correct(await readFile(await faults.path())))
  await expect(counted(page, 'created')).toHaveText('500')
  await expect(counted(page, 'bad')).toHaveText('0')
  await press(page, 'act.commit', 500)
  await expectDone(page, 'done.created', 500)
  expect(await countSpeakers(forum, token)).toBe(before + 500)
  await page.getByRole('link', { name: t('act.show') }).tap()
  await expect(page.locator('main header')).toContainText(zh('console:list.total', { count: 500 }))
  await page.goBack()
  await undoImport(page)
  await expectDone(page, 'undone.count', 500)
  expect(await countSpeakers(forum, token)).toBe(before)
}

/** Imports an exported file: every row is unchanged. */
export async function readBack(page: Page, exported: Download, count: number): Promise<void> {
  await choose(page, exported.suggestedFilename(), await readFile(await exported.path()))
  await expect(counted(page, 'unchanged')).toHaveText(String(count))
  for (const kind of ['created', 'updated', 'bad'] as const) await expect(counted(page, kind)).toHaveText('0')
}

/** Corrects the file of issues as a user would: adds missing values, shortens and removes invalid ones. */
function correct(faults: Buffer): Buffer {
  const rows = parse(iconv.decode(faults, 'gb18030'), { relax_column_count: true })
  expect(rows).toHaveLength(501)
  expect(rows.slice(1).filter((row) => row[5])).toHaveLength(20)
  return toGb18030(
    rows.map(([zh = '', en = '', unit = '', inEnglish = '', , ...rest], at) =>
      at === 0
        ? [zh, en, unit, inEnglish, '链接', ...rest]
        : [zh, en || `Guest ${at}`, unit, inEnglish.slice(0, 100), '', ...rest],
    ),
  )
}
