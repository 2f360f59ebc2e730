import { expect } from 'vitest'
import { instant, localized, ok, refused, signedIn, unknown, type Answer, type Call } from './call.ts'

/** Who is no administrator gets what nobody is there for. */
const administrators = (answer: Answer): Call['answers'] => ({ ...signedIn(unknown), administrator: answer })

/** What only administrators ask: where others are signed in, and what will be erased. */
export const administrationCalls: readonly Call[] = [
  {
    name: 'accountSignIns',
    title: 'of no account',
    method: 'GET',
    path: '/front/account/nobody/sign-ins',
    answers: signedIn(unknown),
  },
  {
    name: 'accountSignIns',
    method: 'GET',
    path: '/front/account/organiser/sign-ins',
    answers: administrators(ok({ items: expect.any(Array), page: 1, size: 0, total: expect.any(Number) })),
  },
  {
    name: 'endAccountSignIns',
    title: 'of no account',
    method: 'POST',
    path: '/front/account/nobody/sign-ins/end',
    body: () => ({}),
    answers: signedIn(unknown),
  },
  {
    name: 'endAccountSignIns',
    title: 'with what is no sign-in',
    method: 'POST',
    path: '/front/account/organiser/sign-ins/end',
    body: () => ({ sign_in: 7, more: true }),
    answers: administrators(refused(400, 'request.invalid')),
  },
  {
    name: 'retention',
    method: 'GET',
    path: '/front/retention',
    answers: administrators(
      ok({
        forumEnd: instant,
        at: expect.arrayContaining([instant]),
        rules: expect.arrayContaining([
          {
            rule: 'registrations: id_data',
            module: localized,
            label: localized,
            fields: [localized, localized],
            hours: 720,
            isOfForum: true,
            rows: expect.arrayContaining([expect.any(Number)]),
          },
        ]),
      }),
    ),
  },
]
