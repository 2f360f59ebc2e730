import { full } from '../support/marks.ts'
import type { Page } from '@playwright/test'
import { organiserToken, type AnsweredRow } from '../support/people.ts'
import type { ForumProcess } from '../support/forum-process.ts'
import { untilDrawn } from '../support/until-drawn.ts'
import { callForum, expect, keepNothing, password, saved, signInAs, test } from './outbox-phone.ts'
import { visit } from './phone.ts'

const writes = /\/front\/post\/qa/
const question = '大会有无障碍通道吗？'

const field = (page: Page) => page.getByRole('textbox', { name: '您的问题' })
const send = (page: Page) => page.getByRole('button', { name: '提交问题' })
const own = (page: Page) => page.getByRole('region', { name: '我的提问' }).getByRole('listitem')

/** The questions with these words, as organisers have them. */
async function asked(forum: ForumProcess, words: string): Promise<AnsweredRow[]> {
  const path = `/front/query/qa/all?drafts=true&q=${encodeURIComponent(words)}&fields=title,status,no`
  const token = await organiserToken(forum)
  return (await callForum<{ items: AnsweredRow[] }>(forum, path, { token })).items
}

async function openAsk(page: Page): Promise<void> {
  await page.goto('/qa/ask')
  await untilDrawn(page)
}

test(
  'a question is typed before the sign-in, sent once when there is a network, and followed to its answer [206]',
  full('ask.test.tsx proves the screen, the outbox has its own tests'),
  async ({ page, network, forum, person }) => {
    await visit(page, '/qa')
    await untilDrawn(page)
    await page.getByRole('link', { name: '我要提问' }).click()
    await page.getByRole('button', { name: '登录后继续' }).click()
    await expect(field(page)).toBeFocused()
    await field(page).fill(question)
    await page.reload()
    await untilDrawn(page)
    await expect(field(page)).toHaveValue(question)
    await page.getByRole('button', { name: '登录后继续' }).click()
    await page.getByLabel('账号').fill(person.login)
    await page.getByLabel('密码').fill(password)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page).toHaveURL(/\/qa\/ask$/)
    await expect(field(page)).toHaveValue(question)

    network.fail(writes, { kind: 'commit-then-reset' })
    await send(page).click()
    await expect(saved(page)).toBeVisible()
    await expect(field(page)).toHaveValue('')
    await expect(own(page)).toContainText([question])
    network.mend()
    await openAsk(page)
    await expect(own(page)).toContainText(['等待答复，答复并发布后将会公开显示。'])
    const rows = await asked(forum, '无障碍通道')
    expect(rows).toMatchObject([{ status: 'asked', title: { 'zh-CN': question } }])

    const [row] = rows
    const token = await organiserToken(forum)
    const published = { id: row?.id, version: row?.version, status: 'published' }
    await callForum(forum, '/front/edit/qa', { token, body: published })
    await openAsk(page)
    await expect(own(page)).toContainText(['已答复并发布'])
    await own(page).getByRole('link', { name: '查看答复' }).click()
    await expect(page.locator('main details[open]')).toContainText(question)
  },
)

test(
  'one question too many comes back into its form, with the words kept and the reason at them [206]',
  full('ask.test.tsx proves the screen, the outbox has its own tests'),
  async ({ page, forum, person: { token } }) => {
    for (let count = 1; count <= 5; count += 1)
      await callForum(forum, '/front/post/qa', { token, body: { title: { 'zh-CN': `问题${count}` } } })
    await visit(page, '/')
    await signInAs(page, { token })
    await openAsk(page)
    await expect(own(page)).toHaveCount(5)
    await field(page).fill('第六个问题')
    await send(page).click()
    await expect(field(page)).toHaveValue('第六个问题')
    await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(own(page)).toHaveCount(5)
    const [first] = await asked(forum, '问题1')
    if (first) await hide(forum, first)
    await send(page).click()
    await expect(own(page).filter({ hasText: '第六个问题' })).toContainText('等待答复')
    await expect(own(page).filter({ hasText: '问题1' })).toContainText('不公开发布')
  },
)

test(
  'a question that a phone keeps nothing of and the forum refused stays in its form, with the reason',
  full('ask.test.tsx proves the screen, the outbox has its own tests'),
  async ({ page, context, network, forum, person }) => {
    await keepNothing(context)
    await visit(page, '/')
    await signInAs(page, person)
    await openAsk(page)
    await field(page).fill('无处可存的问题')
    network.fail(writes, { kind: 'refused', status: 403, key: 'permission.not_approved' })
    await send(page).click()
    await expect(page.getByText('主办方系统未接受这项内容').first()).toBeVisible()
    await expect(field(page)).toHaveValue('无处可存的问题')
    network.mend()
    await send(page).click()
    await expect.poll(async () => asked(forum, '无处可存')).toHaveLength(1)
    await expect(field(page)).toHaveValue('')
  },
)

async function hide(forum: ForumProcess, { id, version }: AnsweredRow): Promise<void> {
  const token = await organiserToken(forum)
  await callForum(forum, '/front/edit/qa', { token, body: { id, version, status: 'hidden' } })
}
