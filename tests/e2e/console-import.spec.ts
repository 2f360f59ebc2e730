import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import iconv from 'iconv-lite'
import { callForum } from '../support/people.ts'
import { openConsole } from '../support/console.ts'
import { expect, test } from '../support/e2e.ts'
import type { ForumProcess } from '../support/forum-process.ts'
import { untilDrawn } from '../support/until-drawn.ts'

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

const toGb18030 = (rows: readonly (readonly string[])[]) =>
  iconv.encode(
    stringify(
      rows.map((row) => [...row]),
      { record_delimiter: '\r\n' },
    ),
    'gb18030',
  )

async function openImport(page: Page, module: string): Promise<void> {
  await openConsole(page, `/${module}`)
  await untilDrawn(page)
  await page.getByRole('link', { name: '导入', exact: true }).click()
}

async function choose(page: Page, name: string, bytes: Buffer | string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(bytes) }
  await page.getByLabel(/^选择/).setInputFiles(file)
}

/** A number of the check's result. */
const counted = (page: Page, name: string) =>
  page.locator('main dl > div').filter({ hasText: name }).locator('dd')

/** Whether the file can be imported, in a sentence; it is also told to who does not see the page. */
const standing = (page: Page, words: string) => page.locator('main p').filter({ hasText: words })

/** How many speakers the server has. */
async function countSpeakers(page: Page, forum: ForumProcess): Promise<number> {
  const token = (await page.evaluate(() => sessionStorage.getItem('token'))) ?? ''
  return (await callForum<{ total: number }>(forum, '/front/query/speakers/all?size=1', { token })).total
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

async function undo(page: Page): Promise<void> {
  await press(page, '撤销导入')
  await page.getByRole('dialog').getByText('撤销导入', { exact: true }).click()
  await expect(page.getByRole('heading', { name: '导入已撤销' })).toBeVisible()
}

test('500 speakers come in once the 20 faults of their GB18030 file are corrected, go again, and an export reads back equal @tablet', async ({
  page,
  forum,
  conduct,
}) => {
  await openImport(page, 'speakers')
  const before = await countSpeakers(page, forum)
  await expect(page.getByText('不超过 50 MB')).toBeVisible()
  await choose(page, '嘉宾名单.csv', toGb18030([headers, ...speakers]))
  await expect(counted(page, '新增')).toHaveText('480')
  await expect(counted(page, '有错误')).toHaveText('20')
  await expect(page.getByText('GB18030 (GBK) · 逗号')).toBeVisible()
  await expect(page.locator('[data-fault="26"]')).toContainText('姓名（英文）')
  await page.getByRole('button', { name: /^单位（英文）：/ }).click()
  await expect(page.locator('[data-fault]').first()).toContainText('第 51 行')
  expect(await countSpeakers(page, forum)).toBe(before)

  const [faults] = await Promise.all([page.waitForEvent('download'), press(page, '下载错误文件')])
  const text = iconv.decode(await readFile(await faults.path()), 'gb18030')
  const rows = parse(text, { relax_column_count: true })
  expect(rows).toHaveLength(501)
  expect(rows.slice(1).filter((row) => row[5])).toHaveLength(20)
  const corrected = rows.map(([zh = '', en = '', unit = '', inEnglish = '', , ...rest], at) =>
    at === 0
      ? [zh, en, unit, inEnglish, '链接', ...rest]
      : [zh, en || `Guest ${at}`, unit, inEnglish.slice(0, 100), '', ...rest],
  )
  await choose(page, faults.suggestedFilename(), toGb18030(corrected))
  await expect(counted(page, '新增')).toHaveText('500')
  await expect(counted(page, '有错误')).toHaveText('0')
  await press(page, '导入 500 行')
  await expect(page.getByText('新增 500 条')).toBeVisible()
  expect(await countSpeakers(page, forum)).toBe(before + 500)
  await page.getByRole('link', { name: '查看导入的条目' }).click()
  await expect(page.locator('main header')).toContainText('共 500 条')
  await page.goBack()
  await undo(page)
  await expect(page.getByText('500 条已恢复原状')).toBeVisible()
  expect(await countSpeakers(page, forum)).toBe(before)

  await page.getByRole('link', { name: '返回列表' }).click()
  await press(page, '导出列表')
  const sheet = page.getByRole('dialog', { name: '导出' })
  await expect(sheet.getByText(`将导出 ${before} 条。`)).toBeVisible()
  const [exported] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: '导出', exact: true }).click(),
  ])
  await page.getByRole('link', { name: '导入', exact: true }).click()
  await press(page, '再导入一个文件')
  await choose(page, exported.suggestedFilename(), await readFile(await exported.path()))
  await expect(counted(page, '不变')).toHaveText(String(before))
  for (const name of ['新增', '更新', '有错误']) await expect(counted(page, name)).toHaveText('0')
  await expect(standing(page, '没有需要导入的内容')).toBeVisible()
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('what is wrong with a file is said, and its columns and encoding can be mended where they stand @tablet', async ({
  page,
}) => {
  await openImport(page, 'speakers')
  await choose(page, '名单.xls', 'x')
  await expect(page.getByText('不支持这种文件。可接受：CSV, XLSX。')).toBeVisible()
  const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2040)])
  await choose(page, '加密.xlsx', compound)
  await expect(page.getByRole('alert').filter({ hasText: '密码' })).toBeVisible()
  await choose(page, '空白.csv', ' ,\n\n,,\n')
  await expect(page.getByRole('alert').filter({ hasText: '文件中没有任何内容' })).toBeVisible()

  await choose(
    page,
    '名单.csv',
    toGb18030([
      ['甲', '乙'],
      ['王小明', 'Wang Xiaoming'],
    ]),
  )
  await expect(standing(page, '没有认识的列名')).toBeVisible()
  await page.getByLabel('A 列：甲').selectOption({ label: '姓名（中文）（必填）' })
  await expect(page.getByText(/没有的字段：姓名（英文）/)).toBeVisible()
  await page.getByLabel('B 列：乙').selectOption({ label: '姓名（英文）（必填）' })
  await page.getByRole('heading', { name: '文件与行的处理方式' }).click()
  await page.getByLabel('编码').selectOption('utf-8')
  await press(page, '重新检查')
  await expect(page.getByRole('alert').filter({ hasText: /utf-8/i })).toBeVisible()
  await page.getByLabel('编码').selectOption({ label: '自动识别' })
  await press(page, '重新检查')
  await expect(counted(page, '新增')).toHaveText('1')
  await expect(page.getByRole('cell', { name: '王小明' })).toBeVisible()

  const long = 'x'.repeat(201)
  const many = Array.from({ length: 6000 }, (_, at) => `人${at},Name,${at % 2 ? ',没有' : `${long},`}`)
  await choose(page, '很多.csv', `姓名（中文）,姓名（英文）,单位（英文）,链接\n${many.join('\n')}\n`)
  await expect(counted(page, '有错误')).toHaveText('6000')
  await expect(page.getByText(/此处列出前 \d{4} 个，错误文件中有全部 6000 个/)).toBeVisible()
  await page.getByRole('button', { name: /^链接：.*（3000）|^链接：.*\(3000\)/ }).click()
  await expect(page.locator('[data-fault]').first()).toContainText('第 3 行')
  expect(await page.locator('[data-fault]').count()).toBeLessThan(60)
})

test('an import whose answer is lost is asked again and written once; one that is over is checked again @tablet', async ({
  page,
  forum,
}) => {
  await openImport(page, 'speakers')
  const before = await countSpeakers(page, forum)
  await choose(page, '名单.csv', '姓名（中文）,姓名（英文）\n王小明,Wang Xiaoming\n')
  await expect(counted(page, '新增')).toHaveText('1')
  await page.route(
    '**/api/import/speakers',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await press(page, '导入 1 行')
  await expect(page.getByText('不会重复写入')).toBeVisible()
  expect(await countSpeakers(page, forum)).toBe(before + 1)
  await press(page, '再问一次')
  await expect(page.getByText('新增 1 条')).toBeVisible()
  expect(await countSpeakers(page, forum)).toBe(before + 1)
  await page.reload()
  await untilDrawn(page)
  await expect(page.getByText('已导入：新增 1')).toBeVisible()
  await undo(page)
  expect(await countSpeakers(page, forum)).toBe(before)

  await press(page, '再导入一个文件')
  await choose(page, '名单.csv', '姓名（中文）,姓名（英文）\n李小红,Li Xiaohong\n')
  await expect(counted(page, '新增')).toHaveText('1')
  const token = (await page.evaluate(() => sessionStorage.getItem('token'))) ?? ''
  const { items } = await callForum<{ items: { token: string }[] }>(forum, '/import/speakers', { token })
  await callForum(forum, '/import/speakers/cancel', { token, body: { token: items[0]?.token } })
  await press(page, '导入 1 行')
  await expect(page.getByRole('alert').filter({ hasText: '这次导入已经结束' })).toBeVisible()
  await page.getByRole('alert').getByRole('button', { name: '重新检查' }).click()
  await expect(counted(page, '新增')).toHaveText('1')
  await expect(page.getByRole('button', { name: '导入 1 行' })).toBeVisible()
  expect(await countSpeakers(page, forum)).toBe(before)
})
