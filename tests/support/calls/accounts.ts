import {
  everybody,
  ok,
  organisers,
  refused,
  refusedSignIn,
  signedIn,
  signInFirst,
  token,
  user,
  type Call,
  type CallFacts,
} from './call.ts'

/** A mobile that no other call of the walk uses. */
let mobiles = 0
const newMobile = (): string => `139${String((mobiles += 1)).padStart(8, '0')}`

/** Signing in by password, code and WeChat, and who one is. */
export const accountCalls: readonly Call[] = [
  {
    name: 'login',
    method: 'POST',
    path: '/front/user/login',
    body: ({ login }) => login,
    answers: { ...everybody(ok({ token })), anonymous: refusedSignIn('sign_in.refused') },
  },
  {
    name: 'login',
    title: 'a wrong password',
    method: 'POST',
    path: '/front/user/login',
    body: ({ login }) => ({ ...login, login_pwd: 'not this one' }),
    answers: everybody(refusedSignIn('sign_in.refused')),
  },
  {
    name: 'sendCode',
    method: 'POST',
    path: '/module/sms/sendCode',
    body: () => ({ mobile: newMobile(), check: false }),
    answers: everybody(ok({ resendAfterSeconds: 60 })),
  },
  {
    name: 'sendCode',
    title: 'with check',
    method: 'POST',
    path: '/module/sms/sendCode',
    body: () => ({ mobile: newMobile(), check: true }),
    answers: everybody(ok({ resendAfterSeconds: 60 })),
  },
  {
    name: 'sendCode',
    title: 'a mobile that is none',
    method: 'POST',
    path: '/module/sms/sendCode',
    body: () => ({ mobile: 'none', check: false }),
    answers: everybody(refused(422, 'validation.failed')),
  },
  ...(['smsLogin', 'userSmsLogin'] as const).flatMap((name): Call[] => {
    const path = name === 'smsLogin' ? '/front/sms/login' : '/front/user/sms-login'
    return [
      { name, method: 'POST', path, body: withRightCode, answers: everybody(ok({ token })) },
      {
        name,
        title: 'a wrong code',
        method: 'POST',
        path,
        body: () => ({ mobile: newMobile(), captcha: '000000' }),
        answers: everybody(refusedSignIn('sign_in.code_refused')),
      },
    ]
  }),
  {
    name: 'signInWays',
    method: 'GET',
    path: '/front/user/sign-in-ways',
    answers: everybody(ok({ password: true, sms: true, weixin: true })),
  },
  {
    name: 'currentUser',
    method: 'GET',
    path: '/front/user/current',
    answers: {
      anonymous: signInFirst,
      applicant: user('applicant'),
      participant: user('participant'),
      staff: user('staff'),
      organiser: user('organiser'),
      administrator: user('organiser'),
    },
  },
  {
    name: 'currentEmployee',
    method: 'GET',
    path: '/front/employee/current',
    answers: organisers(user('organiser'), refused(401, 'employee.required')),
  },
  {
    name: 'temporaryToken',
    method: 'GET',
    path: ({ fileNo }) => `/front/request/temporary/token?no=${fileNo}`,
    answers: organisers(ok({ token })),
  },
  {
    name: 'temporaryToken',
    title: 'without a file',
    method: 'GET',
    path: '/front/request/temporary/token',
    answers: organisers(refused(400, 'request.invalid')),
  },
  {
    name: 'weixinRedirect',
    method: 'GET',
    path: '/front/weixin/auth/redirect?redirect_url=%2Fuser%2Fcenter&scope=snsapi_login',
    answers: everybody({ http: 302, location: 'http://127.0.0.1:9/connect/qrconnect' }),
  },
  {
    name: 'weixinRedirect',
    title: 'to a foreign address',
    method: 'GET',
    path: '/front/weixin/auth/redirect?redirect_url=https%3A%2F%2Fevil.example',
    answers: everybody(refused(400, 'redirect.foreign')),
  },
  {
    name: 'weixinCallback',
    method: 'GET',
    path: '/front/weixin/auth/callback?code=a&state=b',
    answers: everybody({
      http: 302,
      location: 'http://localhost:3000/user/login#weixin_error=sign_in.refused',
    }),
  },
  {
    name: 'weixinExchange',
    method: 'POST',
    path: '/front/weixin/exchange',
    body: () => ({ code: 'A'.repeat(43) }),
    answers: everybody(refusedSignIn('sign_in.refused')),
  },
  {
    name: 'weixinLink',
    method: 'POST',
    path: '/front/weixin/link',
    body: () => ({ code: 'A'.repeat(43) }),
    answers: signedIn(refusedSignIn('sign_in.refused')),
  },
]

async function withRightCode({ newCode }: CallFacts): Promise<object> {
  const mobile = newMobile()
  return { mobile, captcha: await newCode(mobile) }
}
