import { drawnRows, openConsole } from '../support/console.ts'
import { field, inLanguage, newsIdIn, newsOf, save } from '../support/console-form.ts'
import { expect } from '../support/e2e.ts'
import type { ForumProcess } from '../support/forum-process.ts'
import { test } from '../support/own-forum.ts'
import { callForum, organiserToken } from '../support/people.ts'

// What is typed as a time is the forum's, wherever the tablet believes to be.
test.use({ timezoneId: 'America/New_York' })

const call = async <Data>(forum: ForumProcess, path: string, body?: object): Promise<Data> => {
  const token = await organiserToken(forum)
  return callForum<Data>(forum, path, { token, ...(body && { body }) })
}

const rowOf = async (forum: ForumProcess, id: string) => newsOf(forum, await organiserToken(forum), id)

test('what was typed is there again after the tablet was put down, and what the server refuses stays typed [234] @tablet', async ({
  page,
  own,
}) => {
  await openConsole(page, '/informations')
  await drawnRows(page).first().getByRole('link').first().click()
  await page.getByRole('link', { name: '编辑', exact: true }).click()
  const id = newsIdIn(page)
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

test('two on one record: what only one changed goes together, of what both changed both values are shown [234] @tablet', async ({
  page,
  own,
}) => {
  await openConsole(page, '/informations')
  await drawnRows(page).first().getByRole('link').first().click()
  await page.getByRole('link', { name: '编辑', exact: true }).click()
  const id = newsIdIn(page)
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
