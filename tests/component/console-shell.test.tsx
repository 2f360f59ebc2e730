import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { qa } from '../../contract/modules/qa.ts'
import { sessions } from '../../contract/modules/sessions.ts'
import { sideMeetings } from '../../contract/modules/side-meetings.ts'
import { travelInfos } from '../../contract/modules/travel-infos.ts'
import {
  callsTo,
  expectHeading,
  expectText,
  expectTotal,
  holdCalls,
  openConsole,
  readModules,
  textsOf,
  upright,
} from './support/console.ts'
import { setNetwork } from './support/network.ts'
import { button, dialog, heading } from './support/roles.ts'
import { text } from './support/texts.ts'

const menu = () => page.getByRole('navigation', { name: text('console:nav.label') })
const cards = () => page.getByRole('list', { name: text('console:today.title') }).getByRole('listitem')

test('today tells what waits and how many are late, the late ones first', async () => {
  const data = (await readModules()).toReversed()
  await openConsole('', { locale: 'en', network: { '/modules': { data } } })
  await expectHeading('console:today.title')
  await expectText('console:today.hello', { name: 'organiser' })
  const waiting = data.flatMap((module) => module.waiting ?? [])
  expect(waiting.findIndex(({ late }) => late > 0)).toBeGreaterThan(0)
  await expect.poll(() => textsOf('main li').length).toBe(waiting.length)
  const cards = textsOf('main li')
  const sorted = waiting.toSorted((a, b) => Number(b.late > 0) - Number(a.late > 0))
  for (const [place, { label, count, late }] of sorted.entries()) {
    const lateness = late > 0 ? text('console:today.late', { count: late }) : ''
    for (const words of [`${count}\n${label.en}`, lateness]) expect(cards[place]).toContain(words)
  }
})

test('a card leads to its list with the saved list chosen, and to the ways through it', async () => {
  const { address } = await openConsole()
  const card = cards().filter({ hasText: '待分配会议室的边会' })
  await expect.element(card.getByRole('link', { name: text('console:board.show') })).toBeVisible()
  await expect.element(card.getByRole('link', { name: text('console:desk.review') })).toBeVisible()
  await card.getByRole('link').first().click()
  await expect.element(heading(sideMeetings.label['zh-CN'], 1)).toBeVisible()
  await expect.element(button('待分配')).toHaveAttribute('aria-pressed', 'true')
  expect(address()).toContain('filters=')
  await expectTotal(1)
  await button(text('console:list.all')).click()
  await expect.element(button('待分配')).toHaveAttribute('aria-pressed', 'false')
  await expectTotal(6)
})

test('nothing waits, and a person without modules is told whom to ask', async () => {
  const module = { name: 'talks', group: 'people', label: { 'zh-CN': '讲座', en: 'Talks' }, managed: true }
  await openConsole('', { network: { '/modules': { data: [module] } } })
  await expectHeading('console:today.nothing')
  await openConsole('', { network: { '/modules': { data: [] } } })
  await expectHeading('console:noModules')
})

test('the menu tells how many wait in a module, and where one is', async () => {
  await openConsole('/side_meetings')
  const entry = menu().getByRole('link', { name: /^边会 / })
  await expect.element(entry).toHaveAttribute('aria-current', 'page')
  const count = (await readModules())
    .find(({ name }) => name === 'side_meetings')
    ?.waiting?.reduce((sum, one) => sum + one.count, 0)
  await expect.element(entry).toMatchTextContent(text('console:nav.waiting', { count: count ?? 0 }))
})

test('upright the menu lies behind a button, and a touch on an entry closes it [254]', async () => {
  await openConsole('', upright)
  await expectHeading('console:today.title')
  expect(menu().query()).toBeNull()
  await button(text('console:nav.label')).click()
  await dialog(text('console:nav.label')).getByRole('link', { name: sessions.label['zh-CN'] }).click()
  await expect.element(heading(sessions.label['zh-CN'], 1)).toBeVisible()
  expect(dialog(text('console:nav.label')).query()).toBeNull()
})

test('a member of staff sees the granted modules alone [320]', async () => {
  await openConsole('', { as: 'staff' })
  await expect.poll(() => menu().getByRole('link').elements().length).toBe(3)
  expect(textsOf('nav a').map((words) => words.split('\n')[0])).toEqual([
    text('console:nav.today'),
    travelInfos.label['zh-CN'],
    qa.label['zh-CN'],
  ])
})

test.for(['registrations', 'users/any/edit', 'audit_log?filters=action:eq:sign_in', 'no_such_module'])(
  'a module that is not theirs is not there, and is not asked for: %s [320]',
  async (typed) => {
    await openConsole(`/${typed}`, { as: 'staff' })
    await expectHeading('console:unknownModule')
    expect(callsTo(/registrations|users|audit|no_such/)).toEqual([])
    await page
      .getByRole('main')
      .getByRole('link', { name: text('console:nav.today') })
      .click()
    await expectHeading('console:today.title')
  },
)

test('who works in no module is led to the sign-in, and no module is asked for [100]', async () => {
  const { address } = await openConsole('/registrations', { as: 'applicant' })
  await expectHeading('sign-in:signIn.title')
  expect(address()).toBe(`/user/login?redirectUrl=${encodeURIComponent('/console/registrations')}`)
  expect(callsTo(/modules/)).toEqual([])
})

const count = (path: RegExp) => callsTo(path).length

test('the modules are asked for after the person is known, and once [99, T10]', async () => {
  // Who works here is asked once for each sign-in.
  await openConsole('', { as: 'staff' })
  const letGo = holdCalls(/employee/)
  const [settings, modules] = [count(/settings/), count(/modules/)]
  const opening = openConsole()
  await expect.poll(() => count(/settings/)).toBe(settings + 1)
  expect(count(/modules/)).toBe(modules)
  letGo()
  await opening
  await expect.element(menu().getByRole('link', { name: sessions.label['zh-CN'] })).toBeVisible()
  expect(count(/modules/)).toBe(modules + 1)
})

test('the sheet of the person tells who works here, and leads to password, sign-ins and the forum [252, 253]', async () => {
  const { address } = await openConsole('', { as: 'staff', locale: 'en' })
  await button('staff').click()
  const account = dialog(text('console:account.title'))
  await expect.element(account).toMatchTextContent(text('accounts:role.staff'))
  await expect
    .element(account.getByRole('link', { name: text('console:account.signIns') }))
    .toHaveAttribute('href', '/user/sign-ins')
  await expect
    .element(account.getByRole('link', { name: text('console:account.forum') }))
    .toHaveAttribute('href', '/')
  await account.getByRole('link', { name: text('console:account.password') }).click()
  await expect.poll(address).toBe('/user/password')
})

test('a change of language changes every word, those of the server too; the theme is chosen beside it [310]', async () => {
  await openConsole('/side_meetings')
  await expect.element(heading(sideMeetings.label['zh-CN'], 1)).toBeVisible()
  await button('organiser').click()
  await page.getByText(text('accounts:theme.dark'), { exact: true }).click()
  await expect.poll(() => document.documentElement.dataset['theme']).toBe('dark')
  await page.getByText('English', { exact: true }).click()
  await button('Close').click()
  await expect.element(heading('Side meetings', 1)).toBeVisible()
  await expectText('console:list.total', { count: 6 })
  await expect.element(page.getByRole('cell', { name: 'Submitted', exact: true })).toBeVisible()
})

test('who loses the module on screen is told so, and led to the first page', async () => {
  const { queryClient, address } = await openConsole('/qa', { as: 'staff' })
  await expect.element(heading(qa.label['zh-CN'], 1)).toBeVisible()
  const modules = await readModules('staff')
  setNetwork({ '/modules': { data: modules.filter(({ name }) => name !== 'qa') } })
  await queryClient.invalidateQueries({ queryKey: ['console', 'modules'] })
  await expectText('console:lostModule', { module: qa.label['zh-CN'] })
  await expect.poll(address).toBe('/console')
})
