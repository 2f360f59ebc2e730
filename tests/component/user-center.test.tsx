import { expect, inject, test } from 'vitest'
import { page } from 'vitest/browser'
import { authStore } from '#platform/auth.ts'
import type { SignInInfo } from '../../contract/api.ts'
import { reviewStates, type ReviewState } from '../../contract/modules/review.ts'
import type { RegistrationSummary } from '../../src/features/participant/accounts/registration-query.ts'
import { recordProof } from '../../src/features/participant/accounts/sign-in.ts'
import { callsTo, holdCalls } from './support/console.ts'
import { setNetwork, type Replies, type Reply } from './support/network.ts'
import { storeEntry } from './support/outbox.ts'
import { errorText, listOf, openPage, refuseField } from './support/pages.ts'
import { button, dialog, link, listAddresses, listTexts, region } from './support/roles.ts'
import type { OpenedScreen } from './support/screen.tsx'
import { text } from './support/texts.ts'

const card = () => region(text('accounts:status.title'))
const stations = () => page.getByRole('list', { name: text('accounts:state.line') }).getByRole('listitem')
const currentState = () => document.querySelector('main [aria-current=step]')?.textContent ?? ''

/** The only registration of whoever asks, of either way. */
function reply(change: Partial<RegistrationSummary>): Record<string, Reply> {
  const at = '2023-08-01T02:00:00Z'
  const row: RegistrationSummary = {
    module: 'registrations',
    id: 'registration-1',
    version: 2,
    status: 'submitted',
    review_reason: null,
    mobile: '+8613900000001',
    created_at: at,
    updated_at: at,
    submitted_at: at,
    decided_at: null,
    ...change,
  }
  const other = row.module === 'registrations' ? 'staff_registrations' : 'registrations'
  return {
    [`/front/query/${row.module}/all`]: listOf([row]),
    [`/front/query/${other}/all`]: 'empty',
  }
}

/** What leads on from each state, and whether the registration can be withdrawn then. */
const states: Record<ReviewState, { stations: readonly string[]; to?: string; isOpen: boolean }> = {
  submitted: { stations: ['submitted', 'under_review', 'result'], to: '/register?step=review', isOpen: true },
  under_review: { stations: ['submitted', 'under_review', 'result'], isOpen: true },
  more_info: { stations: ['submitted', 'more_info', 'result'], to: '/register?step=review', isOpen: true },
  approved: { stations: ['submitted', 'approved'], to: '/register?step=review', isOpen: true },
  declined: { stations: ['submitted', 'declined'], to: '/register', isOpen: false },
  withdrawn: { stations: ['submitted', 'withdrawn'], to: '/register', isOpen: false },
}

test.for(reviewStates)(
  'the line of a registration that is %s, and its one next step [138, 307]',
  async (status) => {
    const review_reason = { 'zh-CN': '', en: 'Please give the full name' }
    const network = reply({ status, review_reason })
    await openPage('/user/center', { locale: 'en', as: 'applicant', network })
    const { stations: names, to, isOpen } = states[status]
    await expect.poll(currentState).toMatch(text(`accounts:state.${status}`))
    await expect.poll(currentState).toMatch(/\d\d:\d\d/)
    expect(listTexts(stations()).map((each) => each.split('\n')[0])).toEqual(
      names.map((name) => text(`accounts:state.${name}`)),
    )
    await expect.element(card()).toMatchTextContent(text(`accounts:status.next.${status}`))
    const addresses = listAddresses(card().getByRole('link'))
    expect(addresses.filter((address) => address?.startsWith('/register'))).toEqual(
      to === undefined ? [] : [to],
    )
    expect(addresses.includes('/user/travel')).toBe(status === 'approved')
    expect(button(text('accounts:withdraw.do')).elements()).toHaveLength(isOpen ? 1 : 0)
    // What the organisers wrote.
    expect(page.getByText(review_reason.en).elements()).toHaveLength(
      status === 'more_info' || status === 'declined' ? 1 : 0,
    )
  },
)

// When the result is expected is tested beside RegistrationTimeline.tsx.
test('the result is expected at a day, and soon when that is over', async () => {
  const options = { as: 'applicant', locale: 'en', network: reply({}) } as const
  await openPage('/user/center', { ...options, now: '2023-08-02T02:00:00Z' })
  await expect.element(stations().last()).toMatchTextContent(/Expected around .*(3 Aug|Aug(ust)? 3)/)
  await openPage('/user/center', { ...options, now: '2023-08-05T02:00:00Z' })
  await expect.element(stations().last()).toMatchTextContent(text('accounts:state.soon'))
})

test('the registration of staff has words and a form of its own, and opens no journey', async () => {
  const network = reply({ module: 'staff_registrations', status: 'approved' })
  await openPage('/user/center', { locale: 'en', as: 'applicant', network })
  await expect.element(page.getByText(text('accounts:status.staff.approved'))).toBeVisible()
  expect(listAddresses(card().getByRole('link'))).toEqual(['/register/staff?step=review'])
  await expect.element(region(text('accounts:rows.visit'))).not.toBeInTheDocument()
})

test('a participant goes to travel, side meetings and materials; who has not registered is led to do so [305]', async () => {
  await openPage('/user/center', { as: 'applicant' })
  await expect.element(page.getByText(text('accounts:status.none'))).toBeVisible()
  const visit = region(text('accounts:rows.visit')).getByRole('link')
  await expect.element(link(text('accounts:status.do.none'))).toHaveAttribute('href', '/register')
  const locked = visit.filter({ hasText: text('accounts:rows.locked') })
  await expect.element(locked).toHaveLength(3)
  await openPage('/user/center', { as: 'participant' })
  await expect.element(page.getByText(text('accounts:role.participant'), { exact: true })).toBeVisible()
  await expect.element(visit).toHaveLength(3)
  expect(listAddresses(visit)).toEqual(['/user/travel', '/user/side-meetings', '/user/materials'])
  await expect.element(locked).toHaveLength(0)
})

const offered = (place: string) => listAddresses(region(place).getByRole('link'))

test('an approved participant is offered what is open, at home too; what was sent is shown as such', async () => {
  const approved = reply({ status: 'approved' })
  const travel = '/front/query/travel_infos/all'
  const options = { as: 'participant', locale: 'en', now: '2023-08-20T02:00:00Z' } as const
  // What the device kept of the visit before is shown until the answer is there.
  const expectOffer = async (rows: Reply, address: string) => {
    const network = { ...approved, [travel]: rows }
    await openPage('/', { ...options, network })
    await expect.poll(() => offered(text('home:moment'))[0]).toBe(address)
    await openPage('/user/center', { ...options, network })
    await expect.poll(() => offered(text('accounts:status.title'))[0]).toBe(address)
  }
  await expectOffer('empty', '/user/travel')
  await expectOffer(listOf([{ id: 't1', version: 1 }]), '/agenda?mine=true')
  const row = region(text('accounts:rows.visit')).getByRole('link').first()
  await expect.element(row).toMatchTextContent(text('accounts:rows.sent'))
})

test('an organiser has neither registration nor notes nor questions there; language and theme are chosen', async () => {
  await openPage('/user/center', { as: 'organiser' })
  await expect.element(page.getByText(text('accounts:role.organiser'), { exact: true })).toBeVisible()
  await expect.element(card()).not.toBeInTheDocument()
  await expect.element(region(text('accounts:rows.visit'))).not.toBeInTheDocument()
  expect(listAddresses(region(text('accounts:rows.forum')).getByRole('link'))).toEqual([
    '/agenda?mine=true',
    '/download',
    '/qa',
  ])
  await page.getByRole('radio', { name: text('accounts:theme.dark') }).click()
  await expect.poll(() => document.documentElement.dataset['theme']).toBe('dark')
  await page.getByRole('radio', { name: 'English' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'User centre' })).toBeVisible()
  expect(document.documentElement.lang).toBe('en')
})

test('a registration is withdrawn after a question', async () => {
  const withdraw = 'POST /front/action/registrations/withdraw'
  const network = { ...reply({}), [withdraw]: { data: { id: 'registration-1', version: 3 } } }
  await openPage('/user/center', { as: 'applicant', network })
  await button(text('accounts:withdraw.do')).click()
  await expect.element(page.getByText(text('accounts:withdraw.text'))).toBeVisible()
  await button(text('accounts:withdraw.no')).click()
  expect(callsTo(/withdraw/)).toEqual([])
  await button(text('accounts:withdraw.do')).click()
  await button(text('accounts:withdraw.yes')).click()
  await expect.poll(() => callsTo(/withdraw/).map(({ body }) => body)).toEqual([{ id: 'registration-1' }])
})

test.for([
  ['rejected', 'status.mend', '/register?step=review'],
  ['conflict', 'status.choose', '/register?step=review'],
  ['expired', 'status.outbox', '/user/outbox'],
] as const)(
  'a registration that waits on the phone and is %s says so, with the way on',
  async ([state, key, to]) => {
    await storeEntry('applicant', {
      module: 'registrations',
      formPath: '/register?step=review',
      change: { state },
    })
    await openPage('/user/center', { as: 'applicant' })
    await expect.element(link(text(`accounts:${key}`))).toHaveAttribute('href', to)
    await expect.element(page.getByText(text('outbox:waitingCount', { count: 1 }))).toBeVisible()
  },
)

test('what has not gone out is asked about before the sign-out; who closes the question stays', async () => {
  await storeEntry('participant', { title: '氢能圆桌' })
  const screen = await openPage('/user/center', {
    as: 'participant',
    network: { 'POST /front/user/logout': { data: {} } },
  })
  await button(text('accounts:center.signOut')).click()
  const question = dialog(text('outbox:leave.title'))
  await expect.element(question).toMatchTextContent('氢能圆桌')
  await question.getByRole('button', { name: text('common:close') }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(screen.address()).toBe('/user/center')
  await button(text('accounts:center.signOut')).click()
  await question.getByRole('button', { name: text('outbox:leave.delete') }).click()
  await expect.poll(screen.address).toBe('/')
})

test('devices are told apart, and another one’s sign-in is ended', async () => {
  const at = '2023-09-01T02:00:00Z'
  const times = { createdAt: at, lastUsedAt: at, expiresAt: at }
  let entries: SignInInfo[] = [
    { ...times, id: 's-1', device: 'Chrome · Android', isThis: true, isKept: true },
    { ...times, id: 's-2', device: '', isThis: false, isKept: false },
  ]
  const end = (): Reply => {
    entries = entries.slice(0, 1)
    return { data: {} }
  }
  await openPage('/user/sign-ins', {
    as: 'applicant',
    network: { '/front/user/sign-ins': () => listOf(entries), 'POST /front/user/sign-ins/end': end },
  })
  const [own, device] = [page.getByText('Chrome · Android'), text('accounts:signIns.unknown')]
  const row = page.getByRole('listitem').filter({ has: own })
  for (const words of ['this', 'kept'])
    await expect.element(row).toMatchTextContent(text(`accounts:signIns.${words}`))
  expect(row.getByRole('button').elements()).toEqual([])
  await button(text('accounts:signIns.endOf', { device })).click()
  await expect.element(page.getByText(text('accounts:signIns.ended', { device }))).toBeVisible()
  await expect.element(page.getByRole('main').getByText(device)).not.toBeInTheDocument()
  expect(callsTo(/end$/)[0]?.body).toEqual({ id: 's-2' })
})

const erase = () => button(text('accounts:erase.do'))
const sure = () => page.getByRole('checkbox', { name: text('accounts:erase.sure') })

test('erasing wants to be meant; then the person is gone from the device [96]', async () => {
  const screen = await openPage('/user/data', {
    as: 'applicant',
    network: { 'POST /front/user/erase': { data: {} } },
  })
  await erase().click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(text('accounts:erase.notSure'))
  expect(callsTo(/erase/)).toEqual([])
  await sure().click()
  await erase().click()
  await expect.poll(screen.address).toBe('/')
  await expect.element(page.getByText(text('accounts:erase.done'))).toBeVisible()
  expect([callsTo(/erase/)[0]?.body, authStore.getToken()]).toEqual([{}, undefined])
})

const refuseErasure = (key: string): Replies => ({
  'POST /front/user/erase': () => refuseField('login_pwd', key),
})

test('long after the sign-in erasing wants the password, told when it is wrong, or a sign-in by a code', async () => {
  await openPage('/user/data', { as: 'applicant', network: refuseErasure('password.proof_needed') })
  const password = page.getByLabelText(text('sign-in:signIn.password'))
  await sure().click()
  await erase().click()
  await expect.element(password).toHaveFocus()
  setNetwork(refuseErasure('password.wrong'))
  await password.fill('not-the-password')
  await erase().click()
  await expect.element(password).toHaveAccessibleDescription(new RegExp(errorText('password.wrong')))
  expect(callsTo(/erase/).at(-1)?.body).toEqual({ login_pwd: 'not-the-password' })
  await expect
    .element(link(text('accounts:erase.byCode')))
    .toHaveAttribute('href', '/user/login?way=code&redirectUrl=%2Fuser%2Fdata')
})

test('own data that cannot be fetched is told, and the button can be tapped again', async () => {
  await openPage('/user/data', {
    as: 'applicant',
    network: { '/front/user/data': 'offline', 'POST /front/user/data': 'offline' },
  })
  const take = button(text('accounts:ownData.takeDo'))
  const letGo = holdCalls(/user\/data/)
  await take.click()
  await expect.element(take).toBeDisabled()
  letGo()
  await expect.element(page.getByText(text('status:networkTitle'))).toBeVisible()
  await expect.element(take).toBeEnabled()
})

const newPassword = () => page.getByLabelText(text('accounts:password.new'), { exact: true })
const repeated = () => page.getByLabelText(text('accounts:password.repeat'), { exact: true })
const oldPassword = () => page.getByLabelText(text('accounts:password.old')).last()
const change = 'POST /front/user/change-password'

async function savePassword(first: string, again = first): Promise<void> {
  await newPassword().fill(first)
  await repeated().fill(again)
  await button(text('accounts:password.submit')).click()
}

/** Opens the page as who has just signed in by a code: nothing else has to be proven. */
async function openProven(network: Replies): Promise<OpenedScreen> {
  recordProof(inject('people').applicant.token)
  return openPage('/user/password', { as: 'applicant', network })
}

test('seven characters and a repetition that differs are told at their fields, without a call [102, 104]', async () => {
  await openProven({})
  await savePassword('太阳能风能氢能', 'tidal')
  await expect.element(newPassword()).toHaveFocus()
  await expect.element(newPassword()).toHaveAccessibleDescription(/至少需要 8 个字符。/)
  await expect.element(repeated()).toHaveAccessibleDescription(errorText('password.not_repeated'))
  expect(callsTo(/change-password/)).toEqual([])
})

test('what the server says of a password is told at its field; a proof that it wants after all is asked for', async () => {
  await openProven({ [change]: () => refuseField('new_pwd', 'password.common') })
  await savePassword('tidal-lagoon-42')
  await expect.element(newPassword()).toHaveAccessibleDescription(new RegExp(errorText('password.common')))
  await expect.element(newPassword()).toHaveFocus()
  await expect.element(newPassword()).toHaveValue('tidal-lagoon-42')
  setNetwork({ [change]: () => refuseField('old_pwd', 'password.proof_needed') })
  await savePassword('osmotic-meadow-7')
  await expect.element(page.getByText(text('accounts:password.proof'))).toBeVisible()
  await expect.element(page.getByText(errorText('password.proof_needed'))).toBeVisible()
})

test('the old password proves who it is, told when it is missing or wrong [52, 101]', async () => {
  await openPage('/user/password', { as: 'participant', locale: 'en' })
  await expect.element(page.getByText(text('accounts:password.lead'))).toBeVisible()
  await savePassword('osmotic-meadow-7')
  await expect.element(oldPassword()).toHaveAccessibleDescription('please enter Old password')
  setNetwork({ [change]: refuseField('old_pwd', 'password.wrong') })
  await oldPassword().fill('not-the-old-one')
  await button(text('accounts:password.submit')).click()
  await expect.element(oldPassword()).toHaveAccessibleDescription(errorText('password.wrong'))
  await expect.element(newPassword()).toHaveValue('osmotic-meadow-7')
  expect(callsTo(/change-password/)[0]?.body).toMatchObject({ old_pwd: 'not-the-old-one' })
})

test('or a code to the person’s own mobile does, told when it is missing or of another number [101]', async () => {
  await openPage('/user/password', {
    as: 'participant',
    network: {
      [change]: () => refuseField('captcha', 'sign_in.code_refused'),
      'POST /module/sms/sendCode': { data: { resendAfterSeconds: 60 } },
    },
  })
  await page.getByRole('radio', { name: text('accounts:password.by.captcha') }).click()
  await savePassword('osmotic-meadow-7')
  const code = page.getByLabelText(text('sign-in:code.code'), { exact: true })
  await expect
    .element(code)
    .toHaveAccessibleDescription(text('sign-in:signIn.missing', { label: text('sign-in:code.code') }))
  await page.getByLabelText(text('sign-in:code.mobile')).fill('13900000009')
  await button(text('sign-in:code.send')).click()
  await expect.element(code).toHaveFocus()
  await code.fill('123456')
  await button(text('accounts:password.submit')).click()
  await expect.element(code).toHaveAccessibleDescription(errorText('sign_in.code_refused'))
  expect(callsTo(/sendCode/)[0]?.body).toMatchObject({ mobile: '13900000009', purpose: 'password' })
  expect(callsTo(/change-password/)[0]?.body).toMatchObject({ captcha: '123456' })
})
