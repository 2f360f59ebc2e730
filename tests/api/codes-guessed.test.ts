import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Database } from '../../server/db/client.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openPayload } from '../../server/messages/outgoing.ts'
import { openSecrets } from '../../server/secrets/secrets-file.ts'
import { eachDatabase } from '../support/databases.ts'
import { startServer } from '../support/server.ts'

eachDatabase('guessing codes', (place) => {
  test('of 200 guesses at the same moment, at two servers, five are compared, and then the right code is refused [80]', async () => {
    const db = await place.open()
    await migrate(db)
    const { dataDir } = place.place
    // Nothing is sent and nothing swept here: what the guesses leave behind stays to be seen.
    const servers = [
      await startServer({ db, dataDir }),
      await startServer({ db: await place.open(), dataDir }),
    ] as const
    const [mobile, other] = ['+8613800000001', '+8613800000002']
    for (const number of [mobile, other])
      expect((await servers[0].post('/module/sms/sendCode', { mobile: number })).status).toBe(200)
    const [code = '', otherCode = ''] = await readWaitingCodes(db, dataDir)
    const guesses = Array.from({ length: 200 }, (_, guess) => ({
      mobile,
      captcha: String((Number(code) + 1 + guess) % 1_000_000).padStart(6, '0'),
    }))
    const answers = await Promise.all(
      guesses.map((body, guess) => servers[guess % 2 === 0 ? 0 : 1].post('/front/sms/login', body)),
    )
    const codes = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { code: number }).code),
    )
    expect(codes).not.toContain(200)
    const tries = await db.kysely.selectFrom('sms_codes').select('tries').orderBy('tries').execute()
    expect(tries).toEqual([{ tries: 0 }, { tries: 5 }])
    const signIn = async (number: string, captcha: string): Promise<unknown> =>
      (await servers[0].post('/front/sms/login', { mobile: number, captcha })).json()
    expect(await signIn(mobile, code)).toMatchObject({ code: 401 })
    expect(await signIn(other, otherCode)).toMatchObject({ code: 200 })
    await Promise.all(servers.map((server) => server.close()))
  })
})

/** The codes of texts that wait, in their order: only who has the keys can read them. */
async function readWaitingCodes(db: Database, dataDir: string): Promise<string[]> {
  const secrets = await openSecrets(join(dataDir, 'secrets.json'))
  const rows = await db.kysely
    .selectFrom('message_queue')
    .select(['message_id', 'payload'])
    .orderBy('seq')
    .execute()
  return rows.map((row) => String(openPayload(secrets, row.message_id, row.payload).params['code']))
}
