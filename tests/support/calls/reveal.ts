import { organisers, refused, signedIn, unknown, type Call } from './call.ts'

const reveal = (body: object) =>
  ({
    name: 'reveal',
    method: 'POST',
    path: '/front/reveal/registrations',
    body: () => ({ id: 'none', field: 'id_number', reason: 'Checked at the desk', ...body }),
  }) as const

/** What organisers alone may see in full; what they see is in `tests/api/reveal.test.ts`. */
export const revealCalls: readonly Call[] = [
  { ...reveal({}), title: 'of a row that is not there', answers: signedIn(unknown) },
  {
    ...reveal({ field: 'realname' }),
    title: 'of a field that is not masked',
    answers: organisers(refused(400, 'query.unknown_field')),
  },
  {
    ...reveal({ reason: 'why' }),
    title: 'without a reason',
    answers: organisers(refused(422, 'validation.failed')),
  },
]
