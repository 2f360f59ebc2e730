import { expect, test } from 'vitest'
import type { ProgrammeItem, Track } from '#features/programme/sessions'
import { createProgramme, sessionRow } from '../sessions/programme.fixture.ts'
import { findSubForumClashes } from './session-times.ts'

const morning = { starts_at: '2023-09-06T01:00:00Z', ends_at: '2023-09-06T04:00:00Z' }
const afternoon = { starts_at: '2023-09-06T04:00:00Z', ends_at: '2023-09-06T09:00:00Z' }

function starred(
  id: string,
  track: Partial<Track>,
  state: 'confirmed' | 'cancelled' = 'confirmed',
): ProgrammeItem {
  const item = createProgramme(sessionRow({ id, track: 't1', state })).items[0]
  if (!item?.track) throw new Error('no track')
  return { ...item, track: { ...item.track, ...track } }
}

const codes = (...items: ProgrammeItem[]) => findSubForumClashes(items).map((track) => track.code)

const second = { id: 't2', code: 'II', position: 2, ...morning }
const tenth = { id: 't10', code: 'X', position: 10, ...morning }

test('sub-forums at the same time are named in their order [T34]', () => {
  expect(codes(starred('a', tenth), starred('b', second))).toEqual(['II', 'X'])
})

test('two sessions of one sub-forum, or of sub-forums that only touch, need no priority', () => {
  expect(codes(starred('a', second), starred('b', second))).toEqual([])
  expect(codes(starred('a', second), starred('b', { ...tenth, ...afternoon }))).toEqual([])
})

test('cancelled sessions and tracks that are no sub-forums do not count', () => {
  expect(codes(starred('a', second), starred('b', tenth, 'cancelled'))).toEqual([])
  expect(codes(starred('a', second), starred('b', { ...tenth, code: null }))).toEqual([])
  expect(codes(starred('a', second), starred('b', { ...tenth, starts_at: null, ends_at: null }))).toEqual([])
})
