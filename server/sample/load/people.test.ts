import { expect, it } from 'vitest'
import { checkForm } from '#contract/form/check-form.ts'
import { cleanValues } from '#contract/form/clean-values.ts'
import type { FindRelatedRow } from '#contract/form/form-shape.ts'
import { registrations } from '#contract/modules/registrations.ts'
import { sideMeetings } from '#contract/modules/side-meetings.ts'
import { travelInfos } from '#contract/modules/travel-infos.ts'
import { users } from '#contract/modules/users.ts'
import { tracks } from '../tracks.ts'
import { toAccount, toRegistration, toSideMeeting, toTravel, type Choosable } from './people.ts'

const photo = { no: 'p', name: 'p.webp', mediaType: 'image/webp', sizeBytes: 1, sha256: '' }
const choosable: Choosable = { tracks, tours: ['tour-a', 'tour-b'], photo }
const related: FindRelatedRow = (module, id) =>
  module === 'tracks' ? tracks.find((track) => track.id === id) : undefined

it.each([
  ['accounts', users, toAccount],
  ['registrations', registrations, (index: number) => toRegistration(index, choosable)],
  ['travel information', travelInfos, toTravel],
  ['side meetings', sideMeetings, toSideMeeting],
] as const)('%s of any number could be saved as they are', (_, definition, toRow) => {
  const all = new Set(
    Object.keys(definition.fields).filter((key) => key !== 'version' && !key.endsWith('_at')),
  )
  const rows = Array.from({ length: 200 }, (_row, index) => toRow(index * 7))
  const problems = rows.flatMap((row) => {
    const defaults = Object.entries(definition.fields).map(([key, field]) => [key, field.default])
    const values = { ...Object.fromEntries(defaults), ...cleanValues(definition, row) }
    return checkForm(definition, values, { writable: all, given: all }, { related, locale: 'en' })
  })
  // Ids are the server's own.
  expect(problems.filter(({ path }) => path !== 'id')).toEqual([])
})
