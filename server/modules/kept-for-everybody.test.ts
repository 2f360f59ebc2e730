import { expect, test } from 'vitest'
import type { Role } from '#contract/api.ts'
import { seesAsPublic } from '#server/engine/query/access.ts'
import { serverModules } from './index.ts'

const roles: Record<Role, true> = { applicant: true, participant: true, staff: true, organiser: true }

/** Lists that the app stores for every user of a device, also after sign-out (`meta.persist: 'public'`). */
const publicLists = [
  'sessions',
  'tracks',
  'rooms',
  'speakers',
  'informations',
  'documents',
  'partners',
  'pages',
  'places',
  'tour_routes',
  'article_category',
]

test.each(publicLists)(
  '%s reads alike for everybody, so that a device may keep it for the next [300]',
  (name) => {
    const module = serverModules.find(({ definition }) => definition.name === name)
    for (const role of Object.keys(roles) as Role[])
      for (const isAdministrator of [false, true])
        expect(module && seesAsPublic({ kind: 'user', id: 'u', role, isAdministrator }, module)).toBe(true)
  },
)
