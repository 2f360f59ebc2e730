import { expect, type Locator, type Page } from '@playwright/test'
import type { ForumProcess } from './forum-process.ts'
import { callForum, type AnsweredRow } from './people.ts'
import { makePicture } from './picture-files.ts'
import { zh } from './texts.ts'

/** Finds a field by its label; a localized one has a part for each language. */
export const field = (page: Page, label: string) =>
  page
    .locator('form div')
    .filter({ has: page.locator('> [id$="-label"]', { hasText: new RegExp(`^${label}`) }) })
    .last()

/** The part of a field in one language. */
export const inLanguage = (place: Locator, language: 'zh-CN' | 'en') =>
  place.locator(`input[lang="${language}"], textarea[lang="${language}"]`)

/** The button that stores what is in the form. */
export const save = (page: Page) => page.getByRole('button', { name: zh('console:form.save'), exact: true })

/** The id in the address of a news item. */
export const newsIdIn = (page: Page) => /informations\/([\w-]+)/.exec(page.url())?.[1] ?? ''

/** Gets a news item from the server. */
export const newsOf = (forum: ForumProcess, token: string, id: string) =>
  callForum<AnsweredRow>(forum, `/front/query/informations/${id}?drafts=1`, { token })

/** Runs in the page. */
async function sizeOfImage(image: HTMLElement | SVGElement): Promise<number[]> {
  if (!(image instanceof HTMLImageElement)) return []
  await image.decode()
  return [image.naturalWidth, image.naturalHeight]
}

/** Creates a news item in both languages with a cover and a text with a picture; the public can read it. */
export async function publishNews(page: Page, forum: ForumProcess, token: string): Promise<void> {
  await page.getByRole('link', { name: zh('console:list.new'), exact: true }).tap()
  await inLanguage(field(page, '标题'), 'zh-CN').fill('开幕式座位图已公布')
  await inLanguage(field(page, '标题'), 'en').fill('Seats of the opening are out')
  await page.getByLabel('发布时间').fill('2023-08-30T09:30')
  await page.getByRole('radio', { name: '已发布' }).tap()
  await field(page, '栏目')
    .getByRole('button', { name: zh('console:relation.choose') })
    .tap()
  await page.getByRole('searchbox', { name: zh('console:relation.search') }).fill('notice')
  await page.getByRole('dialog', { name: '栏目' }).getByLabel('通知公告').tap()
  await expect(field(page, '栏目')).toContainText('通知公告')
  await addCover(page)
  await writeTexts(page)
  await save(page).tap()
  // A second-level heading beside the list, a first-level one in portrait.
  await expect(page.getByRole('heading', { name: '开幕式座位图已公布', exact: true })).toBeVisible()
  const made = await newsOf(forum, token, newsIdIn(page))
  expect(made).toMatchObject({
    title: { 'zh-CN': '开幕式座位图已公布', en: 'Seats of the opening are out' },
    published_at: '2023-08-30T01:30:00Z',
    status: 'published',
    cover: { mediaType: 'image/png' },
    version: 1,
  })
  const { 'zh-CN': chinese, en: english } = made['body'] as Record<string, { content: object[] }>
  expect(chinese?.content).toMatchObject([
    { type: 'paragraph', content: [{ text: '请按座位图入座。' }] },
    { type: 'heading', attrs: { level: 2 }, content: [{ text: '入口' }] },
    { type: 'image', attrs: { alt: '座位图', width: 480, height: 320 } },
  ])
  expect(english?.content).toMatchObject([
    { content: [{ text: 'Please be seated.', marks: [{ type: 'bold' }] }] },
  ])
  await page.goto(`/article/view/${String(made['no'])}`)
  const picture = page.getByRole('img', { name: '座位图' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate(sizeOfImage)).toEqual([480, 320])
}

async function addCover(page: Page): Promise<void> {
  await page.getByLabel(/^封面/).setInputFiles(await picture('cover.png'))
  const cover = page.getByRole('img', { name: zh('console:field.picture') })
  await expect(cover).toBeVisible()
  await page.getByRole('button', { name: zh('console:field.cut') }).tap()
  await page.getByText('1:1', { exact: true }).tap()
  await page.getByRole('button', { name: zh('console:crop.done') }).tap()
  await expect.poll(() => cover.evaluate(sizeOfImage)).toEqual([320, 320])
}

async function writeTexts(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: /^正文.*中文$/ }).tap()
  await page.keyboard.type('请按座位图入座。')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: zh('console:richtext.heading2'), exact: true }).tap()
  await page.keyboard.type('入口')
  await page
    .getByLabel(zh('console:richtext.picture'), { exact: true })
    .last()
    .setInputFiles(await picture('hall.png'))
  await page.getByLabel(zh('console:richtext.alt')).fill('座位图')
  await page.getByRole('button', { name: zh('console:richtext.apply') }).tap()
  await page.getByRole('textbox', { name: /^正文.*English$/ }).tap()
  await page.getByRole('button', { name: zh('console:richtext.bold') }).tap()
  await page.keyboard.type('Please be seated.')
}

const picture = async (name: string) => ({ name, mimeType: 'image/png', buffer: await makePicture('png') })
