import { Toast } from 'antd-mobile'
import { afterEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { authStore } from '#platform/auth.ts'
import { callsTo, holdCalls } from './support/console.ts'
import { listCalls, setNetwork, type Network, type Replies } from './support/network.ts'
import { errorText, openPage } from './support/pages.ts'
import { button, heading, link } from './support/roles.ts'
import type { OpenedScreen, ScreenOptions } from './support/screen.tsx'
import { text } from './support/texts.ts'

const field = (key: string) => page.getByLabelText(text(`sign-in:${key}`), { exact: true })
const submit = () => button(text('sign-in:signIn.submit'))

/** The server lets somebody in, by whichever way. */
const admit = (name: 'applicant' | 'participant' | 'organiser' = 'applicant'): Replies => {
  const data = { token: inject('people')[name].token }
  return {
    'POST /front/user/login': { data },
    'POST /front/sms/login': { data },
    'POST /front/weixin/exchange': { data },
    'POST /module/sms/sendCode': { data: { resendAfterSeconds: 60 } },
  }
}

async function signInByPassword(password = 'tidal-lagoon-42'): Promise<void> {
  await field('signIn.name').fill('organiser')
  await field('signIn.password').fill(password)
  await submit().click()
}

const openCode = (options: ScreenOptions = {}) => openPage('/user/login?way=code', options)

/** The button while it counts down. */
const waiting = (seconds: number) => button(text('sign-in:code.again', { seconds }))

async function sendCode(mobile = '13800001111'): Promise<void> {
  await field('code.mobile').fill(mobile)
  await button(text('sign-in:code.send')).click()
}

// A toast lies outside of what is taken down after a test.
afterEach(() => Toast.clear())

test('a sign-in is noticed, keeps the token, then loads the person [61-65]', async () => {
  const screen = await openPage('/user/login', { network: admit('organiser') })
  await signInByPassword()
  await expect.poll(screen.address).toBe('/user/center')
  await expect.element(page.getByText(text('sign-in:signIn.done'))).toBeVisible()
  expect(sessionStorage.getItem('token')).toBe(inject('people').organiser.token)
  expect(authStore.getUser()).toMatchObject({ role: 'organiser' })
  const order = listCalls().map(({ path }) => path)
  expect(order.indexOf('/front/user/login')).toBeLessThan(order.indexOf('/front/user/current'))
  expect(callsTo(/login$/)[0]?.body).toEqual({ login_name: 'organiser', login_pwd: 'tidal-lagoon-42' })
})

test('a wrong password is told in the words of the server, and keeps nothing [66, 68, T3]', async () => {
  const screen = await openPage('/user/login', { network: { 'POST /front/user/login': 'server' } })
  await signInByPassword('wrong')
  await expect.element(page.getByText(text('sign-in:signIn.failed'))).toBeVisible()
  await expect.element(page.getByText(errorText('sign_in.refused'))).toBeVisible()
  await expect.element(field('signIn.password')).toHaveValue('')
  await expect.element(field('signIn.name')).toHaveValue('organiser')
  expect([screen.address(), authStore.getToken()]).toEqual(['/user/login', undefined])
})

test('what is missing is asked for at its field, without a call', async () => {
  await openPage('/user/login', { locale: 'en' })
  await submit().click()
  await expect.element(field('signIn.name')).toHaveAccessibleDescription('please enter Account')
  await expect.element(field('signIn.name')).toHaveFocus()
  await field('signIn.name').fill('organiser')
  await submit().click()
  await expect.element(field('signIn.password')).toHaveAccessibleDescription('please enter Password')
  await expect.element(field('signIn.password')).toHaveFocus()
  expect(callsTo(/POST/)).toEqual([])
})

// Where each address leads is tested beside resolve-redirect.ts.
test('with the flag signing in leads to the page before, or to the user centre without one [69, 70, T7]', async () => {
  const screen = await openPage('/news', { network: admit() })
  await screen.go('/user/login?goBack=true')
  await expect.element(heading(text('sign-in:signIn.title'))).toBeVisible()
  await signInByPassword()
  await expect.poll(screen.address).toBe('/news')
  const direct = await openPage('/user/login?goBack=true', { network: admit() })
  await signInByPassword()
  await expect.poll(direct.address).toBe('/user/center')
})

test('without network it says so; at the next try a second tap sends nothing while the server thinks', async () => {
  const screen = await openPage('/user/login', { network: { 'POST /front/user/login': 'offline' } })
  await signInByPassword()
  await expect.element(page.getByText(text('status:networkTitle'))).toBeVisible()
  await expect.element(field('signIn.password')).toHaveValue('tidal-lagoon-42')
  setNetwork(admit())
  const letGo = holdCalls(/login$/)
  await submit().click()
  await field('signIn.password').click()
  await userEvent.keyboard('{Enter}')
  letGo()
  await expect.poll(screen.address).toBe('/user/center')
  expect(callsTo(/login$/)).toHaveLength(2)
})

test.for([
  ['applicant', { data: { expiresAt: '2099-01-01T00:00:00Z' } }, 0],
  ['organiser', { status: 403, key: 'sign_in.not_kept' }, 1],
] as const)(
  'the sign-in is kept on the device when that is asked for; where it cannot be, that is told: %s',
  async ([as, answer, told]) => {
    const screen = await openPage('/user/login', {
      network: { ...admit(as), 'POST /front/user/keep': answer },
    })
    await page.getByRole('checkbox', { name: text('sign-in:keep.label') }).click()
    await signInByPassword()
    await expect.poll(screen.address).toBe('/user/center')
    await expect.element(page.getByText(text('sign-in:keep.failed'))).toHaveLength(told)
    expect(callsTo(/keep$/)).toHaveLength(1)
  },
)

test('who forgot the password is led to a code first; who remembers it goes where they were going', async () => {
  const screen = await openPage('/user/login?redirectUrl=/agenda', { network: admit() })
  await field('signIn.name').fill('13800001111')
  await button(text('sign-in:signIn.forgotten')).click()
  await expect.element(field('code.mobile')).toHaveValue('13800001111')
  await expect.element(page.getByText(text('sign-in:signIn.forgottenLead'))).toBeVisible()
  expect(screen.address()).toContain('redirectUrl=%2Fagenda')
  await button(text('sign-in:signIn.way.password')).click()
  await expect.element(page.getByText(text('sign-in:signIn.lead.password'))).toBeVisible()
  await signInByPassword()
  await expect.poll(screen.address).toBe('/agenda')
})

test('a code is sent on by its last digit, with a toast and the account [74, 75, T8]', async () => {
  const screen = await openCode({ locale: 'en', network: admit() })
  await sendCode()
  await expect.element(field('code.code')).toHaveFocus()
  await expect
    .element(page.getByText(text('sign-in:code.sent', { mobile: '13800001111', minutes: 5 })))
    .toBeVisible()
  await expect.element(field('code.code')).toHaveAttribute('autocomplete', 'one-time-code')
  await expect.element(field('code.code')).toHaveAttribute('inputmode', 'numeric')
  await userEvent.keyboard('123456')
  await expect.poll(screen.address).toBe('/user/center')
  await expect.element(page.getByText(text('sign-in:code.done'))).toBeVisible()
  expect(callsTo(/sms\/login$/).map(({ body }) => body)).toEqual([
    { mobile: '13800001111', captcha: '123456' },
  ])
})

test('a code that is typed before the answer to its sending stays, and is sent on with the challenge', async () => {
  const sent = { data: { resendAfterSeconds: 60, challenge: 'first' } }
  const screen = await openCode({ network: { ...admit(), 'POST /module/sms/sendCode': sent } })
  const letGo = holdCalls(/sendCode/)
  await sendCode()
  await field('code.code').fill('123456')
  expect(callsTo(/sms\/login$/)).toEqual([])
  letGo()
  await expect.poll(screen.address).toBe('/user/center')
  expect(callsTo(/sms\/login$/).map(({ body }) => body)).toEqual([
    { mobile: '13800001111', captcha: '123456', challenge: 'first' },
  ])
})

test('a wrong code is told at its field, and the next one is not sent by itself [74]', async () => {
  await openCode({ network: { ...admit(), 'POST /front/sms/login': 'server' } })
  await sendCode()
  await expect.element(waiting(60)).toBeDisabled()
  await field('code.code').fill('000000')
  await expect.element(page.getByText(text('sign-in:signIn.failed'))).toBeVisible()
  await expect.element(field('code.code')).toHaveAccessibleDescription(errorText('sign_in.code_refused'))
  await expect.element(field('code.code')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('code.code')).toHaveFocus()
  await expect.element(field('code.mobile')).toHaveValue('13800001111')
  await field('code.code').fill('111111')
  expect(callsTo(/sms\/login$/)).toHaveLength(1)
  await submit().click()
  await expect.poll(() => callsTo(/sms\/login$/)).toHaveLength(2)
})

test('the button counts down as long as the server said, for that number alone, and then sends another [77-79]', async () => {
  await openCode({ network: admit() })
  // Vitest advances fake timers while browser commands run, by more than a second on a busy machine.
  let nowMs = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => nowMs)
  onTestFinished(() => clock.mockRestore())
  await sendCode()
  await expect.element(waiting(60)).toBeDisabled()
  nowMs += 58_000
  await expect.element(waiting(2)).toBeDisabled()
  // Who mistyped the number need not wait for the right one.
  await field('code.mobile').fill('13800002222')
  await expect.element(button(text('sign-in:code.resend'))).toBeEnabled()
  await field('code.mobile').fill('13800001111')
  await expect.element(waiting(2)).toBeDisabled()
  nowMs += 3000
  await button(text('sign-in:code.resend')).click()
  await expect.element(waiting(60)).toBeDisabled()
  const body = { mobile: '13800001111', check: false, purpose: 'sign_in' }
  expect(callsTo(/sendCode$/).map((call) => call.body)).toEqual([body, body])
})

test('what is no mobile number, or meets no network, is told and stays there [77]', async () => {
  const send = 'POST /module/sms/sendCode'
  await openCode({ network: { [send]: 'server' } })
  await button(text('sign-in:code.send')).click()
  const missing = text('sign-in:signIn.missing', { label: text('sign-in:code.mobile') })
  await expect.element(field('code.mobile')).toHaveAccessibleDescription(new RegExp(missing))
  await sendCode('12345')
  await expect.element(page.getByText(errorText('field.invalid'))).toBeVisible()
  await expect.element(field('code.mobile')).toHaveFocus()
  await expect.element(field('code.mobile')).toHaveValue('12345')
  setNetwork({ [send]: 'offline' })
  await sendCode()
  await expect.element(page.getByText(text('sign-in:code.offline'))).toBeVisible()
  await expect.element(field('code.mobile')).toHaveValue('13800001111')
  setNetwork(admit())
  await button(text('sign-in:code.send')).click()
  await expect.element(waiting(60)).toBeDisabled()
})

test('WeChat is offered where the forum has it, comes back to where the person was going, and its refusal is told [81]', async () => {
  await openPage('/user/login?redirectUrl=%2Fagenda', {
    network: { '/front/user/sign-in-ways': { data: { weixin: true } } },
  })
  const way = link(text('sign-in:weixin.signIn'))
  await expect.element(way).toBeVisible()
  const { pathname, searchParams } = new URL((way.element() as HTMLAnchorElement).href)
  expect(pathname).toBe('/api/front/weixin/auth/redirect')
  expect(searchParams.get('scope')).toBe('snsapi_login')
  expect(searchParams.get('redirect_url')).toBe('/user/login?redirectUrl=%2Fagenda')
  const screen = await comeBackFromWeixin('weixin_error=sign_in.refused', {})
  await expect.element(page.getByText(text('sign-in:weixin.failed'))).toBeVisible()
  await screen.settle()
  await expect.element(way).not.toBeInTheDocument()
})

/** WeChat led back with that in the fragment of the page's address. */
async function comeBackFromWeixin(fragment: string, network: Network): Promise<OpenedScreen> {
  history.replaceState(null, '', `#${fragment}`)
  const screen = await openPage('/user/login?redirectUrl=%2Fagenda', { network })
  expect(location.hash).toBe('')
  return screen
}

test.for([
  ['weixin.linked', { data: {} }],
  ['weixin.notLinked', { status: 422, key: 'weixin.taken' }],
] as const)(
  'a WeChat that nobody is linked to asks for a code, and tells how the link went: %s [81]',
  async ([told, link]) => {
    const screen = await comeBackFromWeixin('weixin_code=abc', {
      ...admit(),
      'POST /front/weixin/exchange': { status: 401, key: 'weixin.not_linked' },
      'POST /front/weixin/link': link,
    })
    await expect.element(page.getByText(text('sign-in:signIn.lead.code'))).toBeVisible()
    await sendCode()
    await expect.element(waiting(60)).toBeDisabled()
    await field('code.code').fill('123456')
    await expect.element(page.getByText(text(`sign-in:${told}`))).toBeVisible()
    await expect.poll(screen.address).toBe('/agenda')
    expect(callsTo(/weixin\/link/)[0]?.body).toEqual({ code: 'abc' })
  },
)
