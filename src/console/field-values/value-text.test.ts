import { expect, test } from 'vitest'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { registrations } from '#contract/modules/registrations.ts'
import { sideMeetings } from '#contract/modules/side-meetings.ts'
import { getStateTone } from './ValueText.tsx'

const of = (definition: { workflow?: unknown; actions?: unknown }) => definition as unknown as ModuleMetadata

const tones = (states: string[], definition: { workflow?: unknown; actions?: unknown }) =>
  states.map((state) => getStateTone(of(definition), state))

test('derives the tone of a state from the actions around it', () => {
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
