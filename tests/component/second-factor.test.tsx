import { expect, inject, test } from 'vitest'
import { page } from 'vitest/browser'
import { authStore } from '#platform/auth.ts'
import { callsTo, openConsole } from './support/console.ts'
import { setNetwork, type Replies } from './support/network.ts'
import { errorText, openPage, refuseField } from './support/pages.ts'
import { button, dialog, heading, region } from './support/roles.ts'
import { text } from './support/texts.ts'

const own = '/front/user/second-factor'
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const uri = `otpauth://totp/Forum:organiser?secret=${secret}`
const recoveryCodes = ['AAAAA-00001', 'AAAAA-00002']
const organiser = () => inject('people').organiser
const field = (key: string) => page.getByLabelText(text(`sign-in:${key}`), { exact: true })
const signInButton = (key: string) => button(text(`sign-in:${key}`))
const bodiesOf = (path: RegExp) => callsTo(path).map(({ body }) => body)

const state = (isOn: boolean) => ({ data: { isOn, recoveryCodesLeft: 3 } })

/** The first step is right, and the sign-in needs a second one. */
const firstStep = (secondFactor: 'code' | 'set_up'): Replies => ({
  'POST /front/user/login': { data: { token: organiser().token, secondFactor } },
})

async function signInByPassword(): Promise<void> {
  await field('signIn.name').fill('organiser')
  await field('signIn.password').fill('tidal-lagoon-42')
  await signInButton('signIn.submit').click()
}

test('a second step is asked for; what is refused stays, and a recovery code does too', async () => {
  const refused = { [`POST ${own}/verify`]: refuseField('code', 'second_factor.wrong') }
  const options = { network: { ...firstStep('code'), ...refused } }
  const screen = await openPage('/user/login?redirectUrl=/agenda', options)
  await signInByPassword()
  const code = field('second.code')
  await expect.element(code).toHaveFocus()
  // Nobody is signed in yet.
  expect([sessionStorage.getItem('token'), authStore.getUser()]).toEqual([null, {}])
  await code.fill('123 456')
  await expect.element(code).toHaveAccessibleDescription(errorText('second_factor.wrong'))
  await expect.element(code).toHaveValue('123456')
  await signInButton('second.useRecovery').click()
  await field('second.recovery').fill('aaaaa-00001')
  setNetwork({ [`POST ${own}/verify`]: 'offline' })
  await signInButton('signIn.submit').click()
  await expect.element(page.getByText(text('status:networkTitle'))).toBeVisible()
  await expect.element(field('second.recovery')).toHaveValue('aaaaa-00001')
  setNetwork({ [`POST ${own}/verify`]: { data: null } })
  await signInButton('signIn.submit').click()
  await expect.poll(screen.address).toMatch(/^\/agenda/)
  expect(bodiesOf(/verify$/)).toEqual([{ code: '123456' }, { code: 'aaaaa-00001' }, { code: 'aaaaa-00001' }])
  expect(authStore.getUser()).toMatchObject({ role: 'organiser' })
})

test('where it is required it is set up first, and the recovery codes are shown once', async () => {
  const network = {
    ...firstStep('set_up'),
    [`POST ${own}/set-up`]: { data: { secret, uri } },
    [`POST ${own}/confirm`]: { data: { recoveryCodes } },
  }
  const screen = await openPage('/user/login?redirectUrl=/agenda', { network })
  await signInByPassword()
  await expect.element(heading(text('sign-in:second.title.set_up'))).toBeVisible()
  await signInButton('setup.start').click()
  await expect.element(page.getByRole('img', { name: text('sign-in:setup.picture') })).toBeVisible()
  await expect.element(page.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeVisible()
  await field('second.code').fill('654321')
  await signInButton('setup.confirm').click()
  await expect.element(heading(text('sign-in:codes.title'))).toHaveFocus()
  for (const code of recoveryCodes) await expect.element(page.getByText(code)).toBeVisible()
  await signInButton('codes.done').click()
  await expect.poll(screen.address).toMatch(/^\/agenda/)
  expect(sessionStorage.getItem('token')).toBe(organiser().token)
})

test('a sign-in that needs it from now on leads to it, and the way out signs out', async () => {
  const network: Replies = {
    '/front/user/current': { data: { ...organiser().user, secondFactor: 'code' } },
    '/front/user/sign-ins': { status: 403, key: 'second_factor.required' },
    'POST /front/user/logout': { data: null },
  }
  const screen = await openPage('/user/sign-ins', { as: 'organiser', network })
  await expect.poll(screen.address).toBe('/user/login?redirectUrl=%2Fuser%2Fsign-ins')
  await expect.element(field('second.code')).toBeVisible()
  await signInButton('second.cancel').click()
  await expect.element(field('signIn.name')).toBeVisible()
  expect(authStore.getUser()).toEqual({})
})

test('a screen that hears of it once more on the way to the sign-in page leads back to itself', async () => {
  const network: Replies = {
    '/front/user/sign-ins': { data: { items: [], page: 1, size: 0, total: 0 } },
    '/front/user/current': 'offline',
  }
  const screen = await openPage('/user/sign-ins', { as: 'organiser', network })
  await expect.element(heading(text('accounts:signIns.title'))).toBeVisible()
  // Answers of several calls say the same, until the sign-in page is there.
  for (let answers = 0; answers < 100; answers++) {
    authStore.setUser({ ...organiser().user, secondFactor: 'code' })
    await Promise.resolve()
  }
  await expect.element(field('second.code')).toBeVisible()
  expect(screen.address()).toBe('/user/login?redirectUrl=%2Fuser%2Fsign-ins')
})

test('it is turned off with the password, once the server wants that', async () => {
  const on = { isOn: true, canSetUp: true, isRequired: false, recoveryCodesLeft: 7 }
  const wanted = { [`POST ${own}/remove`]: refuseField('login_pwd', 'account.password_needed') }
  await openPage('/user/second-factor', { as: 'organiser', network: { [own]: { data: on }, ...wanted } })
  await expect.element(page.getByText(text('accounts:factor.left', { count: 7 }))).toBeVisible()
  const remove = button(text('accounts:factor.remove'))
  await remove.click()
  await dialog(text('accounts:factor.removeTitle'))
    .getByRole('button', { name: text('accounts:factor.remove') })
    .click()
  await expect.element(field('signIn.password')).toHaveFocus()
  await field('signIn.password').fill('tidal-lagoon-42')
  setNetwork({ [own]: { data: { ...on, isOn: false } }, [`POST ${own}/remove`]: { data: null } })
  await remove.click()
  await expect.element(signInButton('setup.start')).toBeVisible()
  expect(bodiesOf(/remove$/)).toEqual([{}, { login_pwd: 'tidal-lagoon-42' }])
})

test('it cannot be turned off where it is required', async () => {
  const needed = { isOn: true, canSetUp: true, isRequired: true, recoveryCodesLeft: 1 }
  await openPage('/user/second-factor', { as: 'organiser', network: { [own]: { data: needed } } })
  await expect.element(page.getByText(text('accounts:factor.required'))).toBeVisible()
  await expect.element(button(text('accounts:factor.renew'))).toBeVisible()
  expect(button(text('accounts:factor.remove')).elements()).toEqual([])
})

test('an administrator resets that of others in their record', async () => {
  const { id } = inject('people').participant.user
  const path = `/front/account/${id}/second-factor`
  await openConsole(`/users/${id}`, { network: { [path]: state(true) } })
  const panel = region('两步验证')
  const reset = text('console:secondFactor.reset')
  await panel.getByRole('button', { name: reset }).click()
  setNetwork({ [path]: state(false), [`POST ${path}/reset`]: { data: null } })
  await dialog(reset).getByRole('button', { name: reset }).click()
  await expect.element(panel.getByText(text('console:secondFactor.off'))).toBeVisible()
})

test('an administrator does not reset their own', async () => {
  const ownId = organiser().user.id
  await openConsole(`/users/${ownId}`, {
    network: { [`/front/account/${ownId}/second-factor`]: state(true) },
  })
  await expect.element(region('两步验证').getByText(text('console:secondFactor.own'))).toBeVisible()
  expect(region('两步验证').getByRole('button').elements()).toEqual([])
})
