import { expect, test } from 'vitest'
import { findFaults } from './linked-data.ts'

const right = {
  '@context': 'https://schema.org',
  '@type': 'Event',
  name: 'Forum',
  startDate: '2023-09-05',
  eventStatus: 'https://schema.org/EventScheduled',
  location: { '@type': 'Place', name: 'Hall' },
  subEvent: [{ '@type': 'Event', name: 'Talk', startDate: '2023-09-05T10:00:00+08:00' }],
}

test('linked data of schema.org is right', () => {
  expect(findFaults(right)).toEqual([])
})

test.each([
  ['another context', { '@context': 'https://example.org' }],
  ['a class that there is not', { '@type': 'Happening' }],
  ['a property of another class', { location: { '@type': 'Place', name: 'Hall', startDate: '2023-09-05' } }],
  ['a property that there is not', { subEvent: [{ '@type': 'Event', name: 'Talk', beginsAt: 'ten' }] }],
  ['a value of another type', { name: 7 }],
  ['a date that is none', { startDate: 'tomorrow' }],
  ['an object of a class that the property does not take', { performer: { '@type': 'Place', name: 'Hall' } }],
  ['a state that there is not', { eventStatus: 'https://schema.org/EventOver' }],
])('%s is found', (_, change) => {
  expect(findFaults({ ...right, ...change })).not.toEqual([])
})
