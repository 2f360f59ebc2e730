import { readFile } from 'node:fs/promises'
import { expect, type Download, type Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import iconv from 'iconv-lite'
import type { ForumProcess } from './forum-process.ts'
import { callForum } from './people.ts'

const headers = ['姓名（中文）', '姓名（英文）', '单位（中文）', '单位（英文）', '链接']

/** Speakers of whom every 25th has a fault: no English name, a name of a unit that is too long, links that are none. */
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
export const toGb18030 = (rows: readonly (readonly string[])[]) =>
  iconv.encode(
    stringify(
      rows.map((row) => [...row]),
      { record_delimiter: '\r\n' },
    ),
    'gb18030',
  )

/** Gives the import screen a file. */
export async function choose(page: Page, name: string, bytes: Buffer | string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(bytes) }
  await page.getByLabel(/^选择/).setInputFiles(file)
}

/** A number of the check's result. */
export const counted = (page: Page, name: string) =>
  page.locator('main dl > div').filter({ hasText: name }).locator('dd')

/** Whether the file can be imported, in a sentence; it is also told to who does not see the page. */
export const standing = (page: Page, words: string) => page.locator('main p').filter({ hasText: words })

/** How many speakers the server has. */
export async function countSpeakers(forum: ForumProcess, token: string): Promise<number> {
  return (await callForum<{ total: number }>(forum, '/front/query/speakers/all?size=1', { token })).total
}

/** Touches a button. */
export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).tap()

/** Takes the import back that is on screen. */
export async function undoImport(page: Page): Promise<void> {
  await press(page, '撤销导入')
  await page.getByRole('dialog').getByText('撤销导入', { exact: true }).tap()
  await expect(page.getByRole('heading', { name: '导入已撤销' })).toBeVisible()
}

/** From the list that is open: takes all of it out, in the format that is chosen there. @returns the file */
export async function exportList(page: Page, count: number, format?: 'CSV'): Promise<Download> {
  await press(page, '导出列表')
  const sheet = page.getByRole('dialog', { name: '导出' })
  await expect(sheet.getByText(`将导出 ${count} 条。`)).toBeVisible()
  if (format) await sheet.getByText(format).tap()
  const [exported] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: '导出', exact: true }).tap(),
  ])
  return exported
}

/**
 * From the list of speakers: imports 500 from a file with 20 faults, corrects the file of the faults, imports that, takes it
 * back, and sees that an export read back changes nothing.
 */
export async function importSpeakers(page: Page, forum: ForumProcess, token: string): Promise<void> {
  await page.getByRole('link', { name: '导入', exact: true }).tap()
  const before = await countSpeakers(forum, token)
  await expect(page.getByText('不超过 50 MB')).toBeVisible()
  await choose(page, '嘉宾名单.csv', toGb18030([headers, ...speakers]))
  await expect(counted(page, '新增')).toHaveText('480')
  await expect(counted(page, '有错误')).toHaveText('20')
  await expect(page.getByText('GB18030 (GBK) · 逗号')).toBeVisible()
  await expect(page.locator('[data-fault="26"]')).toContainText('姓名（英文）')
  await press(page, /^单位（英文）：/)
  await expect(page.locator('[data-fault]').first()).toContainText('第 51 行')
  expect(await countSpeakers(forum, token)).toBe(before)
  const [faults] = await Promise.all([page.waitForEvent('download'), press(page, '下载错误文件')])
  await choose(page, faults.suggestedFilename(), correct(await readFile(await faults.path())))
  await expect(counted(page, '新增')).toHaveText('500')
  await expect(counted(page, '有错误')).toHaveText('0')
  await press(page, '导入 500 行')
  await expect(page.getByText('新增 500 条')).toBeVisible()
  expect(await countSpeakers(forum, token)).toBe(before + 500)
  await page.getByRole('link', { name: '查看导入的条目' }).tap()
  await expect(page.locator('main header')).toContainText('共 500 条')
  await page.goBack()
  await undoImport(page)
  await expect(page.getByText('500 条已恢复原状')).toBeVisible()
  expect(await countSpeakers(forum, token)).toBe(before)
  await page.getByRole('link', { name: '返回列表' }).tap()
  const exported = await exportList(page, before)
  await page.getByRole('link', { name: '导入', exact: true }).tap()
  await press(page, '再导入一个文件')
  await readBack(page, exported, before)
}

/** Gives the import screen what was exported: every row of it is as it stands. */
export async function readBack(page: Page, exported: Download, count: number): Promise<void> {
  await choose(page, exported.suggestedFilename(), await readFile(await exported.path()))
  await expect(counted(page, '不变')).toHaveText(String(count))
  for (const name of ['新增', '更新', '有错误']) await expect(counted(page, name)).toHaveText('0')
  await expect(standing(page, '没有需要导入的内容')).toBeVisible()
}

/** What a person does with the file of faults: says what is missing, shortens, takes out what is none. */
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
