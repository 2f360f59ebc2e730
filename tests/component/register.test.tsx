import { expect, inject, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { setNetwork, type Replies } from './support/network.ts'
import { openPage } from './support/pages.ts'
import { field, group, label, next, option, step, who } from './support/registration.ts'
import { button, heading, link, listTexts, main } from './support/roles.ts'
import { text } from './support/texts.ts'

const summary = () => page.getByRole('alert')

/** Sub-forums and tours by the letters in front of them. */
const choice = (name: string, code: string) =>
  group(name).getByRole('checkbox', { name: new RegExp(`^${code} `) })

async function fill(values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(name).fill(value)
}

test('before the form it says how it goes, what to have ready, and who goes another way or begins with the form itself [44]', async () => {
  await openPage('/register', { locale: 'en' })
  await expect.element(heading(text('register:kinds.participants'), 1)).toBeVisible()
  expect(listTexts(main().getByRole('heading', { level: 3 })).slice(0, 4)).toEqual(
    ['send', 'review', 'prepare', 'arrive'].map((one) => text(`register:steps.${one}.title`)),
  )
  for (const one of ['mobile', 'email', 'id', 'photo', 'choices'])
    await expect.element(page.getByText(text(`register:ready.${one}.text`))).toBeVisible()
  await expect.element(link(text('register:paths.go'))).toHaveAttribute('href', '/register/staff')
  await expect.element(link(text('register:open.start'))).toHaveAttribute('href', '/register?step=mobile')
  await openPage('/register', { as: 'applicant' })
  await expect.element(link(text('register:open.start'))).toHaveAttribute('href', '/register?step=who')
})

test('who comes to a step without being signed in proves the mobile first, and goes on there', async () => {
  const { token } = inject('people').applicant
  const screen = await openPage('/register?step=work', {
    network: {
      'POST /module/sms/sendCode': { data: { resendAfterSeconds: 60 } },
      'POST /front/sms/login': { data: { token } },
    },
  })
  await expect.element(page.getByText(text('register:steps.mobile.again'))).toBeVisible()
  await expect.element(page.getByText(text('register:step.count', { number: 1, count: 6 }))).toBeVisible()
  await page.getByLabelText(text('sign-in:code.mobile')).fill('13800001111')
  await button(text('sign-in:code.send')).click()
  await page.getByLabelText(text('sign-in:code.code'), { exact: true }).fill('123456')
  await expect.element(step('work')).toBeVisible()
  expect(screen.address()).toBe('/register?step=work')
})

test.for(['zh-CN', 'en'] as const)(
  'what is missing is told at its field and above, in the exact words (%s) [130, T42]',
  async (locale) => {
    await openPage('/register?step=who', { as: 'applicant', locale })
    await next().click()
    await expect.element(summary()).toHaveFocus()
    await expect.element(summary()).toMatchTextContent(text('forms:summary', { count: 5 }))
    const required = locale === 'en' ? 'required' : '必填'
    for (const name of Object.keys(who)) {
      await expect.element(field(name)).toHaveAccessibleDescription(new RegExp(`(^| )${required}$`))
      await expect.element(field(name)).toHaveAttribute('aria-invalid', 'true')
    }
    const entry = text('forms:summaryItem', { label: label('email'), problem: required })
    await summary().getByRole('button', { name: entry }).click()
    await expect.element(field('email')).toHaveFocus()
  },
)

test('what is wrong is told in the exact words, and goes as it is mended; one mistake takes the focus itself [132, T42]', async () => {
  await openPage('/register?step=who', { as: 'applicant', locale: 'en' })
  await fill({ ...who, id_number: '12', email: 'li@forum' })
  await next().click()
  await expect.element(field('email')).toHaveAccessibleDescription(/E-mail is not a valid email$/)
  await expect
    .element(field('id_number'))
    .toHaveAccessibleDescription(/ID number \(passport\) is not a valid ID number$/)
  await field('id_number').fill('E12345678')
  await expect.element(field('id_number')).toHaveAttribute('aria-invalid', 'false')
  await next().click()
  await expect.element(field('email')).toHaveFocus()
  await expect.element(field('email')).toHaveValue('li@forum')
  await field('email').fill('li@forum.example')
  await next().click()
  await expect.element(step('work')).toHaveFocus()
})

test('a step goes by keys alone: to the first mistake, through its fields, and on by Enter', async () => {
  await openPage('/register?step=who', { as: 'applicant' })
  await expect.element(step('who')).toHaveFocus()
  await userEvent.keyboard('{Tab}'.repeat(5))
  await expect.element(field('city')).toHaveFocus()
  await userEvent.keyboard('苏州{Enter}')
  await expect.element(summary()).toHaveFocus()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(field('realname')).toHaveFocus()
  await userEvent.keyboard('李雷{Tab}E12345678{Tab}li@forum.example{Tab}中国{Enter}')
  await expect.element(step('work')).toHaveFocus()
})

test('the other business is asked for when the category is another one, and by keys too [116]', async () => {
  await openPage('/register?step=work', { as: 'applicant', locale: 'en' })
  await fill({ company: 'State Grid', position: 'Engineer' })
  await option('business_category', 'government').click()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(option('business_category', 'other')).toBeChecked()
  await next().click()
  await expect.element(field('other_business_label')).toHaveFocus()
  await expect.element(field('other_business_label')).toHaveAccessibleDescription(/required$/)
  await option('business_category', 'developers').click()
  await expect.element(field('other_business_label')).not.toBeInTheDocument()
  await next().click()
  await expect.element(step('choices')).toBeVisible()
})

async function openChoices(network: Replies = {}): Promise<void> {
  await openPage('/register?step=choices', { as: 'applicant', locale: 'en', network })
  await expect.element(group('sub_forum')).toBeVisible()
}

const choose = async (name: string, ...codes: string[]) => {
  for (const code of codes) await choice(name, code).click()
}

const priority = () => page.getByRole('radiogroup', { name: label('priority_sub_forum') })

test('sub-forums stand from I to XI; picks at the same time ask which comes first, others do not [123, 125-128, T34, T35]', async () => {
  await openChoices()
  const boxes = group('sub_forum').getByRole('checkbox').elements()
  const numerals = boxes.map((box) => box.closest('label')?.textContent.trim().split(/\s/)[0])
  expect(numerals.join()).toBe('I,II,III,IV,V,VI,VII,VIII,IX,X,XI')
  await choose('sub_forum', 'I', 'IX')
  await expect.element(priority()).not.toBeInTheDocument()
  await choose('sub_forum', 'X')
  await expect.poll(() => priority().getByRole('radio').elements()).toHaveLength(2)
  await expect
    .element(group('sub_forum'))
    .toMatchTextContent(text('register:choices.sameTime', { codes: 'IX' }))
  await next().click()
  await expect.element(priority()).toHaveAccessibleDescription(/required$/)
  await priority().getByRole('radio', { name: /^X / }).click()
  await choose('sub_forum', 'X')
  await expect.element(priority()).not.toBeInTheDocument()
})

test('tours at the same time are refused, beside a sub-forum one leaves early; a closed ceremony is no choice [T36]', async () => {
  await openChoices({
    '/front/registrations/seats': { data: { left: { 'tour-a': 3 } } },
    '/front/settings/registration': { data: { attend_opening_ceremony_status: false } },
  })
  await expect.element(page.getByText(text('register:choices.ceremonyClosed'))).toBeVisible()
  await expect.element(page.getByRole('switch')).not.toBeInTheDocument()
  await choose('sub_forum', 'IX')
  await choose('activities', 'A', 'B')
  for (const words of [
    text('register:choices.leavesEarly', { codes: 'IX' }),
    text('register:choices.seats', { count: 3 }),
  ])
    await expect.element(group('activities')).toMatchTextContent(words)
  await next().click()
  await expect
    .element(group('activities'))
    .toHaveAccessibleDescription(/Some of these tours take place at the same time/)
  await choose('activities', 'B')
  await next().click()
  await expect.element(step('photo')).toBeVisible()
})

test('choices that could not be fetched are asked for again; a tour without seats is none', async () => {
  const seats: Replies = { '/front/registrations/seats': { data: { left: { 'tour-b': 0 } } } }
  const routes = { status: 503, key: 'server.unavailable' } as const
  const network = { ...seats, '/front/query/tour_routes/all': routes }
  await openPage('/register?step=choices', { as: 'applicant', network })
  await expect.element(button(text('common:retry'))).toBeVisible()
  setNetwork(seats)
  await button(text('common:retry')).click()
  await expect.element(choice('activities', 'B')).toBeDisabled()
  await expect.element(group('activities')).toMatchTextContent(text('register:choices.full'))
})
