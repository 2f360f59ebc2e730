import { drawnRows, openConsole } from '../support/console.ts'
import { field, inLanguage, newsIdIn, newsOf, save } from '../support/console-form.ts'
import { expect } from '../support/e2e.ts'
import { test } from '../support/own-forum.ts'
import { callForum } from '../support/people.ts'
import { zh } from '../support/texts.ts'

test('a record is changed by two: a draft outlives a reload, what only one changed goes together, of the rest one chooses [234] @tablet', async ({
  page,
  own,
  token,
}) => {
  const write = (call: string, body: object) => callForum(own, `/front/${call}/informations`, { token, body })
  const english = (label: string) => inLanguage(field(page, label), 'en')
  const edit = page.getByRole('link', { name: zh('console:record.edit'), exact: true })
  await openConsole(page, '/informations')
  await drawnRows(page).first().getByRole('link').first().tap()
  await edit.tap()
  const id = newsIdIn(page)
  const read = () => newsOf(own, token, id)
  await english('标题').fill('Mine')
  await expect(page.getByText(zh('console:form.kept'))).toBeVisible()
  await page.reload()
  await expect(page.getByText(zh('console:form.restored'))).toBeVisible()
  await expect(english('标题')).toHaveValue('Mine')
  const summary = { 'zh-CN': '别人的摘要', en: 'A summary of somebody else' }
  await write('edit', { id, version: (await read()).version, summary })
  await expect(page.getByText(zh('console:form.newer'))).toBeVisible()
  await save(page).tap()
  await expect(edit).toBeVisible()
  expect(await read()).toMatchObject({ title: { en: 'Mine' }, summary })

  await edit.tap()
  await english('标题').fill('Mine again')
  await english('摘要').fill('My summary')
  const theirs = {
    title: { 'zh-CN': '对方的标题', en: 'Theirs' },
    summary: { 'zh-CN': '对方的摘要', en: 'Their summary' },
  }
  await write('edit', { id, version: (await read()).version, ...theirs })
  await save(page).tap()
  const choice = page.getByRole('region', { name: zh('console:conflict.title') })
  await choice.getByRole('group', { name: '标题' }).getByText(zh('console:conflict.mine')).tap()
  await choice.getByRole('group', { name: '摘要' }).getByText(zh('console:conflict.theirs')).tap()
  await choice.getByRole('button', { name: zh('console:conflict.save') }).tap()
  await expect(edit).toBeVisible()
  expect(await read()).toMatchObject({ title: { en: 'Mine again' }, summary: theirs.summary })

  // The server alone knows that this row is gone.
  await edit.tap()
  await english('标题').fill('A title that comes too late')
  await write('delete', { id })
  await save(page).tap()
  await expect(page.getByText(zh.pattern('outbox:rejected'))).toBeVisible()
  await expect(english('标题')).toHaveValue('A title that comes too late')
})
