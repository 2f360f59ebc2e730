import { openConsole } from '../support/console.ts'
import { expect, test } from '../support/e2e.ts'
import { callForum, organiserToken, type AnsweredRow } from '../support/people.ts'
import { zh } from '../support/texts.ts'

test('a member of staff is made and let into a module, and nothing but that is sent; the log says who did it [S1, S10] @tablet', async ({
  page,
  forum,
  conduct,
}) => {
  const login = `desk-${Date.now()}`
  const token = await organiserToken(forum)
  const read = <Data>(path: string) => callForum<Data>(forum, `/front/query/${path}`, { token })
  const find = async () =>
    (await read<{ items: AnsweredRow[] }>(`users/all?filters=login_name:eq:${login}`)).items[0]
  const edits: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/front/edit/users')) edits.push(request.postDataJSON())
  })
  const save = page.getByRole('button', { name: zh('console:form.save'), exact: true })
  await openConsole(page, '/users')
  await page.getByRole('link', { name: zh('console:list.new') }).tap()
  await page.getByLabel('姓名').fill('王小明')
  await page.getByLabel('登录名').fill(login)
  await save.tap()
  await page.getByRole('link', { name: zh('console:record.edit') }).tap()
  const made = await find()
  expect(made).toMatchObject({ display_name: '王小明', role: 'staff', is_administrator: false })
  const questions = page.getByRole('row', { name: /^问答/ })
  await questions.getByText('问答').tap()
  await expect(questions.getByRole('switch')).toBeChecked()
  await save.tap()
  await expect(page.getByRole('definition').filter({ hasText: /^问答$/ })).toBeVisible()
  expect(await find()).toMatchObject({ grants: ['qa'] })
  expect(edits).toEqual([{ id: made?.id, version: made?.version, grants: ['qa'] }])
  const log = await read<{ items: AnsweredRow[] }>(`audit_log/all?filters=row_id:eq:${made?.id}`)
  expect(log.items.map(({ action }) => action)).toEqual(expect.arrayContaining(['create', 'edit']))
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})
