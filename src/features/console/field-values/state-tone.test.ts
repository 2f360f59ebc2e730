import { expect, test } from 'vitest'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { registrations } from '#contract/modules/registrations.ts'
import { sideMeetings } from '#contract/modules/side-meetings.ts'
import { stateTone } from './state-tone.ts'

const of = (definition: { workflow?: unknown; actions?: unknown }) => definition as unknown as ModuleMetadata

const tones = (states: string[], definition: { workflow?: unknown; actions?: unknown }) =>
  states.map((state) => stateTone(of(definition), state))

test('a state looks as the actions around it say', () => {
  expect(
    tones(['submitted', 'under_review', 'more_info', 'approved', 'declined', 'withdrawn'], registrations),
  ).toEqual(['waiting', 'waiting', 'waiting', 'positive', 'negative', 'negative'])
  expect(tones(['submitted', 'paid', 'cancelled', 'gone'], sideMeetings)).toEqual([
    'waiting',
    'positive',
    'negative',
    'plain',
  ])
})
