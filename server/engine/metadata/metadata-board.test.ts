import { expect, test } from 'vitest'
import { meetingRooms } from '#contract/modules/meeting-rooms.ts'
import { listBoardFields } from '#contract/module-definition.ts'
import { sideMeetings } from '#contract/modules/side-meetings.ts'
import { users } from '#contract/modules/users.ts'
import type { Caller } from '#server/http/caller.ts'
import { allow } from '../schema/permissions.ts'
import { describeModule } from './metadata.ts'
import { createRegistry } from '../schema/registry.ts'
import { serverModule } from '../schema/server-module.ts'

const { board } = sideMeetings.views
if (!board) throw new Error('side meetings have a board')
const sides = listBoardFields({ ...board, shows: [] }) as (keyof typeof sideMeetings.fields)[]

const registry = createRegistry([
  serverModule(users, { permissions: {} }),
  serverModule(meetingRooms, { permissions: {} }),
  serverModule(sideMeetings, {
    permissions: {
      organiser: allow('list read'),
      staff: allow('list read').fields(['name', ...sides]),
      participant: allow('list read').fields(['name', ...sides.filter((key) => key !== 'assigned_room')]),
    },
  }),
])

function boardFor(role: 'organiser' | 'staff' | 'participant') {
  const caller: Caller = { kind: 'user', id: role, role, isAdministrator: false, grants: [] }
  return describeModule(caller, registry.get('side_meetings'), registry).views.board
}

test('a board is told to who sees all of its sides, with what they see of the rest', () => {
  expect(boardFor('organiser')).toEqual(board)
  expect(boardFor('staff')).toEqual({ ...board, shows: [] })
  expect(boardFor('participant')).toBeUndefined()
})
