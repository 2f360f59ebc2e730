import type { Page } from '@playwright/test'
import { openConsole } from '../support/console.ts'
import {
  choose,
  counted,
  countSpeakers,
  press,
  standing,
  toGb18030,
  undoImport,
} from '../support/console-import.ts'
import { expect, test } from '../support/e2e.ts'
import { callForum, organiserToken } from '../support/people.ts'
import { untilDrawn } from '../support/until-drawn.ts'

async function openImport(page: Page, module: string): Promise<void> {
  await openConsole(page, `/${module}`)
  await untilDrawn(page)
  await page.getByRole('link', { name: '导入', exact: true }).click()
}

test('what is wrong with a file is said, and its columns and encoding can be mended where they stand [237] @tablet', async ({
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

test('an import whose answer is lost is asked again and written once; one that is over is checked again [317] @tablet', async ({
  page,
  forum,
}) => {
  const token = await organiserToken(forum)
  await openImport(page, 'speakers')
  const before = await countSpeakers(forum, token)
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
  expect(await countSpeakers(forum, token)).toBe(before + 1)
  await press(page, '再问一次')
  await expect(page.getByText('新增 1 条')).toBeVisible()
  expect(await countSpeakers(forum, token)).toBe(before + 1)
  await page.reload()
  await untilDrawn(page)
  await expect(page.getByText('已导入：新增 1')).toBeVisible()
  await undoImport(page)
  expect(await countSpeakers(forum, token)).toBe(before)

  await press(page, '再导入一个文件')
  await choose(page, '名单.csv', '姓名（中文）,姓名（英文）\n李小红,Li Xiaohong\n')
  await expect(counted(page, '新增')).toHaveText('1')
  const { items } = await callForum<{ items: { token: string }[] }>(forum, '/import/speakers', { token })
  await callForum(forum, '/import/speakers/cancel', { token, body: { token: items[0]?.token } })
  await press(page, '导入 1 行')
  await expect(page.getByRole('alert').filter({ hasText: '这次导入已经结束' })).toBeVisible()
  await page.getByRole('alert').getByRole('button', { name: '重新检查' }).click()
  await expect(counted(page, '新增')).toHaveText('1')
  await expect(page.getByRole('button', { name: '导入 1 行' })).toBeVisible()
  expect(await countSpeakers(forum, token)).toBe(before)
})
