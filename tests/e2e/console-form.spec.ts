import type { Locator, Page } from '@playwright/test'
import { drawnRows, openConsole } from '../support/console.ts'
import { expect, test as base } from '../support/e2e.ts'
import { startForum, type ForumProcess } from '../support/forum-process.ts'
import { callForum, organiserToken } from '../support/people.ts'
import { makePicture } from '../support/picture-files.ts'
import { untilDrawn } from '../support/until-drawn.ts'

/** A forum of the test's own: what it writes is nobody else's. */
const test = base.extend<{ own: ForumProcess }>({
  own: async ({}, use) => {
    const own = await startForum()
    await use(own)
    await own.stop()
  },
  baseURL: async ({ own }, use) => use(own.url),
})

// What is typed as a time is the forum's, wherever the tablet believes to be.
test.use({ timezoneId: 'America/New_York' })

type AnyRow = Readonly<Record<string, unknown>> & { id: string; version: number }

const call = async <Data>(forum: ForumProcess, path: string, body?: object): Promise<Data> => {
  const token = await organiserToken(forum)
  return callForum<Data>(forum, path, { token, ...(body && { body }) })
}

const rowOf = (forum: ForumProcess, id: string) =>
  call<AnyRow>(forum, `/front/query/informations/${id}?drafts=1`)

const idIn = (page: Page) => /informations\/([\w-]+)/.exec(page.url())?.[1] ?? ''

/** A field of the form by its label: what stands in it, one part a language where it has some. */
const field = (page: Page, label: string) =>
  page
    .locator('form div')
    .filter({ has: page.locator('> [id$="-label"]', { hasText: new RegExp(`^${label}`) }) })
    .last()

/** Runs in the page. */
async function sizeOfImage(image: HTMLElement | SVGElement): Promise<number[]> {
  if (!(image instanceof HTMLImageElement)) return []
  await image.decode()
  return [image.naturalWidth, image.naturalHeight]
}

const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true })

const inLanguage = (place: Locator, language: 'zh-CN' | 'en') =>
  place.locator(`input[lang="${language}"], textarea[lang="${language}"]`)

test('news is published in both languages with a cover, a text with a picture, and mended after a refusal @tablet', async ({
  page,
  own,
  conduct,
}) => {
  await openConsole(page, '/informations')
  await untilDrawn(page)
  await page.getByRole('link', { name: '新建', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '新建新闻' })).toBeFocused()
  await inLanguage(field(page, '标题'), 'zh-CN').fill('开幕式座位图已公布')
  await save(page).click()
  // What is missing is told at its fields, and what was typed stays.
  await expect(page.getByRole('alert')).toContainText('有 2 项需要修改')
  await expect(inLanguage(field(page, '标题'), 'zh-CN')).toHaveValue('开幕式座位图已公布')
  await inLanguage(field(page, '标题'), 'en').fill('Seats of the opening are out')
  await page.getByLabel('发布时间').fill('2023-08-30T09:30')
  await page.getByRole('radio', { name: '已发布' }).check()
  await field(page, '栏目').getByRole('button', { name: '选择' }).click()
  await page.getByRole('searchbox', { name: '搜索' }).fill('notice')
  await page.getByRole('dialog', { name: '栏目' }).getByLabel('通知公告').click()
  await expect(field(page, '栏目')).toContainText('通知公告')
  await page
    .getByLabel(/^封面/)
    .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: await makePicture('png') })
  const cover = page.getByRole('img', { name: '图片预览' })
  await expect(cover).toBeVisible()
  await page.getByRole('button', { name: '裁剪图片' }).click()
  await page.getByText('1:1', { exact: true }).click()
  await page.getByRole('button', { name: '使用裁剪结果' }).click()
  await expect.poll(() => cover.evaluate(sizeOfImage)).toEqual([80, 80])
  const text = page.getByRole('textbox', { name: /^正文.*中文$/ })
  await text.click()
  await page.keyboard.type('请按座位图入座。')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '标题', exact: true }).click()
  await page.keyboard.type('入口')
  await page
    .getByLabel('图片', { exact: true })
    .last()
    .setInputFiles({
      name: 'hall.png',
      mimeType: 'image/png',
      buffer: await makePicture('png'),
    })
  await page.getByLabel('图片说明').fill('座位图')
  await page.getByRole('button', { name: '确定' }).click()
  await page.getByRole('textbox', { name: /^正文.*English$/ }).click()
  await page.getByRole('button', { name: '加粗' }).click()
  await page.keyboard.type('Please be seated.')
  await save(page).click()
  await expect(page.getByRole('heading', { level: 2, name: '开幕式座位图已公布' })).toBeVisible()
  const made = await rowOf(own, idIn(page))
  expect(made).toMatchObject({
    title: { 'zh-CN': '开幕式座位图已公布', en: 'Seats of the opening are out' },
    published_at: '2023-08-30T01:30:00Z',
    status: 'published',
    version: 1,
  })
  const { 'zh-CN': chinese, en: english } = made['body'] as Record<string, { content: object[] }>
  expect(chinese?.content).toMatchObject([
    { type: 'paragraph', content: [{ text: '请按座位图入座。' }] },
    { type: 'heading', attrs: { level: 2 }, content: [{ text: '入口' }] },
    { type: 'image', attrs: { alt: '座位图', width: 120, height: 80 } },
  ])
  expect(english?.content).toMatchObject([
    { content: [{ text: 'Please be seated.', marks: [{ type: 'bold' }] }] },
  ])
  // Everybody reads it, picture and all.
  await page.goto(`/article/view/${String(made['no'])}`)
  const picture = page.getByRole('img', { name: '座位图' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate(sizeOfImage)).toEqual([120, 80])
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('what was typed is there again after the tablet was put down, and what the server refuses stays typed @tablet', async ({
  page,
  own,
}) => {
  await openConsole(page, '/informations')
  await drawnRows(page).first().getByRole('link').first().click()
  await page.getByRole('link', { name: '编辑', exact: true }).click()
  const id = idIn(page)
  const before = await rowOf(own, id)
  const english = inLanguage(field(page, '标题'), 'en')
  await english.fill('A title that was never saved')
  await expect(page.getByText('草稿已保存在本机')).toBeVisible()
  await page.reload()
  await expect(page.getByText('已恢复您上次未保存的内容。')).toBeVisible()
  await expect(english).toHaveValue('A title that was never saved')
  await page.getByRole('button', { name: '放弃这些内容' }).click()
  await expect(english).toHaveValue((before['title'] as { en: string }).en)
  // The server alone knows that this row is gone.
  await english.fill('A title that comes too late')
  await call(own, '/front/delete/informations', { id })
  await save(page).click()
  await expect(page.getByText(/未被接受|无法/).first()).toBeVisible()
  await expect(english).toHaveValue('A title that comes too late')
})

test('two on one record: what only one changed goes together, of what both changed both values are shown @tablet', async ({
  page,
  own,
}) => {
  await openConsole(page, '/informations')
  await drawnRows(page).first().getByRole('link').first().click()
  await page.getByRole('link', { name: '编辑', exact: true }).click()
  const id = idIn(page)
  const { version } = await rowOf(own, id)
  await inLanguage(field(page, '标题'), 'en').fill('Mine')
  const other = { 'zh-CN': '别人的摘要', en: 'A summary of somebody else' }
  await call(own, '/front/edit/informations', { id, version, summary: other })
  await expect(page.getByText(/这条记录刚被他人修改/)).toBeVisible()
  await save(page).click()
  await expect(page.getByRole('link', { name: '编辑', exact: true })).toBeVisible()
  expect(await rowOf(own, id)).toMatchObject({ title: { en: 'Mine' }, summary: other })

  await page.getByRole('link', { name: '编辑', exact: true }).click()
  await inLanguage(field(page, '标题'), 'en').fill('Mine again')
  await inLanguage(field(page, '摘要'), 'en').fill('My summary')
  const theirs = await rowOf(own, id)
  await call(own, '/front/edit/informations', {
    id,
    version: theirs.version,
    title: { 'zh-CN': '对方的标题', en: 'Theirs' },
    summary: { 'zh-CN': '对方的摘要', en: 'Their summary' },
  })
  await save(page).click()
  const choice = page.getByRole('region', { name: '他人也修改了相同的内容' })
  await expect(choice).toContainText('Mine again')
  await expect(choice).toContainText('Theirs')
  await choice.getByRole('group', { name: '标题' }).getByText('我的修改').click()
  await choice.getByRole('group', { name: '摘要' }).getByText('对方的修改').click()
  await choice.getByRole('button', { name: '按所选保存' }).click()
  await expect(page.getByRole('link', { name: '编辑', exact: true })).toBeVisible()
  expect(await rowOf(own, id)).toMatchObject({
    title: { en: 'Mine again' },
    summary: { en: 'Their summary' },
  })
})
