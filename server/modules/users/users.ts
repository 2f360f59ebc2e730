import { users } from '#contract/modules/users.ts'
import { userWrites } from '#server/modules/users/user-hooks.ts'
import { allow } from '#server/engine/schema/permissions.ts'
import { serverModule, type ServerModule } from '#server/engine/schema/server-module.ts'

/**
 * Accounts, for administrators. Nobody deletes one in the console: a person erases their own data, and who must not come
 * in any more is blocked.
 * @param modules those that staff may be let into: all that organisers work in
 */
export function makeUsersServer(modules: readonly ServerModule[]): ServerModule {
  const grantable = modules.filter(({ permissions }) => permissions.organiser)
  return serverModule(users, {
    permissions: {
      administrator: allow('list read create update history')
        .writes(['display_name', 'login_name', 'mobile', 'email', 'locale', 'grants'])
        .may('set_role block unblock'),
    },
    hiddenColumns: ['password_hash', 'weixin_openid'],
    hooks: userWrites(new Set(grantable.map(({ definition }) => definition.name))),
    isRecord: true,
  })
}
