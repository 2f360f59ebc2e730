import { beforeAll, expect, test } from 'vitest'
import { paths } from '../../contract/api.ts'
import { forumSetting, sideMeetingPaymentSetting, sideMeetingSetting } from '../../contract/forum.ts'
import { settings } from '../../contract/modules/settings.ts'
import { settings as sampleSettings } from '../../server/sample/rows.ts'
import { readForumZone } from '../../server/db/settings.ts'
import { call } from '../support/accounts.ts'
import { addSignedIn, itemsIn, refusedFields, rowIn, type Person } from '../support/console-person.ts'
import { eachDatabase } from '../support/databases.ts'
import { useServer } from '../support/use-server.ts'

eachDatabase('settings', (suite) => {
  let organiser: Person
  let admin: Person
  const server = useServer(suite, {
    fill: async () => {
      await server.write(settings, sampleSettings)
    },
  })
  beforeAll(async () => {
    organiser = await addSignedIn(server, { role: 'organiser' })
    admin = await addSignedIn(server, { role: 'organiser', isAdministrator: true })
  })

  const setForum = (value: unknown) => organiser.post(paths.edit('settings'), { id: 'forum', value })

  /** What is told of a value that a setting of the sample may not have. */
  async function refusedValue(id: string, value: unknown): Promise<string[]> {
    return refusedFields(await organiser.post(paths.edit('settings'), { id, value }))
  }

  test('that are secret exist for administrators alone', async () => {
    const secret = { name: 'sms_key', value: { key: 'hush-hush' } }
    expect(
      refusedFields(await organiser.post(paths.post('settings'), { ...secret, is_secret: true })),
    ).toEqual(['is_secret field.read_only'])
    const both = await admin.post(paths.post('settings'), { ...secret, is_secret: true, is_public: true })
    expect(refusedFields(both)).toEqual(['is_public setting.secret_or_public'])
    const { id } = rowIn(await admin.post(paths.post('settings'), { ...secret, is_secret: true }))
    expect(rowIn(await admin.get(paths.detail('settings', id), { drafts: 'true' }))).toMatchObject(secret)
    const answers = [
      await organiser.get(paths.list('settings'), { drafts: 'true', size: '500' }),
      await organiser.get(paths.list('settings'), { drafts: 'true', filters: 'is_secret:eq:true' }),
      await organiser.get(paths.list('settings'), { drafts: 'true', filters: 'name:eq:sms_key' }),
      await organiser.get(paths.detail('settings', id), { drafts: 'true' }),
      await organiser.get(paths.revisions('settings', id)),
      await organiser.get(paths.settings('sms_key')),
      await organiser.post(paths.edit('settings'), { id, is_public: true }),
      await organiser.post(paths.delete('settings'), { id }),
      await organiser.post(paths.restore('settings'), { id, version: 1 }),
      await call(server, paths.settings('sms_key')),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404, 404, 404, 404, 404, 404, 404])
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain('hush-hush')
    expect(answers.slice(1, 3).map(itemsIn)).toEqual([[], []])
    // The name is taken, and that is all that is told.
    const taken = await organiser.post(paths.post('settings'), { name: 'sms_key', value: 1 })
    expect(refusedFields(taken)).toEqual(['name field.taken'])
  })

  test('of the forum are taken only in a shape that the app can work with', async () => {
    const broken: [unknown, string[]][] = [
      [[], ['value field.invalid']],
      [null, ['value field.empty']],
      [{ ...forumSetting, startsOn: '2023-02-30' }, ['value.startsOn field.not_valid']],
      [{ ...forumSetting, endsOn: '2023-09-04' }, ['value.endsOn setting.ends_first']],
      [{ ...forumSetting, endsOn: '9999-12-31' }, ['value.endsOn setting.too_long']],
      [{ ...forumSetting, timeZone: '+08:00' }, ['value.timeZone setting.zone']],
      [{ ...forumSetting, name: { fr: 'Forum' } }, ['value.name field.not_valid']],
      [{ ...forumSetting, name: { en: 'x'.repeat(10_000) } }, ['value.name.en field.too_long']],
      [{ ...forumSetting, startOn: '2023-09-05' }, ['value.startOn field.unknown']],
      [{}, ['endsOn', 'name', 'startsOn', 'timeZone'].map((key) => `value.${key} field.empty`)],
    ]
    for (const [value, expected] of broken)
      expect([value, refusedFields(await setForum(value))]).toEqual([value, expected])
    const told = await call(server, paths.settings('forum'))
    expect(told.body.data).toEqual(forumSetting)
  })

  test('of side meetings and registrations have their shapes too', async () => {
    const prices = { ...sideMeetingSetting.prices, '250': -1 }
    expect(await refusedValue('side-meetings', { prices })).toEqual(['value.prices.250 field.too_small'])
    expect(await refusedValue('side-meetings', {})).toEqual(['value.prices field.invalid'])
    const { account } = sideMeetingPaymentSetting
    expect(
      await refusedValue('side-meeting-payment', {
        ...sideMeetingPaymentSetting,
        account: { ...account, number: '' },
      }),
    ).toEqual(['value.account.number field.empty'])
    const registration = { attend_opening_ceremony_status: 'yes' }
    expect(await refusedValue('registration', registration)).toEqual([
      'value.attend_opening_ceremony_status field.not_valid',
    ])
  })

  test('that the forum reads keep their name, stay public and are not deleted', async () => {
    const renamed = await organiser.post(paths.edit('settings'), { id: 'forum', name: 'conference' })
    expect(refusedFields(renamed)).toEqual(['name setting.needed'])
    const hidden = await organiser.post(paths.edit('settings'), { id: 'forum', is_public: false })
    expect(refusedFields(hidden)).toEqual(['is_public setting.public'])
    const deleted = await organiser.post(paths.delete('settings'), { id: 'forum' })
    expect(deleted).toMatchObject({ status: 409, body: { error: { key: 'row.needed' } } })
    expect((await call(server, paths.settings('forum'))).body.data).toEqual(forumSetting)
    const options = await organiser.post(paths.post('settings'), { name: 'options', value: 1 })
    expect(refusedFields(options)).toEqual(['name field.not_valid'])
    const own = rowIn(await organiser.post(paths.post('settings'), { name: 'banner', value: ['anything'] }))
    expect((await organiser.post(paths.delete('settings'), { id: own.id })).status).toBe(200)
  })

  test('are used at once: by the public call, and for the times that mails tell [217, 315]', async () => {
    const value = { ...forumSetting, name: { 'zh-CN': '新名称', en: 'New name' }, timeZone: 'Europe/Paris' }
    expect((await setForum(value)).status).toBe(200)
    expect((await call(server, paths.settings('forum'))).body.data).toEqual(value)
    expect(await readForumZone(server.db.kysely)).toBe('Europe/Paris')
    expect((await setForum(forumSetting)).status).toBe(200)
    expect((await call(server, paths.settings('forum'))).body.data).toEqual(forumSetting)
  })
})
