import { expect } from 'vitest'
import {
  everybody,
  get,
  instant,
  listOf,
  localized,
  ok,
  organisers,
  post,
  refused,
  refusedSignIn,
  signedIn,
  signInFirst,
  token,
  unknown,
  user,
  type Answer,
  type Call,
  type CallFacts,
} from './call.ts'

let mobiles = 0
const newMobile = (): string => `139${String((mobiles += 1)).padStart(8, '0')}`

async function withRightCode({ newCode }: CallFacts): Promise<object> {
  const mobile = newMobile()
  return { mobile, captcha: await newCode(mobile) }
}

/** Other callers get not found. */
const administrators = (answer: Answer): Call['answers'] => ({ ...signedIn(unknown), administrator: answer })

/** Sign-in by password, code and WeChat, and the current user. */
export const accountCalls: readonly Call[] = [
  post('login', '/front/user/login', ({ login }: CallFacts) => login, {
    ...everybody(ok({ token })),
    anonymous: refusedSignIn('sign_in.refused'),
  }),
  post(
    'sendCode',
    '/module/sms/sendCode',
    () => ({ mobile: newMobile(), check: true }),
    everybody(ok({ resendAfterSeconds: 60, challenge: token })),
  ),
  post('smsLogin', '/front/sms/login', withRightCode, everybody(ok({ token }))),
  post('userSmsLogin', '/front/user/sms-login', withRightCode, everybody(ok({ token }))),
  get(
    'signInMethods',
    '/front/user/sign-in-ways',
    everybody(ok({ password: true, sms: true, weixin: true })),
  ),
  get('currentUser', '/front/user/current', {
    anonymous: signInFirst,
    applicant: user('applicant'),
    participant: user('participant'),
    staff: user('staff'),
    organiser: user('organiser'),
    administrator: user('organiser'),
  }),
  get(
    'currentEmployee',
    '/front/employee/current',
    organisers(user('organiser'), refused(401, 'employee.required')),
  ),
  get(
    'temporaryToken',
    ({ fileNo }) => `/front/request/temporary/token?no=${fileNo}`,
    organisers(ok({ token })),
  ),
  get(
    'weixinRedirect',
    '/front/weixin/auth/redirect?redirect_url=%2Fuser%2Fcenter&scope=snsapi_login',
    everybody({ http: 302, location: 'http://127.0.0.1:9/connect/qrconnect' }),
  ),
  get(
    'weixinCallback',
    '/front/weixin/auth/callback?code=a&state=b',
    everybody({ http: 302, location: 'http://localhost:3000/user/login#weixin_error=sign_in.refused' }),
  ),
  post(
    'weixinExchange',
    '/front/weixin/exchange',
    { code: 'A'.repeat(43) },
    everybody(refusedSignIn('sign_in.refused')),
  ),
  post(
    'weixinLink',
    '/front/weixin/link',
    { code: 'A'.repeat(43) },
    signedIn(refusedSignIn('sign_in.refused')),
  ),
  get(
    'accountSignIns',
    '/front/account/organiser/sign-ins',
    administrators(ok({ items: expect.any(Array), page: 1, size: 0, total: expect.any(Number) })),
  ),
  post(
    'endAccountSignIns',
    '/front/account/organiser/sign-ins/end',
    { sign_in: 7, more: true },
    administrators(refused(400, 'request.invalid')),
    'with what is no sign-in',
  ),
  get(
    'retention',
    '/front/retention',
    administrators(
      ok({
        forumEnd: instant,
        at: expect.arrayContaining([instant]),
        clock: 'unconfirmed',
        backupDays: 7,
        backupAt: null,
        rules: expect.arrayContaining([
          {
            rule: 'registrations: id_data',
            module: localized,
            label: localized,
            fields: [localized, localized],
            hours: 720,
            isOfForum: true,
            rows: expect.arrayContaining([expect.any(Number)]),
            waitingRows: expect.any(Number),
          },
        ]),
      }),
    ),
  ),
]

/** The response to a caller without a second factor, who may set one up as an organiser. */
const noFactor = (canSetUp: boolean): Answer =>
  ok({ isOn: false, recoveryCodesLeft: 0, isRequired: false, canSetUp })
const nothingToConfirm = refused(409, 'second_factor.off')

/** Calls about the second factor, for callers without one. */
export const secondFactorCalls: readonly Call[] = [
  get('secondFactor', '/front/user/second-factor', organisers(noFactor(true), noFactor(false))),
  post(
    'confirmSecondFactor',
    '/front/user/second-factor/confirm',
    { code: '123456' },
    signedIn(nothingToConfirm),
  ),
  post(
    'setUpSecondFactor',
    '/front/user/second-factor/set-up',
    {},
    organisers(
      ok({ secret: expect.stringMatching(/^[A-Z2-7]{32}$/), uri: expect.stringMatching(/^otpauth:/) }),
    ),
  ),
  post(
    'verifySecondFactor',
    '/front/user/second-factor/verify',
    { code: '123456' },
    signedIn(nothingToConfirm),
  ),
  post('renewRecoveryCodes', '/front/user/second-factor/recovery-codes', {}, signedIn(nothingToConfirm)),
  post('removeSecondFactor', '/front/user/second-factor/remove', {}, signedIn(ok(null))),
  get(
    'accountSecondFactor',
    '/front/account/organiser/second-factor',
    administrators(ok({ isOn: false, recoveryCodesLeft: 0 })),
  ),
  post('resetSecondFactor', '/front/account/organiser/second-factor/reset', {}, administrators(ok(null))),
]

const notKept = refused(403, 'sign_in.not_kept')

/** Calls that end or change sign-ins and passwords of the caller, in this order. */
export const ownCalls: readonly Call[] = [
  post('persistSignIn', '/front/user/keep', undefined, {
    ...signedIn(ok({ expiresAt: instant })),
    organiser: notKept,
    administrator: notKept,
  }),
  get(
    'signIns',
    '/front/user/sign-ins',
    signedIn(ok({ ...listOf({ id: expect.any(String), isThis: true, createdAt: instant }), size: 0 })),
  ),
  post(
    'endSignIn',
    '/front/user/sign-ins/end',
    async ({ newSignIn }: CallFacts) => ({ id: await newSignIn() }),
    signedIn(ok(null)),
  ),
  post('endSignIn', '/front/user/sign-ins/end', { id: 'nothing' }, signedIn(unknown)),
  get(
    'changes',
    '/front/changes',
    signedIn(refused(406, 'not_acceptable')),
    'by who does not ask for events',
  ),
  post('logout', '/front/user/logout', undefined, signedIn(ok(null))),
  post('logoutEverywhere', '/front/user/logout-everywhere', undefined, signedIn(ok(null))),
  post(
    'changePassword',
    '/front/user/change-password',
    ({ login }: CallFacts) => ({
      old_pwd: login.login_pwd,
      new_pwd: 'kx8-tide',
      repeat_pwd: 'kx8-tide',
    }),
    signedIn(ok(null)),
  ),
  get('ownData', '/front/user/data', signedIn({ http: 200 })),
  // One administrator must remain.
  post(
    'eraseOwnData',
    '/front/user/erase',
    {},
    {
      ...signedIn(ok(null)),
      administrator: refused(403, 'account.last_administrator'),
    },
  ),
]
