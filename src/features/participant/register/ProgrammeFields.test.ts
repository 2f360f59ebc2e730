import { expect, it } from 'vitest'
import { subForums } from '#contract/forum.ts'
import { findOverlapping, listOverlappingChoices } from './ProgrammeFields.tsx'

const forums = subForums.map(({ numeral, startsAt, endsAt }) => ({
  id: numeral,
  starts_at: startsAt,
  ends_at: endsAt,
}))

const pickForums = (...numerals: string[]) => forums.filter(({ id }) => numerals.includes(id))
const listNumerals = (list: readonly { id: string }[]) => list.map(({ id }) => id)

it('finds the picks at the same time, in more places than one [T34]', () => {
  expect(listNumerals(listOverlappingChoices(pickForums('I', 'II', 'III', 'V', 'IX', 'X')))).toEqual([
    'II',
    'III',
    'IX',
    'X',
  ])
})

it('finds none among picks that follow each other, and none for a single one', () => {
  expect(listOverlappingChoices(pickForums('I', 'II', 'V', 'XI'))).toEqual([])
  expect(listOverlappingChoices(pickForums('II'))).toEqual([])
})

it('takes ends that touch for no clash, and what has no time neither', () => {
  const first = { id: 'a', starts_at: '2023-09-07T08:20', ends_at: '2023-09-07T09:00' }
  expect(findOverlapping(first, forums)).toEqual([])
  expect(findOverlapping({ id: 'b', starts_at: null, ends_at: null }, forums)).toEqual([])
  expect(listNumerals(findOverlapping({ ...first, ends_at: '2023-09-07T09:01' }, forums))).toEqual([
    'IX',
    'X',
  ])
})
