import { expect } from 'vitest'
import { instant, listOf, ok, refused, signedIn, unknown, type Call } from './call.ts'

/** What ends or changes sign-ins and passwords of the caller, in this order. */
export const ownCalls: readonly Call[] = [
  {
    name: 'keep',
    method: 'POST',
    path: '/front/user/keep',
    answers: {
      ...signedIn(ok({ expiresAt: instant })),
      organiser: refused(403, 'sign_in.not_kept'),
      administrator: refused(403, 'sign_in.not_kept'),
    },
  },
  {
    name: 'signIns',
    method: 'GET',
    path: '/front/user/sign-ins',
    answers: signedIn(
      ok({ ...listOf({ id: expect.any(String), isThis: true, createdAt: instant }), size: 0 }),
    ),
  },
  {
    name: 'endSignIn',
    method: 'POST',
    path: '/front/user/sign-ins/end',
    body: async ({ newSignIn }) => ({ id: await newSignIn() }),
    answers: signedIn(ok(null)),
  },
  {
    name: 'endSignIn',
    method: 'POST',
    path: '/front/user/sign-ins/end',
    body: () => ({ id: 'nothing' }),
    answers: signedIn(unknown),
  },
  {
    name: 'changes',
    title: 'by who does not ask for events',
    method: 'GET',
    path: '/front/changes',
    answers: signedIn(refused(406, 'not_acceptable')),
  },
  { name: 'logout', method: 'POST', path: '/front/user/logout', answers: signedIn(ok(null)) },
  {
    name: 'logoutEverywhere',
    method: 'POST',
    path: '/front/user/logout-everywhere',
    answers: signedIn(ok(null)),
  },
  {
    name: 'changePassword',
    title: 'seven characters',
    method: 'POST',
    path: '/front/user/change-password',
    body: ({ login }) => ({
      old_pwd: login.login_pwd,
      new_pwd: '七个字的密码呀',
      repeat_pwd: '七个字的密码呀',
    }),
    answers: signedIn(refused(422, 'validation.failed')),
  },
  {
    name: 'changePassword',
    title: 'not repeated',
    method: 'POST',
    path: '/front/user/change-password',
    body: ({ login }) => ({ old_pwd: login.login_pwd, new_pwd: 'eight-ch', repeat_pwd: 'eight-cx' }),
    answers: signedIn(refused(422, 'validation.failed')),
  },
  {
    name: 'changePassword',
    method: 'POST',
    path: '/front/user/change-password',
    body: ({ login }) => ({ old_pwd: login.login_pwd, new_pwd: 'kx8-tide', repeat_pwd: 'kx8-tide' }),
    answers: signedIn(ok(null)),
  },
  { name: 'ownData', method: 'GET', path: '/front/user/data', answers: signedIn({ http: 200 }) },
  {
    name: 'eraseOwnData',
    method: 'POST',
    path: '/front/user/erase',
    body: () => ({}),
    // Somebody must be left who can name others.
    answers: { ...signedIn(ok(null)), administrator: refused(403, 'account.last_administrator') },
  },
]
