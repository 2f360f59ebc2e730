import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate, migrateTo } from '../../server/db/migrate.ts'
import { createRegistry } from '../../server/engine/registry.ts'
import { checkTables } from '../../server/engine/tables.ts'
import { serverModules } from '../../server/modules/index.ts'
import { bothDatabases } from '../support/databases.ts'

bothDatabases('accounts of before', (suite) => {
  test('become rows of the module with all that hangs on them', async () => {
    const db = await suite.open()
    await migrateTo(db.kysely, '2026-11-22-public-modules')
    const at = '2026-03-01T00:00:00Z'
    await sql`insert into users (id, login_name, mobile, display_name, password_hash, role, is_administrator,
      weixin_openid, created_at, updated_at) values
      ('u1', 'organiser', null, 'One', 'hash', 'organiser', ${true}, 'open', ${at}, ${at}),
      ('u2', '+8613800138000', '+8613800138000', 'Two', null, 'staff', ${false}, null, ${at}, ${at})`.execute(
      db.kysely,
    )
    await sql`insert into sign_ins (token_hash, id, user_id, created_at, last_used_at, expires_at) values
      ('t', 's', 'u2', ${at}, ${at}, ${at})`.execute(db.kysely)
    await sql`insert into download_tokens (token_hash, sign_in_hash, file_no, expires_at) values
      ('d', 't', 'f', ${at})`.execute(db.kysely)
    const read = (table: 'users' | 'sign_ins' | 'download_tokens') =>
      db.kysely
        .selectFrom(table)
        .selectAll()
        .orderBy(sql.ref(table === 'users' ? 'id' : 'token_hash'))
        .execute()
    const before = {
      users: await read('users'),
      signIns: await read('sign_ins'),
      downloads: await read('download_tokens'),
    }

    await migrate(db)

    await checkTables(db.kysely, [createRegistry(serverModules).get('users')])
    const users = await read('users')
    expect(users).toMatchObject(before.users.map((row) => ({ ...row, version: 1, grants: null })))
    expect(await read('sign_ins')).toMatchObject(before.signIns)
    expect(await read('download_tokens')).toMatchObject(before.downloads)
    const again = sql`insert into users (id, login_name, display_name, role, created_at, updated_at)
      values ('u3', 'organiser', 'Three', 'staff', ${at}, ${at})`
    await expect(again.execute(db.kysely)).rejects.toThrow(/unique/i)
    await db.kysely.deleteFrom('users').where('id', '=', 'u2').execute()
    expect(await read('sign_ins')).toEqual([])
    expect(await read('download_tokens')).toEqual([])
  })
})
