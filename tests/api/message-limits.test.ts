import { expect, it } from 'vitest'
import { paths } from '../../contract/api.ts'
import { outgoingMessages } from '../../contract/modules/outgoing-messages.ts'
import { createTotpCode } from '../../server/accounts/second-factor/totp.ts'
import { insertSignIn } from '../../server/accounts/sign-ins.ts'
import { readRows } from '../../server/engine/write/write-rows.ts'
import { templates, type Template } from '../../server/messages/templates.ts'
import { addPerson, call, password } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'
import { ReviewForum, type Person } from '../support/review-forum.ts'

const tries = 13
const minuteMs = 60_000

eachDatabase('messages', (place) => {
  const forum = new ReviewForum(place)
  const { server } = forum
  const post = (path: string, body: object, token: string) => call(server, path, body, { token })

  /** Somebody whose messages go to an address that they have never proven. */
  async function addOrganiser(id: string): Promise<string> {
    await addPerson(server, { id, role: 'organiser', email: `${id}@forum.example` })
    return insertSignIn(server.db.kysely, { id }, server.now())
  }

  const mobiles = [
    '13912340001',
    '+8613912340001',
    '00861 3912340001',
    '１３９-1234 0001',
    '+86(139)12340001',
  ]
  const addresses = ['victim@forum.example', 'VICTIM+{}@forum.example', 'victim+a+{}@Forum.EXAMPLE']

  const sendCode = (_token: string, time: number) =>
    post(paths.sendCode, { mobile: mobiles[time % mobiles.length] }, '')

  async function changePassword(token: string, time: number): Promise<void> {
    const [old_pwd, new_pwd] = [time % 2 ? `${password}!` : password, time % 2 ? password : `${password}!`]
    await post(paths.changePassword, { old_pwd, new_pwd, repeat_pwd: new_pwd }, token)
  }

  async function switchSecondFactor(token: string): Promise<void> {
    const proof = { login_pwd: password }
    const { body } = await post(paths.setUpSecondFactor, proof, token)
    const made = body.data as { secret: string } | null
    const code = made && createTotpCode(made.secret, server.now())
    if (code) await post(paths.confirmSecondFactor, { code }, token)
    await post(paths.removeSecondFactor, proof, token)
  }

  const people: Person[] = []
  async function register(_token: string, time: number): Promise<void> {
    // Five a day are an account's.
    if (time % 5 === 0) people.unshift(await forum.addApplicant())
    const [person] = people
    if (!person) return
    const email = addresses[time % addresses.length]?.replace('{}', String(time))
    const row = await forum.register(person, { email })
    await forum.act('registrations', 'withdraw', row, {}, person)
  }

  /** How people bring messages about by themselves, and how many come of it within an hour: a line for every message. */
  const causes: Readonly<
    Record<Template, readonly [most: number, cause: (token: string, time: number) => Promise<unknown>] | null>
  > = {
    code: [5, sendCode],
    password_changed: [5, changePassword],
    second_factor_set_up: [5, switchSecondFactor],
    second_factor_removed: [5, switchSecondFactor],
    registration_received: [1, register],
    // What organisers decide brings these.
    registration_more_info: null,
    registration_approved: null,
    staff_registration_approved: null,
    registration_declined: null,
    side_meeting_assigned: null,
    side_meeting_paid: null,
    side_meeting_declined: null,
    side_meeting_cancelled: null,
    question_answered: null,
    digest: null,
  }

  it.each(templates.filter((template) => causes[template] !== null))(
    'of the kind %s to one recipient end, however often and under whatever spelling they are caused',
    async (template) => {
      const [most, cause] = causes[template] ?? [0, async () => {}]
      const countSent = async () => (await readRows(server.db.kysely, outgoingMessages, { template })).length
      const [token, before] = [await addOrganiser(template), await countSent()]
      for (let time = 0; time < tries; time += 1) {
        await cause(token, time)
        server.nowMs += minuteMs
      }
      expect((await countSent()) - before).toBe(most)
    },
  )
})
