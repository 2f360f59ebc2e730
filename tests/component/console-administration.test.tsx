import { describe, expect, inject, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RetentionPreview } from '#contract/retention.ts'
import {
  callsTo,
  expectText,
  listSent,
  openConsole,
  press,
  read,
  readRow,
  readRows,
  textsOf,
} from './support/console.ts'
import { setNetwork } from './support/network.ts'
import { button, dialog, link, region } from './support/roles.ts'
import { text } from './support/texts.ts'

const userOf = (person: 'organiser' | 'participant' | 'staff') => inject('people')[person].user.id

const panel = () => region('登录会话')
const path = () => `/front/account/${userOf('participant')}/sign-ins`
const signIns = (...places: number[]) => ({
  data: {
    items: places.map((place) => ({
      id: `s${place}`,
      device: `Tablet ${place}`,
      createdAt: '2023-09-05T01:00:00Z',
      lastUsedAt: '2023-09-05T02:00:00Z',
      isKept: place === 1,
      isThis: false,
    })),
  },
})

describe('the sign-ins of an account', () => {
  test('are told as the server has them, and the one that asks cannot be ended', async () => {
    await openConsole(`/users/${userOf('organiser')}`)
    await expect.element(panel().getByText(text('accounts:signIns.this'))).toBeVisible()
    await expect.element(panel().getByText('Chrome · Android')).toBeVisible()
    expect(
      panel()
        .getByRole('button', { name: text('accounts:signIns.end') })
        .elements(),
    ).toEqual([])
  })

  test('are ended one by one, or all at once when that was agreed to, and go from the list [S1]', async () => {
    await openConsole(`/users/${userOf('participant')}`, { network: { [path()]: signIns(1, 2, 3) } })
    await expect.poll(() => panel().getByRole('listitem').elements().length).toBe(3)
    setNetwork({ [path()]: signIns(2, 3), 'POST /front/*': { data: {} } })
    await panel()
      .getByRole('button', { name: text('accounts:signIns.endOf', { device: 'Tablet 1' }) })
      .click()
    await expectText('console:signIns.ended')
    await expect.poll(() => panel().getByRole('listitem').elements().length).toBe(2)
    await press('signIns.endAll')
    const question = dialog(text('console:signIns.endAll'))
    await question.getByRole('button', { name: text('console:action.cancel') }).click()
    expect(listSent()).toHaveLength(1)
    setNetwork({ [path()]: signIns(), 'POST /front/*': { data: {} } })
    await press('signIns.endAll')
    await question.getByRole('button', { name: text('console:signIns.endAll') }).click()
    await expect.element(panel().getByText(text('console:signIns.none'))).toBeVisible()
    expect(callsTo(/POST/).map(({ path: called, body }) => [called, body])).toEqual([
      [`${path()}/end`, { sign_in: 's1' }],
      [`${path()}/end`, {}],
    ])
  })
})

const matrix = () => page.getByRole('group', { name: /授权模块/ })
const row = (name: RegExp) => matrix().getByRole('row', { name })

test('the matrix of modules has what can be granted, with what that allows; a touch on a name grants it, and nothing but that is sent [S1]', async () => {
  const id = userOf('staff')
  const staff = await readRow('users', id)
  const data = { ...staff, grants: ['qa', 'travel_infos', 'old_module'] }
  await openConsole(`/users/${id}/edit`, {
    network: {
      [`/front/query/users/${id}`]: { data },
      'POST /front/edit/users': { data: { id, version: staff.version + 1 } },
    },
  })
  await expect.element(row(/^问答/).getByRole('switch')).toBeChecked()
  const modules = await read<{ name: string; grant?: object }[]>('/modules?with=grants')
  const grantable = modules.filter(({ grant }) => grant)
  await expect
    .element(matrix().getByText(text('console:grants.count', { count: 2, total: grantable.length })))
    .toBeVisible()
  expect(matrix().getByRole('switch').elements()).toHaveLength(grantable.length)
  expect(
    matrix()
      .getByRole('switch', { name: /审计日志|账号与授权/ })
      .elements(),
  ).toEqual([])
  expect(
    row(/^问答/)
      .getByRole('cell', { name: text('console:grants.may'), exact: true })
      .elements().length,
  ).toBeGreaterThan(4)
  expect(
    row(/^会场/)
      .getByRole('cell', { name: text('console:grants.would') })
      .elements().length,
  ).toBeGreaterThan(4)
  await expect.element(row(/^边会 /)).toMatchTextContent('分配会议室')
  const old = page.getByRole('checkbox', { name: text('console:grants.gone', { name: 'old_module' }) })
  await expect.element(old).toBeChecked()
  await old.click()
  await matrix().getByText('会场', { exact: true }).click()
  await matrix().getByText('问答', { exact: true }).click()
  await expect.element(row(/^会场/).getByRole('switch')).toBeChecked()
  await press('form.save')
  await expect
    .poll(() => listSent())
    .toEqual([{ id, version: staff.version, grants: ['travel_infos', 'rooms'] }])
})

describe('the log', () => {
  test('is filtered by who did it, and nobody adds to it or changes it [S10]', async () => {
    const { address } = await openConsole('/audit_log')
    await expect.poll(() => textsOf('main [data-row]').length).toBeGreaterThan(1)
    expect(link(text('console:list.new')).elements()).toEqual([])
    await press('list.filter')
    const sheet = dialog(text('console:filter.title'))
    await sheet.getByLabelText(text('console:filter.field')).selectOptions('操作人')
    await sheet.getByRole('searchbox').fill('organiser')
    await sheet.getByLabelText('organiser', { exact: true }).click()
    await press('filter.apply')
    await expect.poll(() => textsOf('main [data-row]').every((row) => row.includes('organiser'))).toBe(true)
    expect(address()).toContain(`actor_id:in:${userOf('organiser')}`.replaceAll(':', '%3A'))
    await page.getByRole('main').getByRole('row').nth(1).getByRole('link').click()
    await expect.poll(() => textsOf('main dl').length).toBeGreaterThan(0)
    expect(link(text('console:record.edit')).elements()).toEqual([])
  })

  test('tells what will be erased and when, rule by rule, and that nothing counts from a forum without a last day [S10]', async () => {
    const data = { ...(await read<RetentionPreview>('/front/retention')), forumEnd: null }
    const rule = { ...data.rules[0], rule: 'late', rows: [5, 5, 5, 5], waitingRows: 3 }
    const waits = { clock: 'unconfirmed', backupAt: '2023-09-05T01:00:00Z', rules: [rule, ...data.rules] }
    await openConsole('/audit_log', { network: { '/front/retention': { data: { ...data, ...waits } } } })
    await button('到期清除预览').click()
    await expectText('console:retention.noEnd')
    const preview = dialog('到期清除预览')
    await expectText('console:retention.clock.unconfirmed')
    await expect
      .element(preview.getByText(text('console:retention.oldBackup', { count: 3, at: '9月5日 09:00' })))
      .toBeVisible()
    await expect.element(preview.getByText(text('console:retention.waiting', { count: 3 }))).toBeVisible()
    await expect.element(preview.getByText(text('console:retention.now'))).toBeVisible()
    const rules = preview.getByRole('list', { name: text('console:retention.rules') })
    await expect
      .element(rules.first())
      .toMatchTextContent(text('console:retention.fields', { fields: '证件号码（护照）、证件照' }))
  })
})

test('a setting is read and changed field by field, with the objects within it, and tells what is wrong at its place [S1]', async () => {
  const settings = await readRows('settings', 'drafts=1')
  const { id = '' } = settings.find(({ name }) => name === 'side_meeting_payment') ?? {}
  const { version, value } = await readRow('settings', id, 'drafts=1')
  await openConsole(`/settings/${id}`, {
    network: { 'POST /front/edit/settings': { data: { id, version: version + 1 } } },
  })
  await expect.poll(() => textsOf('main dt')).toContain('附言前缀')
  expect(textsOf('main h4')).toContain('收款账户')
  await link(text('console:record.edit')).click()
  const days = page.getByLabelText('付款天数')
  const number = page.getByRole('group', { name: '收款账户' }).getByLabelText('账号')
  await days.fill('400')
  await number.fill('')
  await press('form.save')
  await expect.element(days).toHaveAttribute('aria-invalid', 'true')
  await expect.element(number).toHaveAttribute('aria-invalid', 'true')
  expect(listSent()).toEqual([])
  await days.fill('10')
  await number.fill('6222 0000')
  await press('form.save')
  const { account } = value as { account: object }
  await expect
    .poll(() => listSent())
    .toEqual([
      {
        id,
        version,
        value: { ...(value as object), daysToPay: 10, account: { ...account, number: '6222 0000' } },
      },
    ])
})
