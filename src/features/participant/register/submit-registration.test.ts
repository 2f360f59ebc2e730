import { expect, test } from 'vitest'
import { startModelServer } from '../../../outbox/model-server.fixture.ts'
import { openPage, createPageSave } from '../../../outbox/outbox.fixture.ts'
import { participantKind } from './kinds.ts'
import type { RegistrationRow } from './use-active-registration.ts'
import { submitRegistration } from './submit-registration.ts'

const row = { id: 'row-1', version: 3, status: 'more_info' } as RegistrationRow
const form = (body: Record<string, unknown>, version = 3) => ({ version, body: () => body, files: () => [] })

/** A phone with its outbox, against a server that answers as scripted. */
function openPhone({ keepsNothing = false } = {}) {
  const server = startModelServer(() => 'none')
  const outbox = openPage(server, { subtle: globalThis.crypto.subtle })
  if (keepsNothing) outbox.store.failWith('blocked')
  const entries = async () => (keepsNothing ? [] : outbox.list('anna'))
  return {
    server,
    entries,
    send: async (
      body: Record<string, unknown>,
      overrides: Partial<Parameters<typeof submitRegistration>[3]> = {},
    ) =>
      submitRegistration(createPageSave(outbox), participantKind, form(body, overrides.row?.version), {
        title: 'Registration',
        registrationEntries: await entries(),
        ...overrides,
      }),
    /** Paths of the requests that the server received. */
    calls: () => server.effects.map(({ path }) => path.replace('/api/front/', '')),
  }
}

const email = { path: 'email', key: 'field.invalid' }

test('a change that is refused where the phone keeps nothing stops there: nothing is handed in again', async () => {
  const { send, server, calls } = openPhone({ keepsNothing: true })
  server.refuse(({ path }) =>
    path.includes('/edit/') ? { status: 422, key: 'form.invalid', fields: [email] } : undefined,
  )
  const entry = await send({ email: 'no' }, { row })
  expect(entry).toMatchObject({ state: 'rejected', problems: [email] })
  expect(calls()).toEqual([])
})

test('what is changed where the phone keeps nothing is told as done', async () => {
  const { send, calls } = openPhone({ keepsNothing: true })
  expect(await send({ email: 'a@b.example' }, { row })).toMatchObject({ state: 'done' })
  expect(calls()).toEqual(['edit/registrations', 'action/registrations/resubmit'])
})

test('a refused change that was mended goes out with what waited behind it, once each, over the row of now', async () => {
  const { send, server, calls, entries } = openPhone()
  server.refuse(({ path, body }) =>
    path.includes('/edit/') && body['email'] === 'no'
      ? { status: 422, key: 'form.invalid', fields: [email] }
      : undefined,
  )
  await send({ email: 'no' }, { row })
  await expect.poll(async () => (await entries())[0]?.state).toBe('rejected')
  expect(calls()).toEqual([])
  const [rejected] = await entries()
  await send({ email: 'a@b.example' }, { row: { ...row, version: 4 }, rejected })
  await expect.poll(calls).toEqual(['edit/registrations', 'action/registrations/resubmit'])
  expect(server.effects[0]?.body).toMatchObject({ email: 'a@b.example', version: 4 })
  await expect.poll(async () => (await entries()).every(({ state }) => state === 'done')).toBe(true)
})

test('an action that was refused holds up nothing that is sent later', async () => {
  const { send, server, calls, entries } = openPhone()
  server.refuse(({ path }) =>
    path.includes('/action/') ? { status: 409, key: 'workflow.refused' } : undefined,
  )
  await send({}, { row })
  await expect.poll(async () => (await entries())[0]?.state).toBe('rejected')
  await send({ city: 'Wuxi' }, { row: { ...row, status: 'submitted' } })
  await expect.poll(calls).toEqual(['edit/registrations'])
})

test('it is handed in again once, however often it is changed meanwhile', async () => {
  const server = startModelServer(() => 'drop-before')
  const outbox = openPage(server, { subtle: globalThis.crypto.subtle })
  const send = async (body: Record<string, unknown>) =>
    submitRegistration(createPageSave(outbox), participantKind, form(body), {
      title: 'Registration',
      registrationEntries: await outbox.list('anna'),
      row,
    })
  await send({ city: 'Wuxi' })
  await send({ city: 'Suzhou' })
  const operations = (await outbox.list('anna')).map(({ deed }) => deed.kind)
  expect(operations.filter((kind) => kind === 'action')).toHaveLength(1)
})
